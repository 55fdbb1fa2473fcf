// A stream of JSON lines that breaks at the first line that is none: the reader behind it would pass over it in silence.

export function checkedLines(response: Response): Response {
  const { body, status, headers } = response;
  if (!response.ok || body === null) return response;
  const decoder = new TextDecoder();
  let rest = "";
  const checked = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        try {
          for (const line of lines) if (line.trim() !== "") JSON.parse(line);
          controller.enqueue(chunk);
        } catch (error) {
          controller.error(error);
        }
      },
    }),
  );
  return new Response(checked, { status, headers });
}
