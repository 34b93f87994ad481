import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmbeddedIpfs } from "@/lib/drivers/ipfs/embedded";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import { isUnavailable } from "@/lib/shared/unavailable";
import { bodyOf, collect } from "../../setup/s3/bodies";
import { startS3 } from "../../setup/s3/start-s3";

let folder: string;
let bucket: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  [folder, bucket] = await Promise.all([mkdtemp(join(tmpdir(), "slipway-damaged-")), startS3()]);
});
afterAll(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true });
});

it.each([
  ["a block", (length: number) => length - 1],
  ["its index", () => 0],
])("serves a file again after a bucket has returned wrong bytes of %s", async (what, position) => {
  const open = (name: string) => createStorage({ dataDir: join(folder, name), s3: bucket.options });
  const { files } = open("writer");
  const bytes = Buffer.alloc(5_000, what);
  const cid = await createEmbeddedIpfs(open("writer")).add(bytes);
  let key = "";
  let stored: Buffer = Buffer.alloc(0);
  for await (const object of files.list("ipfs/")) {
    const found = await files.open(object.key);
    if (found === null) continue;
    const content = await collect(found.read());
    if (!content.includes(what)) continue;
    key = object.key;
    stored = content;
  }

  const wrong = Buffer.from(stored);
  const at = position(stored.length);
  wrong[at] = (wrong[at] ?? 0) ^ 0xff;
  await files.put(key, bodyOf(wrong));
  const reader = createEmbeddedIpfs(open(what));
  const error = await reader.read(cid, 10_000).catch((cause: unknown) => cause);
  expect(isUnavailable(error)).toBe(true);
  await files.put(key, bodyOf(stored));
  expect(await reader.read(cid, 10_000)).toEqual(bytes);
});
