// An answer of 200 KB as models write them: prose, lists, tables, fences, one of them very long.

const words = "the loop returns on its first rejection because attempt is incremented before it is compared".split(" ");
const prose = (seed, count) =>
  Array.from({ length: count }, (_, n) => words[(seed * 7 + n * 5) % words.length]).join(" ");

const section = (n) => `## Step ${n}

${prose(n, 40)} in \`src/net/upload-${n}.ts:${n + 1}\`, **${prose(n + 1, 3)}** and ${prose(n + 2, 30)}.

${Array.from({ length: 6 }, (_, item) => `- ${item % 2 ? "[x] " : ""}${prose(n + item, 9)} \`value${item}\``).join("\n")}

| file | lines | why |
|---|--:|---|
${Array.from({ length: 5 }, (_, row) => `| src/part-${row}.ts | ${row * 12} | ${prose(n + row, 5)} |`).join("\n")}

\`\`\`ts
${code(n, 12)}
\`\`\`

`;

function code(seed, lines) {
  return Array.from(
    { length: lines },
    (_, n) => `  const value${n}: number = read("${words[(seed + n) % words.length]}", ${n});`,
  ).join("\n");
}

/** The long ones come in the middle, so that there is something before and after them. */
export function longAnswer(size = 200_000) {
  const long = [
    `\`\`\`ts\n${code(1, 1_100)}\n\`\`\`\n\n`,
    `${Array.from({ length: 300 }, (_, n) => `${n + 1}. ${prose(n, 12)}`).join("\n")}\n\n`,
    `| a | b |\n|---|---|\n${Array.from({ length: 250 }, (_, n) => `| ${n} | ${prose(n, 8)} |`).join("\n")}\n\n`,
  ].join("");
  let before = "";
  let after = "";
  for (let n = 0; before.length + long.length + after.length < size; n++) {
    if (n % 2) after += section(n);
    else before += section(n);
  }
  return (before + long + after).slice(0, size);
}

/** In so many pieces of about the same length. */
export function chunksOf(text, count) {
  return Array.from({ length: count }, (_, n) =>
    text.slice(Math.round((n * text.length) / count), Math.round(((n + 1) * text.length) / count)),
  );
}
