// STUB until the tools branch is merged.
export async function truncate(
  output: string,
  keep: (text: string) => Promise<string> | string | undefined,
): Promise<{ output: string; truncated?: boolean; output_path?: string }> {
  if (output.length <= 200_000) return { output };
  const output_path = await keep(output);
  return { output: output.slice(0, 200_000), truncated: true, ...(output_path !== undefined && { output_path }) };
}
