// The states in which something works or asks (tools, skills, agents, Try) look as when they were last reviewed.
import { lookAtEvery } from "./every-look.ts";
import { workStates } from "./states.ts";

lookAtEvery(workStates);
