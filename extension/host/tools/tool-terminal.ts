// The terminal that shows what tools run: made on first use, and again after the user closes it.
import * as vscode from "vscode";
import * as words from "./words.ts";

const CTRL_C = "\u0003";

export class ToolTerminal implements vscode.Disposable {
  readonly #interrupt: () => void;
  #write: vscode.EventEmitter<string> | undefined;
  /** Output from before the terminal was open: VS Code ignores writes until then. */
  #waiting: string[] | undefined;
  #terminal: vscode.Terminal | undefined;

  /** Calls `interrupt` on Ctrl+C, and when the user closes the terminal. */
  constructor(interrupt: () => void) {
    this.#interrupt = interrupt;
  }

  show(cwd: string): void {
    if (this.#terminal !== undefined && this.#terminal.exitStatus === undefined) return;
    this.#write?.dispose();
    const write = new vscode.EventEmitter<string>();
    this.#write = write;
    this.#waiting = [`${words.terminalOpened(cwd)}\r\n`];
    const pty: vscode.Pseudoterminal = {
      onDidWrite: write.event,
      open: () => {
        const waiting = this.#waiting?.join("") ?? "";
        this.#waiting = undefined;
        write.fire(waiting);
      },
      close: () => {
        this.#interrupt();
        this.#terminal = undefined;
      },
      handleInput: (data) => {
        if (data === CTRL_C) this.#interrupt();
      },
    };
    this.#terminal = vscode.window.createTerminal({ name: "Galley", pty, iconPath: new vscode.ThemeIcon("tools") });
    this.#terminal.show(true);
  }

  write(text: string): void {
    const lines = text.replace(/\r?\n/g, "\r\n");
    if (this.#waiting === undefined) this.#write?.fire(lines);
    else this.#waiting.push(lines);
  }

  dispose(): void {
    this.#terminal?.dispose();
    this.#write?.dispose();
  }
}
