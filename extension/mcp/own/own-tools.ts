// The tools of Galley's own server in an authoring conversation: the server plans the writes, and the editor writes.
import { authoringOn, type AuthoringPorts, type SkillPath } from "../../skills/authoring/operations.ts";
import type { Documents, Located, Place } from "../../tools/ports.ts";
import { writeNeeds } from "../../tools/locate.ts";
import type { CallAbout, Need, Outcome, Prepared, Preview, Tool } from "../../tools/tool.ts";
import type * as server from "./own-server.ts";
import * as words from "../words.ts";

export interface OwnToolPorts {
  /** Loaded when a conversation needs it. */
  server: () => Promise<Pick<typeof server, "listOwn" | "callOwn">>;
  skills: Pick<AuthoringPorts, "list" | "isOff" | "dry">;
  /** Refuses a path outside of the skills folder. */
  locate: (path: SkillPath) => Promise<Located>;
  documents: Documents;
  /** Why this call may not change skills; `undefined` if it may. */
  refuses: (about: CallAbout) => Promise<string | undefined>;
}

export async function ownTools(ports: OwnToolPorts): Promise<Tool[]> {
  const { listOwn } = await ports.server();
  const listed = await listOwn(authoringOn(planning(ports).ports));
  return listed.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema,
    harmless: false,
    authors: true,
    prepare: (input, about) => prepare(ports, name, input, about),
  }));
}

interface PlannedWrite {
  place: Place;
  before: string | undefined;
  after: string;
}

async function prepare(ports: OwnToolPorts, name: string, input: unknown, about: CallAbout): Promise<Prepared> {
  const why = await ports.refuses(about);
  if (why !== undefined) return { ok: false, output: why };
  const { callOwn } = await ports.server();
  const plan = planning(ports);
  const { ok, output } = await callOwn(authoringOn(plan.ports), name, input);
  if (!ok) return { ok: false, output };
  const { writes } = plan;
  const paths = writes.map(({ place }) => place.path);
  const run = async (): Promise<Outcome> => {
    for (const { place, before, after } of writes) {
      const done = await ports.documents.replace(place, before, after, about);
      if (!done.ok) return { ok: false, output: words.notWritten(place.path, done.failure) };
    }
    return { ok: true, output: paths.length === 0 ? output : `${output}\n${words.written(paths)}` };
  };
  const title = writes.length === 0 ? words.listSkills : words.write(paths);
  const needs: Need[] = writes.flatMap(({ place }) => writeNeeds(place));
  const preview = previewOf(writes);
  return { ok: true, call: { title, needs, ...(preview && { preview }), changes: writes.length > 0, run } };
}

/** Collects the writes so that the user can review them. The call writes when it runs. */
function planning({ skills, locate, documents }: OwnToolPorts): { ports: AuthoringPorts; writes: PlannedWrite[] } {
  const writes: PlannedWrite[] = [];
  const placeOf = async (path: SkillPath): Promise<Place> => {
    const located = await locate(path);
    if (!located.ok) throw new Error(`${path.name}/${path.file}: ${located.failure}.`);
    return located.value;
  };
  return {
    writes,
    ports: {
      ...skills,
      async read(path) {
        const place = await placeOf(path);
        if (place.kind === "missing") return undefined;
        const text = await documents.text(place);
        if (!text.ok) throw new Error(`${place.path}: ${text.failure}.`);
        return text.value.text;
      },
      async write(path, before, after) {
        writes.push({ place: await placeOf(path), before, after });
      },
    },
  };
}

/** One file as a diff; several with their full new text. */
function previewOf(writes: readonly PlannedWrite[]): Preview | undefined {
  const [first, ...others] = writes;
  if (first === undefined) return undefined;
  const { place, before = "", after } = first;
  if (others.length === 0) return { type: "diff", path: place.path, before, after };
  return { type: "text", text: writes.map((one) => `${one.place.path}\n\n${one.after}`).join("\n\n") };
}
