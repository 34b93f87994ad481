import { expect, it } from "vitest";
import { normalUrl } from "@/lib/features/webhooks/check-endpoint";

it.each([
  ["https://example.com./hooks", "https://example.com/hooks"],
  ["https://Example.com:443/hooks#part", "https://example.com/hooks"],
  ["https://example.com/hooks?a=1", "https://example.com/hooks?a=1"],
])("an endpoint has one form of its URL: %s", (given, normal) => {
  expect(normalUrl(given).href).toBe(normal);
});
