// Every state of the panel, the inspector and Try looks as when it was last reviewed.
import { lookAtEvery } from "./every-look.ts";
import { panelStates } from "./states.ts";

lookAtEvery(panelStates);
