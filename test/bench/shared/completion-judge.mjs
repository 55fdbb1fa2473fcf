// What a replay was worth: texts that do not agree with what was typed, and how long a request went on after it was of no use.

/** What was typed since an answer was asked for is its beginning, and the shown text goes on from there. */
export function isAgreed(before, insert, answers) {
  return answers.some((answer) => {
    const whole = answer.before + answer.output;
    return before.startsWith(answer.before) && whole.startsWith(before) && isBeginning(before + insert, whole);
  });
}

/** The indentation may be the file's, and signs may be added that close what one line of an answer opened. */
function isBeginning(shown, whole) {
  const [text, of] = [shown, whole].map((one) => one.replaceAll(/\s+/g, ""));
  return of.startsWith(text) || of.startsWith(text.replace(/[)\]}"'`]+$/, ""));
}

/** The document after each change: `{at, version, before}`, with what stands before the cursor. */
function statesOf({ trace, seen: { changes, moves } }) {
  let { text } = trace;
  const states = [{ at: 0, version: 1, before: text.slice(0, trace.offset) }];
  for (const { at, version, changes: edits } of changes.filter(({ file }) => file === trace.file)) {
    for (const [offset, length, insert] of edits.toSorted(([one], [other]) => other - one))
      text = text.slice(0, offset) + insert + text.slice(offset + length);
    const offset = moves.findLast((move) => move.version === version && move.file === trace.file)?.offset;
    if (offset !== undefined) states.push({ at, version, before: text.slice(0, offset) });
  }
  return states;
}

/** Each request with what stood before the cursor when it was made. */
function placed(requests, states) {
  return requests.flatMap((request) => {
    const isPlace = ({ at, before }) => at <= request.received && request.prompt.endsWith(before.slice(-200));
    const state = states.findLast(isPlace);
    return state === undefined ? [] : [{ ...request, before: state.before }];
  });
}

/** Texts that a provider returned in time, or that the window painted, and that no answer accounts for. */
export function wronglyShown(replay, requests) {
  const states = statesOf(replay);
  const answers = placed(requests, states);
  const beforeOf = (version) => states.findLast((state) => state.version === version)?.before ?? "";
  const returned = replay.seen.calls
    .filter(({ items, returned: at, cancelled }) => items.length > 0 && (cancelled ?? Infinity) > at)
    .flatMap(({ version, items }) => items.map(({ insert }) => ({ before: beforeOf(version), insert })))
    .filter(({ before, insert }) => !isAgreed(before, insert, answers));
  const painted = replay.frames.flatMap(({ ghost, pressed, last }, index) => [
    // A late frame may have drawn the keys after it as well.
    { insert: ghost, befores: replay.trace.keys.slice(index, pressed).map(({ before }) => before) },
    { insert: last, befores: [replay.trace.keys[index].before] },
  ]);
  const isRight = ({ insert, befores }) => !insert || befores.some((before) => isPaintedFrom(before, insert, answers));
  const wrong = painted.filter((one) => !isRight(one));
  return [...returned, ...wrong.map(({ insert, befores }) => ({ before: befores[0], insert }))];
}

/** The editor paints only what is not there yet: the signs that it closed by itself are missing. */
function isPaintedFrom(before, ghost, answers) {
  const letters = (text) => text.replaceAll(/\W/g, "");
  return answers.some(({ before: from, output }) => {
    const whole = from + output;
    return whole.startsWith(before) && letters(whole.slice(before.length)).startsWith(letters(ghost));
  });
}

/** For each request that was of no use before it ended: the milliseconds from then until it was gone. */
export function cancelDelays(replay, requests) {
  const states = statesOf(replay);
  return placed(requests, states).flatMap((request) => {
    const gone = request.isStopped ? request.closed : request.ended;
    const useless = uselessAt(request, states);
    return useless === undefined || gone === undefined || gone < useless ? [] : [gone - useless];
  });
}

function uselessAt({ received, before, pieces }, states) {
  const events = [
    ...states.filter(({ at }) => at > received).map(({ at, before: now }) => ({ at, now })),
    ...pieces.map(({ at, text }) => ({ at, text })),
  ].toSorted((one, other) => one.at - other.at);
  let [typed, output] = ["", ""];
  for (const { at, now, text = "" } of events) {
    if (now !== undefined && !now.startsWith(before)) return at;
    typed = now?.slice(before.length) ?? typed;
    output += text;
    const isSame = output.length < typed.length ? typed.startsWith(output) : output.startsWith(typed);
    // An answer that has not begun can still become what is typed.
    if (!isSame && output !== "") return at;
  }
  return undefined;
}

/** From the last byte of an answer that came at once to the text in the hands of the editor, while the user types. */
export function landingTimes({ seen: { calls } }, requests) {
  return requests
    .filter(({ isWhole, ended, isStopped, fault }) => isWhole && ended !== undefined && !isStopped && !fault)
    .flatMap(({ ended }) => {
      const landed = calls.find((call) => call.at < ended && call.returned >= ended && call.items.length > 0);
      return landed === undefined || landed.returned > (landed.cancelled ?? Infinity) ? [] : [landed.returned - ended];
    });
}

/** Of the keys after which a text was shown: those whose own frame had it. */
export function framesShown(frames) {
  const shown = frames.filter(({ ghost, last }) => ghost || last);
  return { shown: shown.length, inFrame: shown.filter(({ ghost }) => ghost).length };
}
