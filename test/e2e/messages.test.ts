// Journeys with a message, one after the other in one window: to open one takes longer than most of them.
import { afterAll } from "vitest";
import { closeShared } from "./shared.ts";
import "./first-message.journey.ts";
import "./focus.journey.ts";
import "./input.journey.ts";
import "./queue.journey.ts";
import "./tools.journey.ts";

afterAll(closeShared);
