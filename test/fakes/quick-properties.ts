// For npm run test:quick: each property is tried for a moment. npm test tries it as often as it says.
import fc from "fast-check";

const MOMENT_MS = 100;

fc.installGlobalPlugin(() => {
  const end = performance.now() + MOMENT_MS;
  let wasTried = false;
  return {
    // Never in the middle of a try, which may have files open.
    decorateRun: (run) => (value) => {
      if (wasTried && performance.now() > end) return new fc.PreconditionFailure(true);
      wasTried = true;
      return run(value);
    },
  };
});
