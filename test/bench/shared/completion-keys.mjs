// How a person types a text: about 45 words a minute, with pauses at words and lines, slips that are corrected, and words that are typed again.

const [SLIPS, AGAIN, THINKS] = [0.02, 0.02, 0.15];

/** `{key, gap, before}`: the milliseconds before the key, and what stands before the cursor after it. */
export function keysFor(before, typed, chance) {
  const keys = [];
  const hand = {
    now: before,
    press(key, gap, becomes) {
      hand.now = becomes;
      keys.push({ key, gap: Math.round(gap), before: becomes });
    },
    is: (share) => chance.below(1_000) < 1_000 * share,
    between: (least, most) => least + chance.below(most - least),
  };
  for (const [at, line] of typed.split("\n").entries()) {
    if (at > 0) enter(hand, line);
    typeLine(hand, line.trimStart());
  }
  return keys;
}

/** The editor keeps the indentation of the line above, and a key deletes one step of it. */
function enter(hand, line) {
  const kept = /^ */.exec(hand.now.slice(hand.now.lastIndexOf("\n") + 1))[0];
  // A line that is left empty keeps no blanks.
  hand.press("Enter", hand.between(300, 1_800), `${hand.now.replace(/\n +$/, "\n")}\n${kept}`);
  if (line.trim() === "") return;
  const target = /^ */.exec(line)[0].length;
  for (let width = kept.length; width < target; width += 1) hand.press(" ", hand.between(60, 120), `${hand.now} `);
  for (let width = kept.length; width > target; width -= width % 2 || 2) {
    hand.press("Backspace", hand.between(120, 240), hand.now.slice(0, -(width % 2 || 2)));
  }
}

function typeLine(hand, line) {
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (/[a-z]/.test(sign) && hand.is(SLIPS)) slip(hand, sign, gapAt(hand, line, at));
    hand.press(sign, gapAt(hand, line, at), hand.now + sign);
    const word = /[a-z]{4,}$/.exec(line.slice(0, at + 1))?.[0];
    if (word && !/^\w/.test(line.slice(at + 1)) && hand.is(AGAIN)) typeAgain(hand, word);
  }
}

function slip(hand, sign, gap) {
  const other = String.fromCharCode(97 + ((sign.charCodeAt(0) - 96 + hand.between(0, 24)) % 26));
  hand.press(other, gap, hand.now + other);
  hand.press("Backspace", hand.between(200, 450), hand.now.slice(0, -1));
}

/** The end of a word goes, and comes again. */
function typeAgain(hand, word) {
  const end = word.slice(-hand.between(2, 5));
  for (const at of [...end].keys())
    hand.press("Backspace", at === 0 ? hand.between(400, 900) : hand.between(90, 160), hand.now.slice(0, -1));
  for (const sign of end) hand.press(sign, hand.between(100, 260), hand.now + sign);
}

/** Most gaps are near 180 ms, few are much longer: the sum of four dice, raised. */
function gapAt(hand, line, at) {
  const dice = Array.from({ length: 4 }, () => hand.between(0, 1_000) / 1_000).reduce((sum, one) => sum + one) / 2 - 1;
  const usual = 180 * Math.exp(1.5 * dice);
  const isWordStart = /\w/.test(line[at]) && !/\w/.test(line[at - 1] ?? " ");
  const sign = /[A-Z{}()[\]<>"'`;:=+|&!?*$_#@%^~\\/]/.test(line[at]) ? 1.4 : 1;
  if (!isWordStart) return usual * sign;
  return hand.is(THINKS) ? hand.between(600, 2_500) : usual * 1.3;
}
