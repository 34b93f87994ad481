import { expect, it } from "vitest";
import { toPagePath } from "@/lib/shared/text/page-path";

const ORIGIN = "https://pad.example";

it.each([
  ["/account", "/account"],
  ["/base/0x1?tab=trades#top", "/base/0x1?tab=trades"],
  [`${ORIGIN}/launch`, "/launch"],
  ["docs", "/docs"],
  ["/docs//launching", "/docs//launching"],
])("returns the path of the page %j", (address, path) => {
  expect(toPagePath(address, ORIGIN)).toBe(path);
});

it.each([
  "https://evil.example/",
  "//evil.example/x",
  "/\\evil.example/x",
  "\\\\evil.example",
  "/.//evil.example/x",
  "/./\\evil.example/x",
  "/.\\/evil.example/x",
  "/%2e//evil.example/x",
  "/account/..//evil.example",
  "/account/%2e%2e//evil.example",
  "/\t.//evil.example",
  `${ORIGIN}//evil.example`,
  `${ORIGIN}/\\evil.example`,
  "javascript:alert(1)",
  "data:text/html,x",
  "http://[",
  "http://pad.example/account",
])("refuses %j, which leaves the site", (address) => {
  expect(toPagePath(address, ORIGIN)).toBeNull();
});
