// Suggestions as a feature of the window: what the input asks for while the user types.
import type { SuggestNeeds } from "./needs.ts";
import { Suggest } from "./suggest.ts";

export function registerSuggest(needs: SuggestNeeds): Suggest {
  return new Suggest(needs);
}
