// The part of an Approach that each stage carries: the section under its heading, or its item of a numbered list.

export interface ApproachParts {
  /** What belongs to no stage; everything, if no part can be told from another. */
  rest: string;
  /** One for each stage, empty if the Approach says nothing of it. */
  stages: string[];
}

/** Cuts the author's prose and changes no word of it. */
export function approachParts(body: string, stages: readonly string[]): ApproachParts {
  const lines = body.split("\n");
  const bySection = cut(lines, stages.length, sections(lines, stages));
  if (bySection.stages.some((text) => text !== "")) return bySection;
  const items = lines.filter((line) => ITEM.test(line)).length;
  if (stages.length > 0 && items === stages.length) return cut(lines, stages.length, numbered(lines));
  return { rest: body.trim(), stages: stages.map(() => "") };
}

const HEADING = /^(#{1,6})\s+(.*)$/;
const FENCE = /^\s*(?:```|~~~)/;
const ITEM = /^\d+[.)]\s/;

/** `owners`: the stage of each line; -1 for none. */
function cut(lines: readonly string[], count: number, owners: readonly number[]): ApproachParts {
  const of = (stage: number): string =>
    lines
      .filter((_, at) => owners[at] === stage)
      .join("\n")
      .trim();
  return { rest: of(-1), stages: Array.from({ length: count }, (_, stage) => of(stage)) };
}

/** A heading that names a stage begins its section. One of the same level or above ends it, a lower one does not. */
function sections(lines: readonly string[], stages: readonly string[]): number[] {
  let owner = -1;
  let level = 0;
  let isCode = false;
  return lines.map((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    const [, marks = "", title = ""] = isCode ? [] : (HEADING.exec(line) ?? []);
    if (marks === "") return owner;
    const named = stages.findIndex((name) => spoken(title).includes(spoken(name)));
    if (named >= 0 || marks.length <= level) {
      owner = named;
      level = named < 0 ? 0 : marks.length;
    }
    return owner;
  });
}

function numbered(lines: readonly string[]): number[] {
  let owner = -1;
  return lines.map((line) => (ITEM.test(line) ? (owner += 1) : owner));
}

/** Words with a space around each, so that a name matches whole words only. */
function spoken(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
}
