import { expect, it } from "vitest";
import { PROXY_BODY_MB } from "@/components/docs/samples/proxy-samples";
import { OPERATIONS } from "@/lib/operations/all";

it("allows a proxy to pass the largest body that the service accepts", () => {
  const largest = Math.max(...Object.values(OPERATIONS).map(({ bodyBytesMax }) => bodyBytesMax));
  expect(PROXY_BODY_MB * 2 ** 20).toBeGreaterThan(largest);
});
