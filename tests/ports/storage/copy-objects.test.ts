import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyObjects } from "@/lib/drivers/storage/copy-objects";
import { createDiskStore } from "@/lib/drivers/storage/disk";
import { createS3Store } from "@/lib/drivers/storage/s3";
import { bodyOf, collect } from "../../setup/s3/bodies";
import { type RunningS3, startS3 } from "../../setup/s3/start-s3";

const FILES = {
  "ipfs/ab/bafyab.car": randomBytes(100),
  "videos/a/public/stream.m3u8": randomBytes(1_000),
  "videos/a/public/segment-0000.m4s": randomBytes(6 * 1024 * 1024),
  "videos/b/source-1": randomBytes(10),
};

let folder: string;
let server: RunningS3;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-copy-"));
  server = await startS3();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

it("copies stored files to the bucket and back, each once, and removes none", async () => {
  const disk = createDiskStore(join(folder, "first"));
  const bucket = createS3Store({ ...server.options, answerMsMax: 30_000 });
  for (const [key, bytes] of Object.entries(FILES)) await disk.put(key, bodyOf(bytes));
  await disk.put("wallets/seed.json", bodyOf(Buffer.from("secret")));
  const bytes = Object.values(FILES).reduce((sum, file) => sum + file.length, 0);

  expect(await copyObjects(disk, bucket)).toEqual({ copied: 4, skipped: 0, bytes });
  await bucket.delete("videos/b/source-1");
  expect(await copyObjects(disk, bucket)).toEqual({ copied: 1, skipped: 3, bytes: 10 });

  const other = createDiskStore(join(folder, "second"));
  await copyObjects(bucket, other);
  for (const [key, original] of Object.entries(FILES)) {
    const found = await other.open(key);
    expect(found && (await collect(found.read())).equals(original)).toBe(true);
    expect(await disk.has(key)).toBe(true);
  }
  // Secrets never leave the disk.
  expect(await bucket.has("wallets/seed.json")).toBe(false);
});
