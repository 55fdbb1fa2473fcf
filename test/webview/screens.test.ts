// Every state of the panel, the inspector and Try looks as it looked when somebody last looked at it.
import { lookAtEvery } from "./every-look.ts";
import { panelStates } from "./states.ts";

lookAtEvery(panelStates);
