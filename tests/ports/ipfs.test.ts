import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmbeddedIpfs } from "@/lib/ipfs/embedded";
import { ContentTooLargeError, CorruptBlockError } from "@/lib/ipfs/ipfs";
import { launchMemecoin } from "@/lib/operations/launch";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-ipfs-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

describe("embedded IPFS", () => {
  // Well-known CIDs of `ipfs add` with its classic defaults.
  it.each([
    ["", "QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH"],
    ["hello world", "Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD"],
    ["hello world\n", "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o"],
  ])("stores %j as %s", async (text, cid) => {
    const ipfs = createEmbeddedIpfs(folder);
    expect(await ipfs.cidOf(bytes(text))).toBe(cid);
    expect(await ipfs.add(bytes(text))).toBe(cid);
    expect(Buffer.from((await ipfs.read(cid, 100)) ?? "none").toString()).toBe(text);
  });

  it("knows the example picture by the CID that the documentation names", async () => {
    const picture = readFileSync("sandbox/example-image.png");
    expect(launchMemecoin.examples?.body).toMatchObject({
      imageIpfs: await createEmbeddedIpfs(folder).cidOf(picture),
    });
  });

  it("computes a CID without storing anything", async () => {
    const ipfs = createEmbeddedIpfs(folder);
    const cid = await ipfs.cidOf(bytes("never stored"));
    expect(await ipfs.read(cid, 100)).toBeNull();
  });

  it("reads a file of many blocks back, and refuses one over the limit", async () => {
    const ipfs = createEmbeddedIpfs(folder);
    const content = Uint8Array.from({ length: 700_000 }, (_, i) => i * 31 + (i >> 8));
    const cid = await ipfs.add(content);
    expect(Buffer.from((await ipfs.read(cid, 700_000)) ?? []).equals(content)).toBe(true);
    await expect(ipfs.read(cid, 699_999)).rejects.toThrow(ContentTooLargeError);
  });

  it("notices a flipped bit", async () => {
    const ipfs = createEmbeddedIpfs(join(folder, "flipped"));
    const cid = await ipfs.add(bytes("honest"));
    const [block] = readdirSync(join(folder, "flipped"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    if (block === undefined) throw new Error("no block was written");
    const damaged = readFileSync(block);
    damaged[5] = (damaged[5] ?? 0) ^ 1;
    writeFileSync(block, damaged);
    await expect(ipfs.read(cid, 100)).rejects.toThrow(CorruptBlockError);
  });
});
