// The safety drill in its short form: all promises but that about peers, which has a file of its own.
import { PROMISES, type PromiseName } from "./attack.ts";
import { testPromises } from "./attack-tests.ts";

const names = Object.keys(PROMISES) as PromiseName[];
await testPromises(names.filter((name) => name !== "peers"));
