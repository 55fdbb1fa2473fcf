// A number with its noun: "1 line", "2 lines".

export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : nouns(noun)}`;
}

function nouns(noun: string): string {
  return noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
