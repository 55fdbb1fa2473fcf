// LM Studio on this machine is found with one request, which names no key and does not wait long.
import { describe, expect, it } from "vitest";
import { findLmStudio } from "../../extension/send/lists/find-lm-studio.ts";

interface Seen {
  url: string;
  headers: Headers;
}

function network(answer: (url: string) => Response | Promise<Response>): { fetch: typeof fetch; seen: Seen[] } {
  const seen: Seen[] = [];
  return {
    seen,
    fetch: async (input, init) => {
      const { url } = new Request(input);
      seen.push({ url, headers: new Headers(init?.headers) });
      return answer(url);
    },
  };
}

const LIST = { data: [{ id: "qwen3-8b", owned_by: "organization_owner" }] };

describe("LM Studio on this machine", () => {
  it("is found with its models, without a key", async () => {
    const { fetch, seen } = network(() => Response.json(LIST));
    const found = await findLmStudio({ fetch });
    expect(found).toMatchObject({ name: "LM Studio", address: "http://127.0.0.1:1234/v1" });
    expect(found?.origin).toBe("http://127.0.0.1:1234");
    expect(found?.models.map(({ id }) => id)).toEqual(["qwen3-8b"]);
    expect(new Set(seen.map(({ url }) => new URL(url).host))).toEqual(new Set(["127.0.0.1:1234"]));
    expect(seen.some(({ headers }) => headers.has("authorization"))).toBe(false);
  });

  it("that does not run, has no models, or is something else is none", async () => {
    const refused = network(() => Promise.reject(new TypeError("fetch failed")));
    expect(await findLmStudio(refused)).toBeUndefined();
    expect(await findLmStudio(network(() => Response.json({ data: [] })))).toBeUndefined();
    expect(await findLmStudio(network(() => new Response("<html>my own site</html>")))).toBeUndefined();
    expect(await findLmStudio(network(() => new Response("", { status: 404 })))).toBeUndefined();
  });

  it("that leads elsewhere is not followed", async () => {
    const { fetch, seen } = network(() => Response.redirect("http://127.0.0.1:9/v1/models"));
    expect(await findLmStudio({ fetch })).toBeUndefined();
    expect(seen).toHaveLength(1);
  });
});
