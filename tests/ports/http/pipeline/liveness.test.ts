import { expect, it, vi } from "vitest";
import { LIVENESS_EXAMPLES } from "@/lib/features/system/examples";
import { getLiveness } from "@/lib/features/system/get-liveness";
import { type Reader, read } from "@/lib/http/bind";
import { BURST_MS } from "@/lib/http/limits/share-work";
import { OPERATIONS } from "@/lib/operations/all";
import { AppError } from "@/lib/shared/errors";
import { createLatch } from "../../../setup/create-latch";
import { createLonelyContext, openPipeline } from "../../support/open-pipeline";

/** Reads that one caller may have in progress. */
const LINE = 4;
/** Responses with 429 after which a caller is slowed down. */
const REFUSALS = 60;

const released = createLatch();
let waiting = 0;
const readers: (Reader | null)[] = [];
const baseUrl = openPipeline({
  variables: { TRUSTED_PROXY_HOPS: "1" },
  endpoints: [
    read(OPERATIONS.getLiveness, async ({ reader }) => {
      readers.push(reader);
      return OPERATIONS.getLiveness.response.parse(LIVENESS_EXAMPLES.response);
    }),
    read(OPERATIONS.getReadiness, async () => {
      waiting += 1;
      await released.opened;
      throw new AppError("dependency_unavailable");
    }),
    read(OPERATIONS.getConfig, async () => {
      throw new AppError("rate_limited");
    }),
  ],
});
const statusOf = async (path: string, caller = "198.51.100.1") =>
  (await fetch(`${baseUrl()}${path}`, { headers: { "x-forwarded-for": caller } })).status;

it("returns 200 while the caller's other requests wait for their turn", async () => {
  const others = Array.from({ length: LINE + 1 }, () => statusOf("/readyz"));
  await expect.poll(() => waiting).toBe(LINE);
  expect(await statusOf("/livez")).toBe(200);
  expect(waiting).toBe(LINE);
  released.open();
  expect(new Set(await Promise.all(others))).toEqual(new Set([503]));
});

it("returns 200 at once to a caller that is slowed down after many refusals", async () => {
  for (let sent = 0; sent < REFUSALS; sent += 1) expect(await statusOf("/api/v1/config")).toBe(429);
  const other = statusOf("/api/v1/config");
  expect(await Promise.race([other, statusOf("/livez")])).toBe(200);
  expect(await other).toBe(429);
});

it("returns 200 to a flood of requests, which may query other services only within the caller's share", async () => {
  readers.length = 0;
  // No time passes, so the caller's share does not grow meanwhile.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const flood = Array.from({ length: 2 * BURST_MS }, () => statusOf("/livez", "203.0.113.1"));
  const statuses = await Promise.all(flood).finally(() => clock.mockRestore());
  expect(new Set(statuses)).toEqual(new Set([200]));
  // Each costs a millisecond, and the last one may exceed the share.
  const queries = readers.filter((reader) => reader?.isBeyondShare === false);
  expect(queries).toHaveLength(BURST_MS + 1);
  expect(readers).toHaveLength(2 * BURST_MS);

  readers.length = 0;
  expect(await statusOf("/livez", "192.0.2.1")).toBe(200);
  expect(readers).toEqual([expect.objectContaining({ isBeyondShare: false })]);
});

it("queries nothing for a caller beyond its share", async () => {
  const checkDatabase = vi.fn(() => new Promise<never>(() => undefined));
  const ctx = { ...createLonelyContext(), checkDatabase };
  const found = await getLiveness({ ctx, reader: { isBeyondShare: true } });
  expect(found).toMatchObject({ success: true, status: "degraded" });
  expect(checkDatabase).not.toHaveBeenCalled();
});
