// Calls a function later, and returns a function that cancels the call.

export function after(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => {
    clearTimeout(timer);
  };
}
