import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base36 } from "multiformats/bases/base36";
import { CID } from "multiformats/cid";
import { expect, it } from "vitest";
import { createThumbnails } from "@/lib/drivers/images/create-thumbnails";

const V0 = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";

it("a thumbnail is created once, in whatever form the CID is given", async () => {
  const folder = await mkdtemp(join(tmpdir(), "slipway-thumbnails-"));
  const thumbnails = createThumbnails({ folder, bytesMax: 1_000_000 });
  const v1 = CID.parse(V0).toV1();
  let made = 0;
  const make = async () => {
    made += 1;
    return Buffer.from("drawn");
  };
  for (const cid of [V0, v1.toString(), v1.toString(base36)]) {
    const found = await thumbnails.get({ cid, width: 64 }, () => undefined, make);
    expect(Buffer.from(found).toString()).toBe("drawn");
  }
  expect(made).toBe(1);
  await rm(folder, { recursive: true });
});

it("a thumbnail is returned although the disk does not store it", async () => {
  const parent = await mkdtemp(join(tmpdir(), "slipway-thumbnails-"));
  const folder = join(parent, "cache");
  await symlink(join(parent, "missing"), folder);
  const thumbnails = createThumbnails({ folder, bytesMax: 1_000_000 });
  const found = await thumbnails.get(
    { cid: V0, width: 64 },
    () => undefined,
    async () => Buffer.from("drawn"),
  );
  expect(Buffer.from(found).toString()).toBe("drawn");
  await rm(parent, { recursive: true });
});
