// The figures of completion, each with its aim.
import { cancelDelays, framesShown, landingTimes, wronglyShown } from "./completion-judge.mjs";
import { typingOf, typingRows, typingWith } from "./completion-typing.mjs";
import { median, noiseOf, percentile, printTable, round } from "./report.mjs";

const aims = { requests: 0.35, inFrame: 60, own: 10, cancel: 5, memory: 10, typing: 1.1 };
const MB = 1024 * 1024;
const titles = { galley: "Galley", fixed: "fixed wait of 350 ms", oneInFlight: "one request in flight" };

export function report(windows, virtual) {
  const of = (name) => windows.filter((window) => window.name === name);
  const replaysOf = (name) => of(name).flatMap(({ replays }) => replays);
  const rates = Object.fromEntries(Object.keys(titles).map((name) => [name, rateOf(replaysOf(name))]));
  const galley = replaysOf("galley");
  const wrong = galley.flatMap((one) => wronglyShown(one, one.requests));
  for (const { before, insert } of [...wrong, ...virtual.galley.wrong].slice(0, 5))
    console.log(`Wrongly shown: ${JSON.stringify(before.slice(-40))} → ${JSON.stringify(insert.slice(0, 80))}`);
  const figures = {
    rates,
    virtual: Object.fromEntries(Object.entries(virtual).map(([name, one]) => [name, one.requests / one.keys])),
    shares: Object.fromEntries(Object.keys(titles).map((name) => [name, shareInFrame(replaysOf(name))])),
    own: of("galley").flatMap(({ asked }) => asked.map(ownTime)),
    landing: galley.flatMap((one) => landingTimes(one, one.requests)),
    cancel: of("galley").flatMap(({ left }) => left),
    cancelTyping: galley.flatMap((one) => cancelDelays(one, one.requests)),
    // What VS Code, the network and the machine take when a provider does nothing but ask.
    floor: {
      own: of("none").flatMap(({ asked }) => asked.map(ownTime)),
      cancel: of("none").flatMap(({ left }) => left),
      landing: replaysOf("fixed").flatMap((one) => landingTimes(one, one.requests)),
    },
    wrong: wrong.length + virtual.galley.wrong.length,
    memory: memoryAbove(of("galley"), of("none")),
    ...typingOf(of("galley"), of("none")),
    others: { [titles.fixed]: typingWith(of("fixed")), [titles.oneInFlight]: typingWith(of("oneInFlight")) },
  };
  printTable(rowsOf(figures, virtual));
  return { ...resultOf(figures), floor_noise: noiseOf(figures.noise) };
}

const rateOf = (replays) =>
  replays.reduce((sum, { requests }) => sum + requests.length, 0) /
  replays.reduce((sum, { frames }) => sum + frames.length, 0);

function shareInFrame(replays) {
  const all = replays.map(({ frames }) => framesShown(frames));
  const shown = all.reduce((sum, one) => sum + one.shown, 0);
  return { shown, percent: (100 * all.reduce((sum, one) => sum + one.inFrame, 0)) / Math.max(1, shown) };
}

/** What is neither the server's time, nor the network's, nor a wait: until the request leaves, and after its last byte. */
const ownTime = ({ call, request }) => call.left - call.at + (call.returned - request.ended);

/** What typing with completion leaves in the extension host, beyond what typing without Galley leaves. */
function memoryAbove(on, off) {
  const grown = (field) => (list) => median(list.map(({ memory }) => memory.after[field] - memory.before[field]));
  const above = (field) => (grown(field)(on) - grown(field)(off)) / MB;
  return { used: above("heapUsed") + above("external"), rss: above("rss") };
}

