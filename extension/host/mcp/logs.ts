// An output channel for each MCP server's log, created with its first line.
import * as vscode from "vscode";
import { plainLine } from "../../mcp/plain-text.ts";
import type { Secrets } from "../../message/secrets/secrets.ts";
import { counted } from "../../text/counted.ts";
import * as words from "./words.ts";

/** Limits a server that floods its log, so that the window does not slow down. */
const LINES_PER_SECOND = 100;
const LINE_LENGTH = 2_000;

/** Longer than a shown line, so that a secret is hidden before the line is cut. */
const MOST_CHARACTERS = 16_000;

interface Log {
  channel: vscode.LogOutputChannel;
  second: number;
  lines: number;
}

export class McpLogs implements vscode.Disposable {
  readonly #secrets: Secrets;
  readonly #logs = new Map<string, Log>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  write(server: string, line: string): void {
    const log = this.#logOf(server);
    const second = Math.floor(Date.now() / 1000);
    if (second !== log.second) {
      if (log.lines > LINES_PER_SECOND) log.channel.warn(`${counted(log.lines - LINES_PER_SECOND, "line")} omitted`);
      Object.assign(log, { second, lines: 0 });
    }
    log.lines += 1;
    if (log.lines <= LINES_PER_SECOND)
      log.channel.info(plainLine(this.#secrets.hide(line.slice(0, MOST_CHARACTERS)), LINE_LENGTH));
  }

  show(server: string): void {
    this.#logOf(server).channel.show();
  }

  dispose(): void {
    for (const { channel } of this.#logs.values()) channel.dispose();
  }

  #logOf(server: string): Log {
    const known = this.#logs.get(server);
    if (known !== undefined) return known;
    const channel = vscode.window.createOutputChannel(words.logName(server), { log: true });
    const log = { channel, second: 0, lines: 0 };
    this.#logs.set(server, log);
    return log;
  }
}
