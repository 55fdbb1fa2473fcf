// For npm run test:quick: each property is tried for a moment. npm test tries it as often as it says.
import fc from "fast-check";

const MOMENT_MS = 100;

fc.installGlobalPlugin(() => {
  const end = performance.now() + MOMENT_MS;
  let hasHeld = false;
  return {
    // Never in the middle of a try, which may have files open, and not before one has held.
    decorateRun: (run) => (value) => {
      if (hasHeld && performance.now() > end) return new fc.PreconditionFailure(true);
      const result = run(value);
      if (result === null) hasHeld = true;
      else if ("then" in result) return result.then((last) => ((hasHeld ||= last === null), last));
      return result;
    },
  };
});
