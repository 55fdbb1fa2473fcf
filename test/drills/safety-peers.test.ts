// The safety drill in its short form: a peer cannot exhaust us. These attacks take as long as all the others together.
import { testPromises } from "./attack-tests.ts";

await testPromises(["peers"]);
