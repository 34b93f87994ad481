import { expect, it } from "vitest";
import { LIVENESS_EXAMPLES } from "@/lib/features/system/examples";
import { read } from "@/lib/http/bind";
import { OPERATIONS } from "@/lib/operations/all";
import { AppError } from "@/lib/shared/errors";
import { openPipeline } from "../../support/open-pipeline";

/** Reads that one caller may have in progress. */
const LINE = 4;
/** Responses with 429 after which a caller is slowed down. */
const REFUSALS = 60;

let finish: () => void = () => undefined;
const held = new Promise<void>((resolve) => {
  finish = resolve;
});
let waiting = 0;
const baseUrl = openPipeline({
  endpoints: [
    read(OPERATIONS.getLiveness, async () =>
      OPERATIONS.getLiveness.response.parse(LIVENESS_EXAMPLES.response),
    ),
    read(OPERATIONS.getReadiness, async () => {
      waiting += 1;
      await held;
      throw new AppError("dependency_unavailable");
    }),
    read(OPERATIONS.getConfig, async () => {
      throw new AppError("rate_limited");
    }),
  ],
});
const statusOf = async (path: string) => (await fetch(`${baseUrl()}${path}`)).status;

it("returns 200 while the caller's other requests wait for their turn", async () => {
  const others = Array.from({ length: LINE + 1 }, () => statusOf("/readyz"));
  await expect.poll(() => waiting).toBe(LINE);
  expect(await statusOf("/livez")).toBe(200);
  expect(waiting).toBe(LINE);
  finish();
  expect(new Set(await Promise.all(others))).toEqual(new Set([503]));
});

it("returns 200 at once to a caller that is slowed down after many refusals", async () => {
  for (let sent = 0; sent < REFUSALS; sent += 1) expect(await statusOf("/api/v1/config")).toBe(429);
  const other = statusOf("/api/v1/config");
  expect(await Promise.race([other, statusOf("/livez")])).toBe(200);
  expect(await other).toBe(429);
});
