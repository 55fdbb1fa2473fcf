// Journeys with what answers, one after the other in one window: a provider with a key, agents, and what comes of answers.
import { afterAll } from "vitest";
import { closeShared } from "./shared.ts";
import "./providers.journey.ts";
import "./acp.journey.ts";
import "./apply.journey.ts";

afterAll(closeShared);
