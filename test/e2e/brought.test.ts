// Journeys with what is brought into a message, one after the other in one window.
import { afterAll, beforeAll } from "vitest";
import { closeShared, sharedWindow } from "./shared.ts";
import "./mentions.journey.ts";
import "./gestures.journey.ts";

// Symbols of the project and its problems need the whole server of TypeScript.
beforeAll(() => sharedWindow({ "js/ts.experimental.useTsgo": false }));

afterAll(closeShared);
