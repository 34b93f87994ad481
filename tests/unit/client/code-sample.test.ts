import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { colorParts, curlSample } from "@/components/docs/samples/code-sample";

const request = {
  origin: "http://localhost:3000",
  method: "POST",
  path: "/api/v1/base/launch-memecoin",
  body: { name: 'Ada\'s "First" $HOME `light`', symbol: "A\\B" },
} as const;

describe("curlSample", () => {
  it("passes the body to curl unchanged, whatever quotes it contains", () => {
    const script = `curl() { for last; do :; done; printf %s "$last"; }\n${curlSample(request)}`;
    const body: unknown = JSON.parse(execFileSync("sh", ["-c", script], { encoding: "utf8" }));
    expect(body).toEqual(request.body);
  });

  it("is one line without a body", () => {
    expect(curlSample({ origin: "http://x", method: "GET", path: "/livez" })).toBe(
      "curl http://x/livez",
    );
  });
});

describe("colorParts", () => {
  it("loses no character of the sample", () => {
    const code = curlSample(request);
    expect(
      colorParts(code)
        .map(({ text }) => text)
        .join(""),
    ).toBe(code);
  });
});
