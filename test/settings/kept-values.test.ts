import { describe, expect, it, vi } from "vitest";
import { KeptValues } from "../../extension/host/settings/kept-values.ts";

describe("values that are kept", () => {
  it("are read once, also if there is none", () => {
    const values = new KeptValues<string | undefined>();
    const read = vi.fn(() => undefined);
    values.of("model", read);
    values.of("model", read);
    expect(read).toHaveBeenCalledTimes(1);
    expect(values.of("send", () => "enter")).toBe("enter");
  });

  it("are read again after they are forgotten", () => {
    const values = new KeptValues<string>();
    expect(values.of("model", () => "before")).toBe("before");
    values.forget();
    expect(values.of("model", () => "after")).toBe("after");
  });

  it("stay few, whatever is asked for", () => {
    const values = new KeptValues<number>();
    const read = vi.fn(() => 1);
    values.of("0", read);
    for (let index = 1; index <= 1000; index += 1) values.of(String(index), () => index);
    values.of("0", read);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
