// What a draft costs is looked at once: a further letter reads no file and no conversation again.
import { afterEach, expect, test } from "vitest";
import { type FileTarget, fileTargetsOf } from "../../extension/message/file-target.ts";
import { partKey } from "../../extension/protocol/draft.ts";
import { KnownMeasures } from "../../extension/preview/known-measures.ts";
import { measureDraft } from "../../extension/preview/meter.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";

const text = (value: string) => ({ type: "text", text: value }) as const;
const lines = (start: number, end: number) =>
  ({ type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start, end } } }) as const;

let ports: FakePorts;
afterEach(() => {
  ports.store.close();
});

function countingPorts(): { reads: FileTarget[]; looks: () => number } {
  ports = fakePorts();
  const reads: FileTarget[] = [];
  const { readFile, layers } = ports;
  let looked = 0;
  ports.readFile = (target) => {
    reads.push(target);
    return readFile(target);
  };
  ports.layers = (wanted) => {
    looked += 1;
    return layers(wanted);
  };
  return { reads, looks: () => looked };
}

test("two equal chips are read once, and counted twice", async () => {
  const { reads } = countingPorts();
  const one = await measureDraft(ports, "ses_1", [lines(1, 2)]);
  const two = await measureDraft(ports, "ses_1", [lines(1, 2), lines(1, 2)]);
  expect(reads).toHaveLength(2);
  expect(two.measures).toEqual(one.measures);
  const task = ({ meter }: typeof one): number => meter.segments.find(({ id }) => id === "task")?.tokens ?? 0;
  expect(task(two)).toBe(2 * task(one));
});

test("typing on reads nothing again; a new chip reads only itself", async () => {
  const { reads, looks } = countingPorts();
  const known = new KnownMeasures();
  const first = await measureDraft(ports, "ses_1", [lines(1, 2), text("a")], known);
  const looked = looks();
  const second = await measureDraft(ports, "ses_1", [lines(1, 2), text("a few more words")], known);
  expect([reads.length, looks()]).toEqual([1, looked]);
  expect(second.measures).toEqual(first.measures);
  expect(second.meter.estimate).toBeGreaterThan(first.meter.estimate);
  await measureDraft(ports, "ses_1", [lines(1, 2), lines(3, 4)], known);
  expect(reads.map(({ range }) => range)).toEqual([lines(1, 2).ref.range, lines(3, 4).ref.range]);
});

test("what is known gives the figures that a look at everything gives", async () => {
  countingPorts();
  const known = new KnownMeasures();
  const parts = [text("see "), lines(1, 2), text(" and "), lines(2, 9)];
  for (let count = 1; count <= parts.length; count++) {
    const kept = await measureDraft(ports, "ses_1", parts.slice(0, count), known);
    expect(kept).toEqual(await measureDraft(ports, "ses_1", parts.slice(0, count)));
  }
});

test("a file that changed is read again, the others are not", async () => {
  const { reads } = countingPorts();
  ports.files.set("src/b.ts", "other");
  const known = new KnownMeasures();
  const other = { type: "file-ref", ref: { kind: "path", path: "src/b.ts" } } as const;
  await measureDraft(ports, "ses_1", [lines(1, 4), other], known);
  ports.files.delete("src/a.ts");
  known.forgetFiles(new Set(["src/a.ts"]));
  const { measures } = await measureDraft(ports, "ses_1", [lines(1, 4), other], known);
  expect(reads.map(({ path }) => path)).toEqual(["src/a.ts", "src/b.ts", "src/a.ts"]);
  const gone = measures.find(({ key }) => key === partKey(lines(1, 4)));
  expect(measures.map(({ is_missing }) => is_missing)).toEqual([true, undefined]);
  expect(gone?.problem).toContain(
    "Could not read src/a.ts:1-4: the file does not exist. Restore the file, or remove it from the message.",
  );
});

test("instructions of the folders that chips are in count, and go with the last chip of their folder", async () => {
  ports = fakePorts();
  const known = new KnownMeasures();
  ports.layers = ({ messages }) => {
    const folders = new Set(
      fileTargetsOf(messages.flatMap(({ role, parts }) => (role === "user" ? parts : []))).map(({ target }) =>
        target.path.replace(/[^/]*$/, ""),
      ),
    );
    const text = "Be careful here. ".repeat(10 * folders.size);
    return Promise.resolve({ layers: [{ id: "project.instructions", text }] });
  };
  const system = async (...parts: Parameters<typeof measureDraft>[2]): Promise<number> => {
    const { meter } = await measureDraft(ports, "ses_1", parts, known);
    return meter.segments.find(({ id }) => id === "system")?.tokens ?? 0;
  };
  const other = { type: "file-ref", ref: { kind: "path", path: "docs/b.md" } } as const;
  const one = await system(lines(1, 2));
  const two = await system(lines(1, 2), other);
  expect(two).toBe(2 * one);
  expect(await system(lines(1, 2), other, lines(3, 4))).toBe(two);
  expect(await system(lines(1, 2))).toBe(one);
});

test("two chips of one name carry as much of their folders as tells them apart, one alone does not", async () => {
  countingPorts();
  const file = (path: string) => ({ type: "file-ref", ref: { kind: "path", path } }) as const;
  const known = new KnownMeasures();
  const names = async (...paths: string[]) =>
    (await measureDraft(ports, "ses_1", paths.map(file), known)).measures.map(({ name }) => name);
  expect(await names("src/net/index.ts")).toEqual([undefined]);
  expect(await names("src/net/index.ts", "src/ui/index.ts")).toEqual(["net/index.ts", "ui/index.ts"]);
  expect(await names("src/net/index.ts", "src/page.ts")).toEqual([undefined, undefined]);
});

test("a mention of a skill is badged with what to do where the model has no tools to load it", async () => {
  const mention = { type: "mention", target: { kind: "skill", name: "review" } } as const;
  const problemFor = async (tools: boolean) => {
    ports = fakePorts({ model: { ...loopback, tools } });
    const { measures } = await measureDraft(ports, "ses_1", [text("Go "), mention]);
    return measures.map(({ problem }) => problem);
  };
  expect(await problemFor(true)).toEqual([undefined]);
  expect(await problemFor(false)).toEqual([
    "The model cannot load the skill review because it does not call tools. Type /review instead, or select a model that calls tools.",
  ]);
});
