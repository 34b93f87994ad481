import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { IpfsUnavailableError } from "@/lib/drivers/ipfs/ipfs";
import { assets } from "@/lib/features/media/store/tables";
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

it("an upload that the provider refuses counts for nobody, unless it was stored before", async () => {
  const add = () => Promise.reject(new IpfsUnavailableError("The provider is down"));
  const down = { ...ctx, ipfs: { ...ctx.ipfs, add } };
  const input = { bytes: Buffer.from("an upload"), quotas: [] };
  const recorded = () => database.db.select({ key: assets.key }).from(assets);
  const refused = { code: "dependency_unavailable" };
  await expect(storeContent({ ctx: down, input })).rejects.toMatchObject(refused);
  expect(await recorded()).toEqual([]);
  const key = await storeContent({ ctx, input });
  await expect(storeContent({ ctx: down, input })).rejects.toMatchObject(refused);
  expect(await recorded()).toEqual([{ key }]);
});

it("content that nobody approved is neither copied nor published by decisions about it", async () => {
  const calls: unknown[] = [];
  const withdraw: typeof ctx.ipfs.withdraw = async (...all) => void calls.push(all);
  const publish = async (cid: string) => calls.push([cid]) > 0;
  const counting = { ...ctx, ipfs: { ...ctx.ipfs, withdraw, publish } };
  const own = await storeContent({ ctx, input: { bytes: Buffer.from("own"), quotas: [] } });
  const foreign = await ctx.ipfs.cidOf(Buffer.from("of a stranger"));
  for (const change of ["withdraw", "publish"] as const) {
    for (const cid of [own, foreign]) {
      await ctx.contentChanges.request(database.db, cid, change);
      await applyContentChanges({ ctx: counting });
    }
  }
  expect(calls).toEqual([[own, true], [foreign, false], [own]]);
});
