import { describe, expect, it } from "vitest";
import { readJson } from "@/lib/http/input/read-json";

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth);

function read(text: string): Promise<unknown> {
  const headers = new Headers({ "content-type": "application/json" });
  return readJson({ method: "POST", headers, body: new Blob([text]).stream() }, text.length);
}

describe("a JSON body", () => {
  it.each([
    ["arrays", nested(101)],
    ["thousands of arrays", nested(4_000)],
    ["objects", `${'{"a":'.repeat(101)}0${"}".repeat(101)}`],
    ["arrays after a text with brackets", `["\\"]]]]]\\\\",${nested(100)}]`],
    ["arrays that are not closed", "[".repeat(101)],
    ["arrays in a text that is not closed", `["${nested(101)}`],
  ])("is refused before it is parsed if it is nested too deeply: %s", async (name, text) => {
    const refused = await read(text).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "invalid_body" });
    if (!name.includes("in a text"))
      expect(refused).toHaveProperty("message", expect.stringContaining("over 100 levels"));
  });

  it("is refused before it is parsed if it has too many values", async () => {
    const text = `["a, \\", [b",${"0,".repeat(10_000)}`;
    await expect(read(text)).rejects.toThrow("over 10000 values");
  });

  it.each([
    ["100 levels", nested(100)],
    ["many arrays beside each other", `[${Array.from({ length: 500 }, () => "[[]]").join(",")}]`],
    ["a text with brackets", JSON.stringify({ text: `"\\${"[{".repeat(500)}` })],
    ["a text with 20,000 commas", JSON.stringify({ text: ",".repeat(20_000) })],
    ["a text that ends in a backslash", JSON.stringify([`${"[".repeat(200)}\\`, 1])],
  ])("is read with %s", async (_, text) => {
    expect(await read(text)).toEqual(JSON.parse(text));
  });
});
