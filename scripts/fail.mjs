// Ends a script with one sentence that says what is missing: no stack trace for what the user can put right.
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
