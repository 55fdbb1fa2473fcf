// Bytes as people read them: the offset, sixteen bytes as hex digits, and the same bytes as characters.

/** More bytes are not dumped: a dump takes about five times their tokens. */
export const MOST_DUMPED = 4096;

const WIDTH = 16;

/** `start` is the offset of the first byte. */
export function hexDump(bytes: Uint8Array, start: number): string {
  const lines = Array.from({ length: Math.ceil(bytes.length / WIDTH) }, (_, line) => {
    const row = [...bytes.subarray(line * WIDTH, (line + 1) * WIDTH)];
    const digits = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const shown = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    const offset = (start + line * WIDTH).toString(16).padStart(8, "0");
    return `${offset}  ${digits.padEnd(3 * WIDTH - 1)}  |${shown}|`;
  });
  return lines.join("\n");
}
