// Resources of MCP servers, suggested after `@` by name and URI; a template is suggested until its URI is complete.
import { matchText } from "../../text/paths/fuzzy.ts";
import type { ListedResource } from "../../mcp/listed.ts";
import type { Of } from "../../mcp/offers.ts";
import type { ResourcePorts } from "../../mcp/resource-ports.ts";
import { fillingOf, filledWith, parseUriTemplate } from "../../mcp/uri-template.ts";
import type { Suggestion } from "../../protocol/suggest.ts";
import type { SuggestSource } from "./ask-sources.ts";

const MOST = 20;

/** `begun`: names and URIs that begin with the typed text, which come before files. `all`: every match. */
export function resourceSource(ports: ResourcePorts, which: "begun" | "all"): SuggestSource {
  return {
    trigger: "@",
    async find(query, show, signal) {
      const look = (): Suggestion[] => listed(ports, query, which);
      const before = look();
      show(before);
      await ports.ready(signal);
      if (look().length !== before.length) show(look());
      if (which === "all" || query === "") return;
      const filled = await Promise.all(ports.templates().map((template) => fill(ports, template, query, signal)));
      if (filled.flat().length > 0) show([...filled.flat(), ...look()].slice(0, MOST));
    },
  };
}

function listed({ resources, templates }: ResourcePorts, query: string, which: "begun" | "all"): Suggestion[] {
  const typed = query.toLowerCase();
  const isBegun = ({ name, uri }: ListedResource): boolean =>
    typed !== "" && (name.toLowerCase().startsWith(typed) || uri.toLowerCase().startsWith(typed));
  const wanted = ({ name, uri, server }: Of<ListedResource>): boolean =>
    which === "begun"
      ? isBegun({ name, uri, description: "" })
      : typed === "" || matches(`${server} ${name} ${uri}`, typed);
  const whole = resources()
    .filter(wanted)
    .map((resource) => toSuggestion(resource, typed));
  const begun = templates()
    .filter(wanted)
    .flatMap((template) => {
      const prefix = parseUriTemplate(template.uri)?.prefix;
      return prefix === undefined || typed.startsWith(prefix.toLowerCase())
        ? []
        : [{ ...toSuggestion(template, typed), goes_on: prefix }];
    });
  return [...whole, ...begun].slice(0, MOST);
}

function matches(text: string, typed: string): boolean {
  return matchText(text, typed) !== undefined;
}

/** Suggests the typed value, and the values that the server offers. */
async function fill(
  ports: ResourcePorts,
  { server, uri: pattern, name }: Of<ListedResource>,
  query: string,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const template = parseUriTemplate(pattern);
  const filling = template && fillingOf(template, query);
  if (filling === undefined) return [];
  const { value } = filling;
  const offered = await ports.values(server, pattern, filling, signal);
  const values = [...new Set([...(value === "" ? [] : [value]), ...offered])];
  return values.map((one) => {
    const { uri, isWhole } = filledWith(filling, one);
    const suggestion = toSuggestion({ server, uri, name: `${filling.variable.name}: ${one}`, description: name }, "");
    return isWhole ? suggestion : { ...suggestion, goes_on: uri };
  });
}

function toSuggestion({ server, uri, name }: Of<ListedResource>, typed: string): Suggestion {
  return {
    key: `resource:${server} ${uri}`,
    kind: "resource",
    name,
    detail: `${server} ${uri}`,
    name_at: (typed === "" ? undefined : matchText(name, typed))?.at ?? [],
    detail_at: [],
    part: { type: "mention", target: { kind: "resource", server, uri } },
  };
}
