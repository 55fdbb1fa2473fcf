// Commands that other extensions register, kept for the catalog, which may not be loaded yet.
import * as vscode from "vscode";

export class RegisteredCommands implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  #raw: readonly { command: unknown }[] = [];
  readonly onChange = this.#changed.event;

  get raw(): unknown[] {
    return this.#raw.map(({ command }) => command);
  }

  add(command: unknown): vscode.Disposable {
    const entry = { command };
    this.#raw = [...this.#raw, entry];
    this.#changed.fire();
    return new vscode.Disposable(() => {
      this.#raw = this.#raw.filter((other) => other !== entry);
      this.#changed.fire();
    });
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
