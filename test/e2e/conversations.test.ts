// Journeys with the list of conversations and its panes, one after the other in one window. The list is empty at first.
import { afterAll } from "vitest";
import { closeShared } from "./shared.ts";
import "./sessions.journey.ts";
import "./panes.journey.ts";

afterAll(closeShared);
