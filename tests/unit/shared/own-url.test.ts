import { expect, it } from "vitest";
import { readEnv } from "@/lib/env";

it.each([
  [undefined, "http://127.0.0.1:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://127.0.0.1:3000"],
  ["0:0:0:0:0:0:0:0", "http://127.0.0.1:3000"],
  ["10.0.0.1", "http://10.0.0.1:3000"],
  ["fd00::5", "http://[fd00::5]:3000"],
  ["web-1.internal", "http://web-1.internal:3000"],
])("reaches a server that listens on %s at %s", (HOST, url) => {
  expect(readEnv({ HOST }).ownUrl).toBe(url);
  expect(URL.canParse(url)).toBe(true);
});
