// The native tree of MCP servers: each with its state, below it the tools it offers.
import * as vscode from "vscode";
import type { Fault } from "../../mcp/config/config.ts";
import { placeName } from "../../mcp/config/place.ts";
import type { Secrets } from "../../message/secrets/secrets.ts";
import { hiddenAddress } from "../../message/secrets/server-secrets.ts";
import type { ListedTool } from "../../mcp/listed-tool.ts";
import type { Server, ServerState } from "../../mcp/server.ts";
import type { Servers } from "../../mcp/servers.ts";
import { treeView } from "../window/tree-view.ts";
import * as shared from "../window/words.ts";
import * as words from "./words.ts";

export type McpItem = vscode.TreeItem & {
  /** The server that the line shows or belongs to; empty for a configuration that could not be read. */
  readonly server: string;
};

export class McpView implements vscode.TreeDataProvider<McpItem>, vscode.Disposable {
  readonly #servers: Servers;
  readonly #secrets: Secrets;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #tree: vscode.TreeView<McpItem>;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(servers: Servers, secrets: Secrets) {
    this.#servers = servers;
    this.#secrets = secrets;
    this.#tree = treeView("galley.mcp", { treeDataProvider: this });
  }

  getTreeItem(item: McpItem): McpItem {
    return item;
  }

  getChildren(item?: McpItem): McpItem[] {
    if (item !== undefined)
      return (this.#servers.named(item.server)?.tools ?? []).map((tool) => toolItem(item.server, tool));
    return [
      ...this.#servers.faults.map(faultItem),
      ...this.#servers.all.map((server) => serverItem(server, this.#secrets)),
    ];
  }

  /** Refreshes the whole tree: it is short, and VS Code drops the change of a line that it is reading. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#tree.dispose();
    this.#changed.dispose();
  }
}

interface Face {
  icon: string;
  color?: string;
  state: string;
}

function stateFace(state: ServerState, tools: number): Face {
  switch (state.kind) {
    case "off":
      return { icon: "circle-outline", state: state.why ?? words.stopped };
    case "starting":
      return { icon: "loading~spin", state: words.states.starting };
    case "running":
      return { icon: "pass", color: "testing.iconPassed", state: words.toolCount(tools) };
    case "failed":
      return { icon: "error", color: "list.errorForeground", state: state.reason };
    case "sign-in":
      return { icon: "key", color: "list.warningForeground", state: words.signInRequired };
    default:
      return state satisfies never;
  }
}

function serverItem({ name, config, state, tools, isStopped }: Server, secrets: Secrets): McpItem {
  const face = stateFace(state, tools.length);
  const isUnused = state.kind === "off" && state.why === undefined && !isStopped;
  const shown = isUnused ? words.startsOnFirstUse : secrets.hide(face.state);
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const { spec } = config;
  const runs =
    spec.kind === "http" ? hiddenAddress(spec.url) : secrets.hide([spec.command, ...(spec.args ?? [])].join(" "));
  return Object.assign(new vscode.TreeItem(name, tools.length > 0 ? Collapsed : None), {
    server: name,
    id: name,
    description: shown,
    iconPath: new vscode.ThemeIcon(face.icon, face.color === undefined ? undefined : new vscode.ThemeColor(face.color)),
    tooltip: words.serverTooltip(name, shown, runs, placeName(config.from)),
    contextValue: `mcp-${state.kind}`,
    // The reason may be longer than the line: the log shows all of it.
    ...(state.kind === "failed" && {
      command: { command: "galley.mcp.showLog", title: shared.showLog, arguments: [name] },
    }),
    accessibilityInformation: {
      label: state.kind === "running" ? words.spokenRunning(name, shown) : words.spokenServer(name, shown),
    },
  });
}

function toolItem(server: string, { name, title, description, readOnly, destructive }: ListedTool): McpItem {
  const kind = readOnly ? words.readOnlyTool : destructive ? words.destructiveTool : "";
  return Object.assign(new vscode.TreeItem(title), {
    server,
    id: `${server}/${name}`,
    description: description.split("\n", 1)[0] ?? "",
    tooltip: [name, description, kind].filter((line) => line !== "").join("\n"),
    iconPath: new vscode.ThemeIcon(readOnly ? "eye" : "tools"),
    contextValue: "mcp-tool",
  });
}

function faultItem({ from, name, reason }: Fault): McpItem {
  const place = placeName(from);
  const label = name === "" ? place : name;
  return Object.assign(new vscode.TreeItem(label), {
    server: "",
    id: `fault ${from} ${name}`,
    description: reason,
    tooltip: `${place}: ${reason}`,
    iconPath: new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground")),
    contextValue: "mcp-fault",
    command: { command: "galley.mcp.configure", title: words.configureServers },
    accessibilityInformation: { label: words.spokenFault(label, reason) },
  });
}
