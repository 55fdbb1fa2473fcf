// A process that makes a database with one answer in it: DATABASE.
import { storeWithAnswer } from "./edit-store.ts";

storeWithAnswer(process.argv[2] ?? "").close();
