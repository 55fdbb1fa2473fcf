// Highlights code in common languages. Loaded with the first code block.
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

const languages = {
  ...{ bash, c, cpp, csharp, css, diff, go, ini, java, javascript, json, kotlin, markdown },
  ...{ php, python, ruby, rust, sql, swift, typescript, xml, yaml },
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** The only markup that the highlighter writes: spans with a class, and escaped characters. */
const WRITTEN = /<span class="[\w -]+">|<\/span>|&(?:amp|lt|gt|quot|#x27);/g;

/** HTML that contains only highlighting; `undefined` if the language is unknown or the HTML has anything else. */
export function highlight(text: string, language: string): string | undefined {
  if (hljs.getLanguage(language) === undefined) return undefined;
  const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
  // Checking for other markup costs a hundredth of sanitizing.
  return /[<&]/.test(value.replace(WRITTEN, " ")) ? undefined : value;
}
