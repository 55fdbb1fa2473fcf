// VS Code's settings for a proxy, and the variables that it reads as well.
import * as vscode from "vscode";
import type { ProxySettings } from "../../tools/web/proxy.ts";

export function proxySettings(): ProxySettings {
  const http = vscode.workspace.getConfiguration("http");
  return {
    support: http.get<string>("proxySupport", "override"),
    proxy: http.get<string>("proxy", ""),
    noProxy: http.get<string[]>("noProxy", []),
    env: process.env,
  };
}
