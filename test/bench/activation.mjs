// Activation against an empty extension, the scripts it evaluates, and the memory of the host with the panel open.
import { figures, median, noiseOf, printTable, round } from "./shared/report.mjs";
import { interleave, useOnce, withWindows } from "./shared/windows.mjs";

const windows = 8;
const memoryWindows = 4;
const aims = { ratio: 5, kib: 200, mb: 25 };
const ids = { galley: "galley.galley", empty: "bench.empty", bare: "bench.bare" };
const mb = 1024 * 1024;

export function run() {
  return withWindows({}, async (inWindow, data) => {
    await useOnce(inWindow, data);
    const activations = await measureActivations(inWindow);
    const memory = await measureMemory(inWindow);
    return report(activations, memory);
  });
}

/** Both in every window, in turns the first: neither profits from what the other one warmed up. */
async function measureActivations(inWindow) {
  const orders = { "galley first": [ids.galley, ids.empty], "empty first": [ids.empty, ids.galley] };
  const results = await interleave(Object.keys(orders), { rounds: windows / 2 }, (order) =>
    inWindow({ extensions: ["galley", "empty"], plan: { activate: orders[order] } }),
  );
  const all = Object.values(results).flatMap((list) => list.flatMap(({ activations }) => activations));
  return { galley: all.filter(({ id }) => id === ids.galley), empty: all.filter(({ id }) => id === ids.empty) };
}

/** `galley.open` comes back when the panel's input is usable; a model of Galley's own answers the messages. */
function measureMemory(inWindow) {
  const messages = ["Hello", "What can you do?", "How does `a` differ from `b`?"];
  const plans = {
    galley: { activate: [ids.galley], run: "galley.open", messages },
    bare: { activate: [ids.bare], run: "bare.view.focus" },
    empty: { activate: [ids.empty] },
  };
  return interleave(Object.keys(plans), { rounds: memoryWindows, warmUps: 0 }, async (name) => {
    const plan = { ...plans[name], memory: true };
    return (await inWindow({ extensions: [name], plan })).memory;
  });
}

function report(activations, memory) {
  const ms = { galley: activations.galley.map(({ ms }) => ms), empty: activations.empty.map(({ ms }) => ms) };
  const ratio = median(ms.galley) / median(ms.empty);
  const { loaded } = activations.galley[0];
  const kib = loaded.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  const rss = Object.fromEntries(Object.entries(memory).map(([name, all]) => [name, all.map(({ rss }) => rss / mb)]));
  const heap = {
    galley: memory.galley.map(({ heapUsed }) => heapUsed / mb),
    empty: memory.empty.map(({ heapUsed }) => heapUsed / mb),
  };
  const above = { rss: median(rss.galley) - median(rss.empty), heap: median(heap.galley) - median(heap.empty) };
  printTable([
    { subject: "empty extension, activation", ...figures(ms.empty, "ms"), ratio: "1" },
    {
      subject: "Galley, activation",
      ...figures(ms.galley, "ms"),
      ratio: ratio.toFixed(2),
      aim: `< ${aims.ratio}`,
      met: ratio < aims.ratio,
    },
    {
      subject: `Galley, evaluated (${loaded.map(({ file }) => file).join(", ")})`,
      median: `${kib.toFixed(1)} KiB`,
      aim: `< ${aims.kib} KiB`,
      met: loaded.length > 0 && kib < aims.kib,
    },
    { subject: "empty extension, host memory", ...figures(rss.empty, "MB") },
    { subject: "bare webview, host memory", ...figures(rss.bare, "MB") },
    { subject: "Galley with its panel open and a short conversation, host memory", ...figures(rss.galley, "MB") },
    {
      subject: "  above the empty extension",
      median: `${above.rss.toFixed(1)} MB`,
      aim: `≤ ${aims.mb} MB`,
      met: above.rss <= aims.mb,
    },
    { subject: "  of it used heap", median: `${above.heap.toFixed(1)} MB` },
  ]);
  return {
    activation_over_empty: round(ratio),
    evaluated_kib: round(kib, 1),
    evaluated_files: loaded.map(({ file }) => file),
    rss_above_empty_mb: round(above.rss, 1),
    heap_above_empty_mb: round(above.heap, 1),
    floor_noise: noiseOf(ms.empty),
  };
}
