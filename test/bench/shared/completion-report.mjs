// The figures of completion, each with its aim.
import { cancelDelays, framesShown, landingTimes, wronglyShown } from "./completion-judge.mjs";
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
    cancel: [...of("galley").flatMap(({ left }) => left), ...galley.flatMap((one) => cancelDelays(one, one.requests))],
    bare: {
      own: of("none").flatMap(({ asked }) => asked.map(ownTime)),
      cancel: of("none").flatMap(({ left }) => left),
      // The baseline does nothing with an answer but hand it over.
      landing: replaysOf("fixed").flatMap((one) => landingTimes(one, one.requests)),
    },
    wrong: wrong.length + virtual.galley.wrong.length,
    memory: memoryAbove(of("galley"), of("none")),
    ...typingOf(of("galley"), of("none")),
  };
  printTable(rowsOf(figures, virtual));
  return { ...resultOf(figures), floor_noise: noiseOf(figures.floor) };
}

const rateOf = (replays) =>
  replays.reduce((sum, { requests }) => sum + requests.length, 0) /
  replays.reduce((sum, { frames }) => sum + frames.length, 0);

function shareInFrame(replays) {
  const all = replays.map(({ frames }) => framesShown(frames));
  const shown = all.reduce((sum, one) => sum + one.shown, 0);
  return { shown, percent: (100 * all.reduce((sum, one) => sum + one.inFrame, 0)) / Math.max(1, shown) };
}

/** What is neither the server's time nor a wait: before the request is there, and after its last byte. */
const ownTime = ({ call, request }) => request.received - call.at + (call.returned - request.ended);

/** What typing with completion leaves in the extension host, beyond what typing without Galley leaves. */
function memoryAbove(on, off) {
  const grown = (field) => (list) => median(list.map(({ memory }) => memory.after[field] - memory.before[field]));
  const above = (field) => (grown(field)(on) - grown(field)(off)) / MB;
  return { used: above("heapUsed") + above("external"), rss: above("rss") };
}

/** The first keys of a window find code that has not run yet. */
function typingOf(on, off) {
  const times = (window) => window.replays.flatMap(({ frames }) => frames.slice(4).map(({ ms }) => ms));
  const p50 = (list) => percentile(list.flatMap(times), 50);
  return { keys: { on: p50(on), off: p50(off) }, floor: off.map((window) => percentile(times(window), 50)) };
}

function rowsOf({ rates, virtual: without, shares, own, landing, cancel, bare, wrong, memory, keys }, virtual) {
  const isFewest = (of) => of.galley <= aims.requests && of.galley < of.fixed && of.galley < of.oneInFlight;
  const fewest = `≤ ${aims.requests} and fewest`;
  const perKey = (of, where) =>
    Object.entries(titles).map(([name, title]) => ({
      subject: `${title}, requests per key ${where}`,
      median: of[name].toFixed(3),
      ...(name === "galley" && { aim: fewest, met: isFewest(of) }),
    }));
  const ms = (subject, list, aim) => ({
    subject,
    median: list.length === 0 ? "none" : `${median(list).toFixed(1)} ms`,
    spread: list.length === 0 ? "" : `p95 ${percentile(list, 95).toFixed(1)} ms of ${list.length}`,
    ...(aim !== undefined && { aim: `p95 ≤ ${aim} ms`, met: list.length > 0 && percentile(list, 95) <= aim }),
  });
  const ratio = keys.on / keys.off;
  return [
    ...perKey(rates, "in a window"),
    ...perKey(without, `of ${virtual.galley.keys} keys without a window`),
    ...Object.entries(titles).map(([name, title]) => ({
      subject: `${title}, shown in the frame of the key`,
      median: `${shares[name].percent.toFixed(1)} %`,
      spread: `of ${shares[name].shown} shown`,
      ...(name === "galley" && { aim: `≥ ${aims.inFrame} %`, met: shares.galley.percent >= aims.inFrame }),
    })),
    ms("own time beyond the server's, asked by command", own, aims.own),
    ms("  of a provider that only asks", bare.own),
    ms("last byte to the editor, while typing", landing, aims.own),
    ms("  of the fixed wait, which only hands it over", bare.landing),
    ms("a useless request until it is gone", cancel, aims.cancel),
    ms("  of a provider that only asks", bare.cancel),
    { subject: "wrongly shown", median: String(wrong), aim: "0", met: wrong === 0 },
    {
      subject: "host memory of completion",
      median: `${memory.used.toFixed(1)} MB`,
      spread: `resident ${memory.rss.toFixed(1)} MB`,
      aim: `≤ ${aims.memory} MB`,
      met: memory.used <= aims.memory,
    },
    {
      subject: "key to frame in the editor, against without Galley, p50",
      median: `${keys.on.toFixed(1)} ms`,
      spread: `without ${keys.off.toFixed(1)} ms`,
      ratio: ratio.toFixed(2),
      aim: `≤ ${aims.typing}`,
      met: ratio <= aims.typing,
    },
  ];
}

function resultOf({ rates, virtual, shares, own, landing, cancel, bare, wrong, memory, keys }) {
  const p95 = (list) => (list.length === 0 ? null : round(percentile(list, 95), 1));
  const all = (of) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, round(value, 3)]));
  return {
    requests_per_key: all(rates),
    requests_per_key_without_window: all(virtual),
    shown_in_frame_percent: round(shares.galley.percent, 1),
    own_p95_ms: p95(own),
    own_p95_ms_of_bare: p95(bare.own),
    landing_p95_ms: p95(landing),
    landing_p95_ms_of_fixed: p95(bare.landing),
    cancel_p95_ms: p95(cancel),
    cancel_p95_ms_of_bare: p95(bare.cancel),
    wrongly_shown: wrong,
    host_memory_mb: round(memory.used, 1),
    host_resident_mb: round(memory.rss, 1),
    typing_over_none_p50: round(keys.on / keys.off),
  };
}
