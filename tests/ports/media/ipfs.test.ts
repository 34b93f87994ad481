import { createCipheriv, createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { CID } from "multiformats/cid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createIpfs as createIpfsOn } from "@/lib/drivers/ipfs/create-ipfs";
import {
  ContentTooLargeError,
  CorruptBlockError,
  type Ipfs,
  IpfsUnavailableError,
} from "@/lib/drivers/ipfs/ipfs";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import { LAUNCH_EXAMPLES } from "@/lib/features/launch/examples";
import { independentDag } from "../../setup/ipfs/independent-dag";
import { KUBO_TOKEN, PINATA_JWT, startIpfsProviders } from "../../setup/ipfs/start-ipfs-providers";
import { type RunningS3, startS3 } from "../../setup/s3/start-s3";

type Options = Omit<Parameters<typeof createIpfsOn>[0], "storage">;
const createIpfs = (options: Options): Ipfs =>
  createIpfsOn({ ...options, storage: createStorage({ dataDir: options.dataDir, s3: null }) });
const bytes = (text: string) => new TextEncoder().encode(text);
/** Content without two equal blocks. */
function content(length: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4));
  let word = 1;
  for (let at = 0; at < words.length; at += 1) {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    words[at] = word;
  }
  return new Uint8Array(words.buffer, 0, length);
}

let providers: Awaited<ReturnType<typeof startIpfsProviders>>;
let bucket: RunningS3;
let dataDir: string;
beforeAll(async () => {
  [providers, bucket] = await Promise.all([startIpfsProviders(), startS3()]);
});
afterAll(() => Promise.all([providers.stop(), bucket.stop()]));
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway-ipfs-"));
});
afterEach(() => {
  providers.faults.clear();
  providers.settings.claimedCid = null;
  providers.pins.clear();
  rmSync(dataDir, { recursive: true });
});

const pinata = (folder: string, keepsCopies = false): Ipfs =>
  createIpfs({
    dataDir: folder,
    pinataJwt: PINATA_JWT,
    pinataUploadUrl: providers.pinataUrl,
    pinataApiUrl: providers.pinataUrl,
    gatewayUrl: providers.gatewayUrl,
    keepsCopies,
  });
const kubo = (folder: string, keepsCopies = false): Ipfs =>
  createIpfs({ dataDir: folder, kuboUrl: providers.kuboUrl, kuboToken: KUBO_TOKEN, keepsCopies });

const DRIVERS: [string, (folder: string) => Ipfs][] = [
  ["embedded", (folder) => createIpfs({ dataDir: folder })],
  [
    "embedded in a bucket",
    (folder) => {
      // Another folder, so that nothing of one test is in the bucket of the next.
      const prefix = `${basename(folder)}/`;
      const storage = createStorage({ dataDir: folder, s3: { ...bucket.options, prefix } });
      return createIpfsOn({ dataDir: folder, storage });
    },
  ],
  ["Pinata", pinata],
  ["Kubo", kubo],
];

