import { describe, expect, it } from "vitest";
import { colorParts } from "@/components/docs/color-parts";

describe("colorParts", () => {
  it("loses no character of the sample", () => {
    const code = `curl http://localhost:3000/v1 \\
  -H "Content-Type: application/json" # a "comment"
  -d '{ "name": "The \\"first\\"", "supply": 1 }'`;
    expect(
      colorParts(code)
        .map(({ text }) => text)
        .join(""),
    ).toBe(code);
  });
});
