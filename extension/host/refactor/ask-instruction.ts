// The one line in which the user says what to change: with the last instructions, what comes along, and what it costs.
import * as vscode from "vscode";
import type { Part } from "../../message/part.ts";
import { carryOut, pickMany, shownUntilHidden } from "../window/ask.ts";
import type { Recents } from "./recents.ts";
import * as words from "./words.ts";

export interface Added {
  label: string;
  part: Part;
}

export interface Asked {
  /** `chat`: the user goes on in the panel with the same parts. */
  way: "run" | "chat";
  instruction: string;
  added: readonly Added[];
}

export interface InstructionPorts {
  title: string;
  /** Shown at first, selected. */
  initial: string;
  recents: Recents;
  /** Who answers. */
  model: string;
  /** Who answers and how much is sent. */
  cost: (instruction: string, added: readonly Added[]) => Promise<string>;
  preview: (instruction: string, added: readonly Added[]) => Promise<void>;
  /** What is typed so far: it is there when the box closes without a request and opens again, even at once. */
  typed: (words: string) => void;
  /** What can come along. */
  contexts: () => readonly (Added & { description: string })[];
}

interface Item extends vscode.QuickPickItem {
  instruction: string;
  /** Default: the request is sent. */
  way?: "preview" | "chat";
}

const PREVIEW: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("eye"), tooltip: words.previewButton };
const CHAT: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("comment-discussion"),
  tooltip: words.chatButton,
};
const CONTEXT: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("attach"), tooltip: words.contextButton };
const REMOVE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("close"), tooltip: words.removeRecent };

/** The cost is measured when the user pauses. */
const PAUSE_MS = 150;

/** `undefined` if the user closes the box, also for a preview. The box comes back after the list of context. */
export async function askInstruction(ports: InstructionPorts): Promise<Asked | undefined> {
  let typed = ports.initial;
  let added: readonly Added[] = [];
  for (;;) {
    const left = await askOnce(ports, typed, added);
    typed = left.instruction;
    switch (left.way) {
      case "run":
      case "chat":
        return { way: left.way, instruction: typed.trim(), added };
      case "context":
        added = (await addContext(ports, added)) ?? added;
        break;
      case "closed":
        return undefined;
      case "preview":
        ports.typed(typed);
        await carryOut(() => ports.preview(typed.trim(), added));
        return undefined;
      default:
        left.way satisfies never;
    }
  }
}

interface Left {
  way: Asked["way"] | "context" | "preview" | "closed";
  instruction: string;
}

async function askOnce(ports: InstructionPorts, typed: string, added: readonly Added[]): Promise<Left> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = words.withContext(
    ports.title,
    added.map(({ label }) => label),
  );
  pick.placeholder = words.placeholder;
  pick.prompt = ports.model;
  pick.value = typed;
  pick.buttons = [CONTEXT, PREVIEW, CHAT];
  let left: Left | undefined;
  const leave = (way: Left["way"], instruction: string): void => {
    left = { way, instruction };
    pick.hide();
  };
  const shown = new Shown(pick, ports, added);
  ports.typed(typed);
  pick.onDidChangeValue((value) => {
    ports.typed(value.replace(/(^|\s)@$/, "$1"));
    if (/(?:^|\s)@$/.test(value)) leave("context", value.slice(0, -1));
    else shown.update();
  });
  pick.onDidTriggerButton((button) => {
    leave(button === CONTEXT ? "context" : button === PREVIEW ? "preview" : "chat", pick.value);
  });
  pick.onDidTriggerItemButton(({ item }) => {
    ports.recents.remove(item.instruction);
    shown.update();
  });
  pick.onDidAccept(() => {
    const { instruction = pick.value, way = "run" } = pick.activeItems[0] ?? {};
    // Keys may be faster than the list: an entry about an earlier text is active only because the others do not fit.
    if (way !== "run" && instruction !== pick.value) leave("run", pick.value);
    else if (instruction.trim() !== "") leave(way, instruction);
  });
  await shownUntilHidden(pick, () => false);
  const typedLast = pick.value;
  shown.dispose();
  pick.dispose();
  return left ?? { way: "closed", instruction: typedLast };
}

/** What the buttons do, in the list too: the keyboard does not reach the buttons of a box. */
function otherWays(instruction: string): Item[] {
  const entry = (way: "preview" | "chat", icon: string, label: string): Item => {
    return { label: `$(${icon}) ${label}`, instruction, way, alwaysShow: true };
  };
  return [entry("preview", "eye", words.previewButton), entry("chat", "comment-discussion", words.chatButton)];
}

/**
 * The entries of the box: what is typed, then the last instructions, then what else can be done with it. What it costs
 * stands above them: entries that are drawn anew when it is known would take the choice back that the user makes meanwhile.
 */
class Shown implements vscode.Disposable {
  readonly #pick: vscode.QuickPick<Item>;
  readonly #ports: InstructionPorts;
  readonly #added: readonly Added[];
  #round = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pick: vscode.QuickPick<Item>, ports: InstructionPorts, added: readonly Added[]) {
    this.#pick = pick;
    this.#ports = ports;
    this.#added = added;
    this.update();
  }

  update(): void {
    this.#draw();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#measure(), PAUSE_MS);
  }

  dispose(): void {
    this.#round += 1;
    clearTimeout(this.#timer);
  }

  #draw(): void {
    const { value } = this.#pick;
    const own: Item[] = value.trim() === "" ? [] : [{ label: value, instruction: value }];
    const before = this.#ports.recents.all
      .filter((instruction) => instruction !== value)
      .map((instruction): Item => ({ label: instruction, instruction, description: words.recent, buttons: [REMOVE] }));
    const items = [...own, ...before, ...(own.length === 0 ? [] : otherWays(value))];
    this.#pick.items = items;
    this.#pick.activeItems = items.slice(0, 1);
  }

  async #measure(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    // The cost is an extra: a request that cannot be measured says why when it is sent.
    const cost = await this.#ports.cost(this.#pick.value, this.#added).catch(() => this.#ports.model);
    if (round === this.#round) this.#pick.prompt = cost;
  }
}

async function addContext(ports: InstructionPorts, added: readonly Added[]): Promise<readonly Added[] | undefined> {
  const items = ports.contexts().map(({ label, part, description }) => ({
    ...{ label, description, part },
    picked: added.some((one) => one.label === label),
  }));
  const picked = await pickMany(items, { title: words.contextTitle, matchOnDescription: true });
  return picked?.map(({ label, part }) => ({ label, part }));
}