async function readRange(ipfs: Ipfs, cid: string, start: number, length: number) {
  const file = await ipfs.open(cid);
  const chunks: Uint8Array[] = [];
  for await (const chunk of file?.read({ start, length }) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A boolean, because a failed comparison of these lengths prints both. */
function isSame(read: Uint8Array | null, stored: Uint8Array): boolean {
  return read !== null && Buffer.from(stored).equals(read);
}

/** Flips a bit of the only stored file. @param from position, from its end */
function damageCopy(from: number): void {
  const all = readdirSync(join(dataDir, "ipfs"), { recursive: true, encoding: "utf8" });
  const [name = ""] = all.filter((entry) => entry.endsWith(".car"));
  const path = join(dataDir, "ipfs", name);
  const damaged = readFileSync(path);
  const at = damaged.length + from;
  damaged[at] = (damaged[at] ?? 0) ^ 1;
  writeFileSync(path, damaged);
}

describe.each(DRIVERS)("%s", (_, open) => {
  // As `ipfs add` prints them: "hello world" is in the IPFS documentation ("Content addressing"),
  // "hello world\n" in Kubo's sharness tests, the empty file in go-unixfs.
  it.each([
    ["", "QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH"],
    ["hello world", "Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD"],
    ["hello world\n", "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o"],
  ])("stores %j as %s", async (text, cid) => {
    const ipfs = open(dataDir);
    expect(independentDag(bytes(text)).cid).toBe(cid);
    expect(await ipfs.cidOf(bytes(text))).toBe(cid);
    expect(await ipfs.add(bytes(text))).toBe(cid);
    expect(await ipfs.add(bytes(text))).toBe(cid);
    expect(Buffer.from((await ipfs.read(cid, 100)) ?? "none").toString()).toBe(text);
  });

  it("computes a CID without storing anything", async () => {
    const ipfs = open(dataDir);
    const cid = await ipfs.cidOf(bytes("never stored"));
    expect(await ipfs.read(cid, 100)).toBeNull();
    expect(await ipfs.open(cid)).toBeNull();
  });

  it("reads a multi-block file in full, by range, and not past the limit", async () => {
    const ipfs = open(dataDir);
    const all = content(1_000_000);
    const cid = await ipfs.add(all);
    expect(Buffer.from((await ipfs.read(cid, 1_000_000)) ?? []).equals(all)).toBe(true);
    await expect(ipfs.read(cid, 999_999)).rejects.toThrow(ContentTooLargeError);
    expect((await ipfs.open(cid))?.sizeBytes).toBe(1_000_000);
    for (const [start, length] of [
      [0, 1],
      [262_140, 10],
      [999_990, 10],
      [100, 800_000],
    ] as const) {
      const part = await readRange(ipfs, cid, start, length);
      expect(part.equals(all.subarray(start, start + length))).toBe(true);
    }
  });

  it("reads the same content by its v1 CID", async () => {
    const ipfs = open(dataDir);
    const cid = await ipfs.add(bytes("both forms"));
    const v1 = CID.parse(cid).toV1().toString();
    expect(Buffer.from((await ipfs.read(v1, 100)) ?? "none").toString()).toBe("both forms");
  });

  it("stores simultaneous identical uploads once", async () => {
    const ipfs = open(dataDir);
    const all = content(400_000);
    const cids = await Promise.all(Array.from({ length: 8 }, () => ipfs.add(all)));
    expect(new Set(cids)).toEqual(new Set([independentDag(all).cid]));
    expect(Buffer.from((await ipfs.read(cids[0] ?? "", 400_000)) ?? []).equals(all)).toBe(true);
  });
});

describe("CIDs of all sizes", () => {
  const MB = 1024 * 1024;
  // Kubo's defaults: 256 KiB per block, 174 links per node, so 43.5 MiB need a third level.
  it.each([1, 100, 262_143, 262_144, 262_145, MB, 174 * 262_144, 174 * 262_144 + 1, 50 * MB])(
    "%i bytes: equals the CID of the specification",
    async (length) => {
      const all = content(length);
      const ipfs = createIpfs({ dataDir });
      expect(await ipfs.cidOf(all)).toBe(independentDag(all).cid);
    },
  );

  // ipfs/kubo test/cli/add_test.go, "--profile=legacy-cid-v0": what `ipfs add` itself printed for
  // files around the first level's 174 links. The bytes are ChaCha20 under the seed's SHA-256.
  it.each([
    ["44544KiB", 44_544, "QmUbBALi174SnogsUzLpYbD4xPiBSFANF4iztWCsHbMKh2"],
    ["44800KiB", 44_800, "QmepeWtdmS1hHXx1oZXsPUv6bMrfRRKfZcoPPU4eEfjnbf"],
  ])("%s: equals the CID of Kubo's tests", async (_, kibibytes, cid) => {
    const key = createHash("sha256").update("v0-seed").digest();
    const stream = createCipheriv("chacha20", key, Buffer.alloc(16));
    const all = stream.update(Buffer.alloc(kibibytes * 1024));
    expect(await createIpfs({ dataDir }).cidOf(all)).toBe(cid);
    expect(independentDag(all).cid).toBe(cid);
  });

  it("finds the documentation's example image by its CID", async () => {
    const picture = readFileSync("sandbox/example-image.png");
    expect(LAUNCH_EXAMPLES.body).toMatchObject({
      imageIpfs: await createIpfs({ dataDir }).cidOf(picture),
    });
  });
});

describe("embedded IPFS", () => {
  it("keeps a file over a restart, and removes it on request", async () => {
    const all = content(300_000);
    const cid = await createIpfs({ dataDir }).add(all);
    const restarted = createIpfs({ dataDir });
    expect(isSame(await restarted.read(cid, 300_000), all)).toBe(true);
    await restarted.remove(cid);
    expect(await restarted.read(cid, 300_000)).toBeNull();
    await restarted.remove(cid);
    expect(readdirSync(join(dataDir, "ipfs"), { recursive: true }).join()).not.toContain(".car");
  });

  it("removes a file and keeps another that shares blocks with it", async () => {
    const ipfs = createIpfs({ dataDir });
    const all = content(600_000);
    const part = all.subarray(0, 524_288);
    const [whole, start] = [await ipfs.add(all), await ipfs.add(part)];
    await ipfs.remove(whole);
    expect(isSame(await ipfs.read(start, 600_000), part)).toBe(true);
  });

  // Offsets of the bytes of "honest", of the hash before them, and of the block length.
  it.each([-3, -30, -47])("detects a flipped bit at %i, until the file is added", async (from) => {
    const ipfs = createIpfs({ dataDir });
    const cid = await ipfs.add(bytes("honest"));
    damageCopy(from);
    await expect(
      ipfs.read(cid, 100).then((read) => {
        // A corrupted hash refers to another block, so this one is missing.
        if (read === null) throw new CorruptBlockError("missing");
      }),
    ).rejects.toThrow(CorruptBlockError);
    await ipfs.add(bytes("honest"));
    expect(Buffer.from((await ipfs.read(cid, 100)) ?? []).toString()).toBe("honest");
  });

  it("loads missing content only when a gateway is configured", async () => {
    const cid = providers.keep(Buffer.from("stored by somebody else"));
    expect(await createIpfs({ dataDir }).read(cid, 100)).toBeNull();
    const ipfs = createIpfs({ dataDir, gatewayUrl: providers.gatewayUrl });
    expect(Buffer.from((await ipfs.read(cid, 100)) ?? "").toString()).toBe(
      "stored by somebody else",
    );
  });
});

describe.each(DRIVERS.slice(2))("%s as a provider", (name, open) => {
  const upload = name === "Kubo" ? "POST /kubo/api/v0/add" : "POST /pinata/v3/files";
  const block = name === "Kubo" ? "POST /kubo/api/v0/block/get" : "GET /gateway/ipfs/";

  it("is not requested for content that was just stored", async () => {
    const ipfs = open(dataDir);
    const cid = await ipfs.add(content(600_000));
    providers.requests.length = 0;
    expect(await ipfs.read(cid, 600_000)).not.toBeNull();
    expect(providers.requests).toEqual([]);
  });

  it("returns content that is missing here, each block once", async () => {
    const all = content(600_000);
    const cid = await open(dataDir).add(all);
    rmSync(join(dataDir, "cache"), { recursive: true });
    providers.requests.length = 0;
    const ipfs = open(dataDir);
    const reads = await Promise.all(Array.from({ length: 4 }, () => ipfs.read(cid, 600_000)));
    for (const read of reads) expect(Buffer.from(read ?? []).equals(all)).toBe(true);
    expect(providers.requests).toHaveLength(4);
  });

  it("adds and reads content although the disk stores no cache", async () => {
    symlinkSync(join(dataDir, "missing"), join(dataDir, "cache"));
    const ipfs = open(dataDir);
    const cid = await ipfs.add(bytes("pinned"));
    expect(Buffer.from((await ipfs.read(cid, 100)) ?? "").toString()).toBe("pinned");
  });

  it("still reads content that this machine stored before", async () => {
    const cid = await createIpfs({ dataDir }).add(bytes("from before"));
    providers.blocks.delete(cid);
    expect(Buffer.from((await open(dataDir).read(cid, 100)) ?? "").toString()).toBe("from before");
  });

  it("is not requested again at once for unavailable content", async () => {
    const ipfs = open(dataDir);
    const cid = await ipfs.cidOf(bytes(`nobody has this at ${name}`));
    expect(await ipfs.read(cid, 100)).toBeNull();
    providers.requests.length = 0;
    expect(await ipfs.read(cid, 100)).toBeNull();
    expect(providers.requests).toEqual([]);
  });

  it("is rejected when it sends other bytes", async () => {
    const cid = providers.keep(Buffer.from(`true bytes for ${name}`));
    const real = providers.blocks.get(cid) ?? Buffer.alloc(0);
    const forged = Buffer.from(real);
    forged[forged.length - 3] = (forged[forged.length - 3] ?? 0) ^ 1;
    providers.blocks.set(cid, forged);
    await expect(open(dataDir).read(cid, 100)).rejects.toThrow(CorruptBlockError);
    providers.blocks.set(cid, real);
    expect(await open(dataDir).read(cid, 100)).not.toBeNull();
  });

  it("must return the CID that the service computed", async () => {
    providers.settings.claimedCid = "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o";
    await expect(open(dataDir).add(bytes("mine"))).rejects.toThrow(/under another CID/);
    providers.settings.claimedCid = "no CID";
    await expect(open(dataDir).add(bytes("mine"))).rejects.toThrow(IpfsUnavailableError);
  });

  it.each([
    ["refuses the key", { status: 401 }],
    ["is busy", { status: 429 }],
    ["is broken", { status: 500 }],
    ["answers no JSON", { status: 200, body: "<html>" }],
    ["answers without a CID", { status: 200, body: "{}" }],
    ["answers without end", { status: 200, body: "x".repeat(1_000_000) }],
    ["redirects", { status: 302, headers: { location: "/" } }],
    ["hangs up", "hang up"],
  ] as const)("leaves nothing stored here when it %s", async (_, fault) => {
    providers.faults.set(upload, fault);
    const ipfs = open(dataDir);
    const add = ipfs.add(bytes("not to be kept"));
    await expect(add).rejects.toThrow(IpfsUnavailableError);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each([
    ["is broken", { status: 503 }],
    ["sends a block without end", { status: 200, body: "x".repeat(3_000_000) }],
    ["hangs up", "hang up"],
  ] as const)("reports an error when it %s while a block is read", async (_, fault) => {
    const cid = providers.keep(Buffer.from("to be read later"));
    providers.faults.set(block, fault);
    await expect(open(dataDir).read(cid, 100)).rejects.toThrow(IpfsUnavailableError);
    expect(await open(dataDir).read(cid, 100)).not.toBeNull();
  });
});

describe.each([
  ["Pinata", pinata, "DELETE /pinata/v3/files/public/"],
  ["Kubo", kubo, "POST /kubo/api/v0/pin/rm"],
] as const)("%s with copies in storage", (_, open, removal) => {
  const forgetCache = () => rmSync(join(dataDir, "cache"), { recursive: true, force: true });
  const isPublished = (cid: string) => providers.pins.has(cid) || providers.blocks.has(cid);

  it("keeps files readable without the provider", async () => {
    const all = content(600_000);
    const cid = await open(dataDir, true).add(all);
    forgetCache();
    providers.requests.length = 0;
    const ipfs = open(dataDir, true);
    expect(Buffer.from((await ipfs.read(cid, 600_000)) ?? []).equals(all)).toBe(true);
    expect(await ipfs.isStored(cid)).toBe(true);
    expect(providers.requests).toEqual([]);
  });

  it("removes a file here and there, and once more without an error", async () => {
    const ipfs = open(dataDir, true);
    const cid = await ipfs.add(content(600_000));
    expect(providers.pins.get(cid)).toHaveLength(4);
    await ipfs.remove(cid);
    expect(isPublished(cid)).toBe(false);
    expect(await ipfs.isStored(cid)).toBe(false);
    forgetCache();
    expect(await ipfs.read(cid, 600_000)).toBeNull();
    await ipfs.remove(cid);
  });

  it("withdraws a file from the network, keeps it here, and publishes it again", async () => {
    const ipfs = open(dataDir, true);
    const all = content(300_000);
    // From before copies were kept.
    const cid = await open(dataDir, false).add(all);
    expect(await ipfs.keepCopy(cid)).toBe(true);
    await ipfs.withdraw(cid);
    expect(isPublished(cid)).toBe(false);
    forgetCache();
    expect(Buffer.from((await open(dataDir, true).read(cid, 300_000)) ?? []).equals(all)).toBe(
      true,
    );
    expect(await ipfs.publish(cid)).toBe(true);
    expect(isPublished(cid)).toBe(true);
  });

  it("withdraws a file whose copy is damaged, and repairs the copy", async () => {
    const ipfs = open(dataDir, true);
    const cid = await ipfs.add(bytes("withdrawn"));
    damageCopy(-3);
    expect(await ipfs.keepCopy(cid)).toBe(true);
    await ipfs.withdraw(cid);
    expect(isPublished(cid)).toBe(false);
    forgetCache();
    expect(Buffer.from((await ipfs.read(cid, 100)) ?? []).toString()).toBe("withdrawn");
  });

  it("withdraws a file of which only damaged copies are left", async () => {
    const ipfs = open(dataDir, true);
    const cid = await ipfs.add(bytes("withdrawn"));
    damageCopy(-3);
    forgetCache();
    const forged = Buffer.from(providers.blocks.get(cid) ?? []);
    forged[forged.length - 3] = (forged[forged.length - 3] ?? 0) ^ 1;
    providers.blocks.set(cid, forged);
    await expect(ipfs.keepCopy(cid)).rejects.toThrow(CorruptBlockError);
    await ipfs.withdraw(cid);
    expect(isPublished(cid)).toBe(false);
  });

  it("reports that it has nothing to publish or keep", async () => {
    const ipfs = open(dataDir, true);
    const cid = await ipfs.cidOf(bytes("stored nowhere"));
    expect([await ipfs.publish(cid), await ipfs.keepCopy(cid)]).toEqual([false, false]);
  });

  it("keeps the file when the provider fails, so that the removal can be repeated", async () => {
    const ipfs = open(dataDir, true);
    const cid = await ipfs.add(bytes("removed at the second attempt"));
    providers.faults.set(removal, { status: 500, body: '{"Message":"repo is locked"}' });
    await expect(ipfs.remove(cid)).rejects.toThrow(IpfsUnavailableError);
    expect(await ipfs.isStored(cid)).toBe(true);
    await ipfs.remove(cid);
    expect(isPublished(cid)).toBe(false);
  });
});

it("Kubo keeps blocks of a removed file that another file has", async () => {
  const ipfs = kubo(dataDir, true);
  const all = content(600_000);
  const [whole, start] = [await ipfs.add(all), await ipfs.add(all.subarray(0, 262_144))];
  await ipfs.remove(whole);
  expect(providers.blocks.has(start)).toBe(true);
  expect(providers.blocks.has(whole)).toBe(false);
});

it("adds a file again whose copy on the disk cannot be read", async () => {
  const storage = createStorage({ dataDir, s3: null });
  let errors = 1;
  const files: typeof storage.files = {
    ...storage.files,
    async open(key) {
      const stored = await storage.files.open(key);
      if (stored === null || errors-- <= 0) return stored;
      const error = Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" });
      const read = () => new Readable({ read: () => undefined }).destroy(error);
      return { ...stored, read };
    },
  };
  const ipfs = createIpfsOn({ dataDir, storage: { ...storage, files } });
  const cid = await ipfs.add(bytes("on a bad sector"));
  damageCopy(-3);
  expect(await ipfs.add(bytes("on a bad sector"))).toBe(cid);
  expect(Buffer.from((await ipfs.read(cid, 100)) ?? []).toString()).toBe("on a bad sector");
});
