// When a list was painted after a key: runs in the page, keeps what it saw in `bench`.

/** In the page: the time of the last key, and of every paint that followed a change of the list. */
export function watch(selector) {
  const bench = (globalThis.bench ??= { key: 0, paints: [] });
  window.addEventListener("keydown", (event) => (bench.key = event.timeStamp), true);
  const channel = new MessageChannel();
  channel.port1.onmessage = () => bench.paints.push(performance.now());
  let isAsked = false;
  const isList = ({ target }) => {
    const element = target instanceof Element ? target : target.parentElement;
    return !!element?.closest(".monaco-list-rows, [role=listbox]") || !!element?.querySelector?.("[role=listbox]");
  };
  const observer = new MutationObserver((changes) => {
    if (isAsked || !changes.some(isList)) return;
    isAsked = true;
    // A message posted in a frame is delivered when the frame is painted.
    requestAnimationFrame(() => {
      isAsked = false;
      channel.port2.postMessage(undefined);
    });
  });
  observer.observe(document.querySelector(selector), { childList: true, subtree: true, characterData: true });
}
