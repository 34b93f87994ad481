import { CID } from "multiformats/cid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importFile } from "@/lib/drivers/ipfs/import-file";
import { createContentStore } from "@/lib/features/media/store/create-content-store";
import { content } from "@/lib/features/media/store/tables";
import { startTestDatabase } from "../../setup/database/postgres";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let clock = 0;
const now = () => new Date(clock);
const DAY_MS = 24 * 60 * 60 * 1000;
const LEASE_MS = 60_000;
const store = () => createContentStore(database.db, now, "live");
const lease = () => new Date(clock + LEASE_MS);
const cidOf = async (text: string) => (await importFile(Buffer.from(text))).toString();

beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(async () => {
  await database.db.delete(content);
  clock = 1_000_000;
});
afterAll(() => database.stop());

describe("images that wait for moderation", () => {
  it("are claimed by one of many servers, and again once a lease has expired", async () => {
    const cids = await Promise.all(["a", "b", "c"].map(cidOf));
    for (const cid of cids) await store().request(cid);
    clock += 1;
    const claimed = await Promise.all(Array.from({ length: 8 }, () => store().claim(lease())));
    const found = claimed.flatMap((one) => (one === null ? [] : [one.cid]));
    expect(found.toSorted()).toEqual(cids.toSorted());
    expect(await store().claim(lease())).toBeNull();
    clock += LEASE_MS + 1;
    expect(await store().claim(lease())).toMatchObject({ attempts: 2 });
  });

  it("stay approved under every spelling of their CID", async () => {
    const cid = await cidOf("approved");
    const other = CID.parse(cid).toV1().toString();
    await store().request(other);
    expect(await store().isApproved(cid)).toBe(false);
    await store().approve(cid);
    await store().request(other);
    expect([await store().isApproved(cid), await store().isApproved(other)]).toEqual([true, true]);
    clock += 1;
    expect(await store().claim(lease())).toBeNull();
  });

  it("are requested again a day after they were unavailable, and not after a rejection", async () => {
    const [gone, refused] = [await cidOf("gone"), await cidOf("refused")];
    for (const cid of [gone, refused]) await store().request(cid);
    await store().finish(gone, "failed", "Not found on IPFS");
    await store().finish(refused, "refused", "Content flagged");
    clock += 1;
    for (const cid of [gone, refused]) await store().request(cid);
    clock += 1;
    expect(await store().claim(lease())).toBeNull();
    clock += DAY_MS;
    for (const cid of [gone, refused]) await store().request(cid);
    clock += 1;
    expect(await store().claim(lease())).toMatchObject({ cid: gone, attempts: 1 });
    expect(await store().claim(lease())).toBeNull();
  });

  it("are delayed after a failed attempt", async () => {
    const cid = await cidOf("later");
    await store().request(cid);
    clock += 1;
    await store().claim(lease());
    await store().retry(cid, new Date(clock + 10_000), "The gateway did not answer");
    clock += 9_999;
    expect(await store().claim(lease())).toBeNull();
    clock += 2;
    expect(await store().claim(lease())).toMatchObject({ cid });
  });
});
