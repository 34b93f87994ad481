import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "@/lib/context";
import type { LiveNode } from "./store/create-node-registry";

type Ctx = Pick<ServiceContext, "node" | "nodes">;

/** Time between two heartbeats of a node; after three missing ones it counts as stopped. */
export const HEARTBEAT_MS = 5_000;
const LOOK_MS = 500;

/** Another node stores files elsewhere. The message names the variables to set. */
export class SeparateFilesError extends Error {
  override readonly name = "SeparateFilesError";
}

/**
 * Registers this process before it serves anything. If a node with separate files is registered,
 * waits for its next heartbeat: it may have been killed.
 * @throws SeparateFilesError
 */
export async function registerNode({ ctx }: { ctx: Ctx }): Promise<void> {
  const firstSeen = new Map<string, number>();
  for (;;) {
    const separate = await findSeparate(ctx);
    if (separate.length === 0) return;
    for (const other of separate) {
      const seenMs = other.seenAt.getTime();
      const first = firstSeen.get(other.id) ?? seenMs;
      firstSeen.set(other.id, first);
      if (seenMs > first) return refuse(ctx, other);
    }
    await delay(LOOK_MS);
  }
}

/**
 * Renews the registration. Of two nodes with separate files, the one that started later has to stop.
 * @throws SeparateFilesError
 */
export async function renewNode({ ctx }: { ctx: Ctx }): Promise<void> {
  const [other] = await findSeparate(ctx);
  if (other !== undefined) await refuse(ctx, other);
}

async function findSeparate({ node, nodes }: Ctx): Promise<LiveNode[]> {
  if (!node.storesFiles) return [];
  const { id, role, host, place } = node;
  if (node.isOnDisk) await node.disk.mark(id);
  return nodes.beat({ id, role, host, place }, (other) => hasSameFiles({ node }, other));
}

async function hasSameFiles({ node }: Pick<Ctx, "node">, other: LiveNode): Promise<boolean> {
  if (!node.isOnDisk) return other.place === node.place;
  // Folders may have equal paths on different machines, and different paths on a shared disk.
  return node.disk.isMarked(other.id);
}

async function refuse({ node, nodes }: Ctx, other: LiveNode): Promise<never> {
  await nodes.remove(node.id);
  throw new SeparateFilesError(
    [
      `Two nodes would store uploaded files in separate places: this one in ${node.place}, and ` +
        `the ${other.role} node on ${other.host}, running since ${other.startedAt.toISOString()}, in ${other.place}.`,
      "Set the same S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and, unless it is Amazon S3, " +
        "S3_ENDPOINT and S3_REGION on every node, or let all nodes share one DATA_DIR.",
      "`npm run storage -- copy --to s3` copies existing files into the bucket.",
    ].join("\n"),
  );
}
