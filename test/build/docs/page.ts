// A page of the documents, taken apart: its prose, headings, links, code and names in bold.

interface Fence {
  /** The words after the opening of the block: a language, and the name of the file it shows. */
  readonly language: string;
  readonly file: string | undefined;
  readonly text: string;
}

export interface Page {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  /** Without blocks of code; lines are joined, so that a name may go on in the next line. */
  readonly prose: string;
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
  /** The code between single backticks. */
  readonly spans: readonly string[];
  readonly fences: readonly Fence[];
  /** Rows of tables, as cells; the first row of a table is in each as `head`. */
  readonly rows: readonly { head: readonly string[]; cells: readonly string[] }[];
  /** What is in bold and is not the beginning of a paragraph, which ends with a period or a colon. */
  readonly names: readonly string[];
}

const FENCE = /^```(\S*)[ \t]*(\S*)[^\n]*\n([^]*?)^```[ \t]*$/gm;
const SPAN = /`([^`\n]+)`/g;

export function readPage(path: string, text: string): Page {
  const lines = text.replace(FENCE, "");
  const prose = lines.replace(/(\S)\n(?=[^\n|#-])\s*/g, "$1 ");
  const plain = prose.replace(SPAN, "");
  return {
    path,
    prose,
    anchors: anchorsOf(lines),
    links: linksOf(prose),
    spans: [...prose.matchAll(SPAN)].map(([, code = ""]) => code),
    fences: [...text.matchAll(FENCE)].map(([, language = "", file = "", code = ""]) => ({
      language,
      file: file === "" ? undefined : file,
      text: code,
    })),
    rows: rowsOf(lines),
    names: [...plain.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name).filter((name) => !/[.:!]$/.test(name)),
  };
}

/** As GitHub makes them: lower case, without signs, hyphens for blanks, a number for the second of a name. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of text.matchAll(/^#+ (.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    let name = anchor;
    for (let count = 1; anchors.has(name); count += 1) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

function linksOf(prose: string): string[] {
  // Code in the words of a link stays; code elsewhere holds no links.
  const text = prose.replace(/`[^`\n]*`(?![^[\]]*\]\()/g, "");
  const written = [...text.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)].map(([, link = ""]) => link);
  const drawn = [...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(([, link = ""]) => link);
  return [...written, ...drawn];
}

function rowsOf(text: string): Page["rows"] {
  return [...text.matchAll(/(?:^\|.*\|$\n?)+/gm)].flatMap(([table]) => {
    const [head = [], , ...rows] = table.trim().split("\n").map(cellsOf);
    return rows.map((cells) => ({ head, cells }));
  });
}

const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
