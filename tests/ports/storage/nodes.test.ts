import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createStorageModule } from "@/lib/context/storage";
import { createNodeDisk } from "@/lib/drivers/storage/node-disk";
import { readEnv } from "@/lib/env";
import { registerNode, renewNode, SeparateFilesError } from "@/lib/features/storage/register-node";
import { createNodeRegistry } from "@/lib/features/storage/store/create-node-registry";
import { nodes } from "@/lib/features/storage/store/tables";
import { startTestDatabase } from "../../setup/database/postgres";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let folder: string;
/** The running nodes; each function stops one and returns after its last heartbeat. */
const stopping: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "slipway-nodes-"));
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  await Promise.all(stopping.splice(0).map((stop) => stop()));
  await database.db.delete(nodes);
});

/** A process on a disk; with a bucket it stores its files there. */
function nodeOn(disk: string, bucket: string | null = null, storesFiles = true) {
  const node = {
    id: randomUUID(),
    role: "web",
    host: `host of ${disk}`,
    place: bucket === null ? `/data on ${disk}` : `bucket ${bucket} at http://s3`,
    storesFiles,
    isOnDisk: bucket === null,
    disk: createNodeDisk(join(folder, disk)),
  };
  return { ctx: { node, nodes: createNodeRegistry(database.db) } };
}

/** Keeps a node's registration fresh, as its process does. */
async function run(options: ReturnType<typeof nodeOn>): Promise<void> {
  await registerNode(options);
  const stop = new AbortController();
  const beat = async () => {
    while (!stop.signal.aborted) {
      // A test may have registered a node that makes this one stop.
      await renewNode(options).catch(() => stop.abort());
      await sleep(100, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const ended = beat();
  stopping.push(() => {
    stop.abort();
    return ended;
  });
}

it("shows in the health of the storage that its disk refuses the mark", async () => {
  const dataDir = join(folder, "refusing");
  const env = readEnv({ DATA_DIR: dataDir });
  const log = pino({ level: "silent" });
  const { node, storage } = createStorageModule({ env, log }, { db: database.db });
  await node.disk.mark(node.id);
  expect(storage.isHealthy()).toBeNull();
  await rm(join(dataDir, "nodes"), { recursive: true });
  await expect(node.disk.mark(node.id)).rejects.toThrow();
  expect(storage.isHealthy()).toBe(false);
  await mkdir(join(dataDir, "nodes"));
  await node.disk.mark(node.id);
  expect(storage.isHealthy()).toBeNull();
});

const ids = async () => (await database.db.select().from(nodes)).map(({ id }) => id).toSorted();
const moveBack = (id: string, seconds: number) =>
  database.db.execute(
    sql`update storage.nodes set seen_at = seen_at - make_interval(secs => ${seconds}) where id = ${id}`,
  );

describe("a second node", () => {
  it("with a disk of its own is refused, and the message says what to set", async () => {
    const first = nodeOn("one");
    await run(first);
    const error = await registerNode(nodeOn("two")).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SeparateFilesError);
    for (const part of [
      ...["/data on one", "/data on two", "host of one", "S3_BUCKET", "S3_ACCESS_KEY_ID"],
      ...["S3_SECRET_ACCESS_KEY", "S3_ENDPOINT", "DATA_DIR", "npm run storage -- copy --to s3"],
    ]) {
      expect(String(error)).toContain(part);
    }
    expect(await ids()).toEqual([first.ctx.node.id]);
  });

  it("on the same disk is accepted", async () => {
    await run(nodeOn("shared"));
    await registerNode(nodeOn("shared"));
    expect(await ids()).toHaveLength(2);
  });

  it("on a copy of the disk is refused", async () => {
    const first = nodeOn("copied");
    await run(first);
    // Its disk is a copy: the first node's mark there is no longer renewed.
    const second = nodeOn("copy");
    await second.ctx.node.disk.mark(first.ctx.node.id);
    const old = new Date(Date.now() - 120_000);
    await utimes(join(folder, "copy", "nodes", first.ctx.node.id), old, old);
    await expect(registerNode(second)).rejects.toThrow(SeparateFilesError);
  });

  it.each([
    ["with the same bucket", "files", true],
    ["with another bucket", "other-files", false],
    ["with a disk", null, false],
  ])("%s next to one with a bucket", async (_, bucket, isAccepted) => {
    await run(nodeOn("three", "files"));
    const registered = registerNode(nodeOn("four", bucket)).then(
      () => true,
      () => false,
    );
    expect(await registered).toBe(isAccepted);
  });

  it("on the disk of one that uses a bucket is refused", async () => {
    await run(nodeOn("fourteen", "files"));
    await expect(registerNode(nodeOn("fourteen"))).rejects.toThrow(SeparateFilesError);
  });

  it("that is refused does not block the next one", async () => {
    await run(nodeOn("eleven", "files"));
    const isEnded = registerNode(nodeOn("twelve")).then(
      () => "accepted",
      () => "refused",
    );
    await registerNode(nodeOn("thirteen", "files"));
    expect(await isEnded).toBe("refused");
  });

  it("without files of its own is accepted", async () => {
    await run(nodeOn("five"));
    await registerNode(nodeOn("six", null, false));
  });

  it("waits until the first, which was killed, counts as stopped", async () => {
    const [first, second] = [nodeOn("seven"), nodeOn("eight")];
    await registerNode(first);
    await moveBack(first.ctx.node.id, 13);
    await registerNode(second);
    expect(await ids()).toContain(second.ctx.node.id);
  });
});

it("of two running nodes with separate disks, the later one stops", async () => {
  const [first, second] = [nodeOn("nine"), nodeOn("ten")];
  await registerNode(first);
  await moveBack(first.ctx.node.id, 20);
  await registerNode(second);
  // The first was paused longer than three heartbeats.
  await renewNode(first);
  await expect(renewNode(second)).rejects.toThrow(SeparateFilesError);
  await renewNode(first);
  expect(await ids()).toEqual([first.ctx.node.id]);
});