function rowsOf(
  { rates, virtual: without, shares, own, landing, cancel, cancelTyping, floor, wrong, memory, keys, others },
  virtual,
) {
  return [
    ...requestRows(rates, "in a window"),
    ...requestRows(without, `of ${virtual.galley.keys} keys without a window`),
    ...Object.entries(titles).map(([name, title]) => ({
      subject: `${title}, shown in the frame of the key`,
      median: `${shares[name].percent.toFixed(1)} %`,
      spread: `of ${shares[name].shown} shown`,
      ...(name === "galley" && { aim: `≥ ${aims.inFrame} %`, met: shares.galley.percent >= aims.inFrame }),
    })),
    ownRow(own),
    timeRow("  the floor: a provider that only asks", floor.own),
    // Too few answers land while a trace is typed for an aim of their own.
    timeRow("  last byte to the editor, while typing", landing),
    timeRow("  of the fixed wait, which only hands it over", floor.landing),
    ...aboveFloor("a useless request until it is gone", cancel, floor.cancel, aims.cancel),
    timeRow("  while typing", cancelTyping),
    { subject: "wrongly shown", median: String(wrong), aim: "0", met: wrong === 0 },
    {
      subject: "host memory of completion",
      median: `${memory.used.toFixed(1)} MB`,
      spread: `resident ${memory.rss.toFixed(1)} MB`,
      aim: `≤ ${aims.memory} MB`,
      met: memory.used <= aims.memory,
    },
    ...typingRows(keys, others, aims.typing),
  ];
}

function requestRows(rates, where) {
  const isFewest = rates.galley <= aims.requests && rates.galley < rates.fixed && rates.galley < rates.oneInFlight;
  return Object.entries(titles).map(([name, title]) => ({
    subject: `${title}, requests per key ${where}`,
    median: rates[name].toFixed(3),
    ...(name === "galley" && { aim: `≤ ${aims.requests} and fewest`, met: isFewest }),
  }));
}

const timeRow = (subject, list) => ({
  subject,
  median: list.length === 0 ? "none" : `${median(list).toFixed(1)} ms`,
  spread: list.length === 0 ? "" : `p95 ${percentile(list, 95).toFixed(1)} ms of ${list.length}`,
});

function ownRow(own) {
  const row = timeRow("own time beyond the server's and the network's, asked by command", own);
  const isMet = own.length > 0 && percentile(own, 95) <= aims.own;
  return { ...row, aim: `p95 ≤ ${aims.own} ms`, result: row.spread || row.median, met: isMet };
}

/** What Galley takes is what remains of its p95 without that of a provider that only asks. Both are shown. */
function aboveFloor(subject, list, floor, aim) {
  const above = list.length === 0 || floor.length === 0 ? Infinity : percentile(list, 95) - percentile(floor, 95);
  const row = { ...timeRow(subject, list), ratio: `+${above.toFixed(1)} ms`, aim: `p95 ≤ ${aim} ms above it` };
  return [
    { ...row, result: `${above.toFixed(1)} ms above the floor; ${row.spread}`, met: above <= aim },
    timeRow("  the floor: a provider that only asks", floor),
  ];
}

function resultOf({ rates, virtual, shares, own, landing, cancel, cancelTyping, floor, wrong, memory, keys, others }) {
  const p95 = (list) => (list.length === 0 ? null : round(percentile(list, 95), 1));
  const all = (of) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, round(value, 3)]));
  return {
    requests_per_key: all(rates),
    requests_per_key_without_window: all(virtual),
    shown_in_frame_percent: round(shares.galley.percent, 1),
    own_p95_ms: p95(own),
    own_p95_ms_of_floor: p95(floor.own),
    landing_p95_ms: p95(landing),
    landing_p95_ms_of_fixed: p95(floor.landing),
    cancel_p95_ms: p95(cancel),
    cancel_p95_ms_of_floor: p95(floor.cancel),
    cancel_p95_ms_while_typing: p95(cancelTyping),
    wrongly_shown: wrong,
    host_memory_mb: round(memory.used, 1),
    host_resident_mb: round(memory.rss, 1),
    typing_over_none_p50: round(keys.on / keys.off),
    typing_over_others_p50: round(keys.on / Math.min(...Object.values(others))),
  };
}
