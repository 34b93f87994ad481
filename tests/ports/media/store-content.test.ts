import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { openContent } from "@/lib/features/media/open-content";
import { storeContent } from "@/lib/features/media/store-content";
import { applyContentChanges } from "@/lib/features/storage/apply-content-changes";
import { startTestDatabase } from "../../setup/database/postgres";
import { createLonelyContext } from "../support/open-pipeline";

let folder: string;
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let ctx: ServiceContext;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-store-"));
  database = await startTestDatabase();
  ctx = createLonelyContext({ DATABASE_URL: database.url, DATA_DIR: folder });
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

it("content that nobody approved is neither copied nor published by decisions about it", async () => {
  const calls: unknown[] = [];
  const keepCopy = async (cid: string) => calls.push(["keepCopy", cid]) > 0;
  const withdraw = async (cid: string) => void calls.push(["withdraw", cid]);
  const publish = async (cid: string) => calls.push(["publish", cid]) > 0;
  const counting = { ...ctx, ipfs: { ...ctx.ipfs, keepCopy, withdraw, publish } };
  const own = await storeContent({ ctx, input: { bytes: Buffer.from("own"), quotas: [] } });
  const foreign = await ctx.ipfs.cidOf(Buffer.from("of a stranger"));
  for (const change of ["withdraw", "publish"] as const) {
    for (const cid of [own, foreign]) {
      await ctx.contentChanges.request(database.db, cid, change);
      await applyContentChanges({ ctx: counting });
    }
  }
  expect(calls).toEqual([
    ["keepCopy", own],
    ["withdraw", own],
    ["withdraw", foreign],
    ["publish", own],
  ]);
});

it("approved content that its provider does not have now may come, unlike content of strangers", async () => {
  const open = (cid: string) => openContent({ ctx, input: { path: cid, count: () => undefined } });
  const cid = await ctx.ipfs.cidOf(Buffer.from("approved, but nowhere"));
  await expect(open(cid)).rejects.toMatchObject({
    code: "not_found",
    retryAfterSeconds: undefined,
  });
  await ctx.content.approve(cid);
  await expect(open(cid)).rejects.toMatchObject({ code: "not_found", retryAfterSeconds: 60 });
});
