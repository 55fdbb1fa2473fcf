// Asks at the ends of lines, in one window after the other, so that what disturbs the machine disturbs each as much.

/** Above what was typed, where all is as it was. */
export const lineEnds = ({ text, offset }) =>
  [...text.slice(0, offset).matchAll(/[\w;,]\n/g)].map(({ index }) => index + 1);

/** The first ones warm the code up. */
const WARM = 2;

/** By window: `{call, request}` of each ask by command. What a provider takes beside the server when it does not wait. */
export async function askInTurn(windows, trace, server, count) {
  const ask = async ({ control }, offset) => {
    const { call } = await control("trigger", { offset });
    const request = server.requests.find(({ received }) => received > call?.at && received < call.returned);
    return request?.ended === undefined ? [] : [{ call, request }];
  };
  const asked = await inTurn(
    windows,
    trace,
    server,
    { fixedMs: 50, offsets: lineEnds(trace).slice(0, count + WARM) },
    ask,
  );
  return Object.fromEntries(Object.entries(asked).map(([name, all]) => [name, all.slice(WARM).flat()]));
}

/** By window: from the move of the cursor until the server knows that its answer is not wanted. Where nothing was asked yet. */
export async function leaveInTurn(windows, trace, server, { after, count }) {
  const leave = async ({ control }, offset) => {
    const { asked, left } = await control("leave", { offset, elsewhere: 0 });
    const request = server.requests.find(({ received }) => received > asked && received < left);
    return request === undefined ? [] : [(request.closed ?? Infinity) - left];
  };
  const offsets = lineEnds(trace)
    .slice(after + WARM)
    .slice(-count);
  const left = await inTurn(windows, trace, server, { fixedMs: 1_000, offsets }, leave);
  return Object.fromEntries(Object.entries(left).map(([name, all]) => [name, all.flat()]));
}

async function inTurn(windows, trace, server, { fixedMs, offsets }, deed) {
  Object.assign(server, { trace, fixedMs });
  const told = Object.fromEntries(Object.keys(windows).map((name) => [name, []]));
  for (const { control } of Object.values(windows)) await control("open", { file: trace.file, offset: 0 });
  for (const offset of offsets)
    for (const [name, window] of Object.entries(windows)) {
      await window.page.bringToFront();
      server.requests = [];
      told[name].push(await deed(window, offset));
    }
  server.fixedMs = undefined;
  return told;
}
