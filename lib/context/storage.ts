import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import { createNodeDisk, type NodeDisk } from "@/lib/drivers/storage/node-disk";
import type { Storage } from "@/lib/drivers/storage/object-store";
import type { Env } from "@/lib/env";
import {
  createNodeRegistry,
  type NodeRegistry,
  type StorageNode,
} from "@/lib/features/storage/store/create-node-registry";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** Log message of a disk that is full or fails. */
export const CACHE_FAILED = "files are not cached on this disk";

/** The store of files, and the processes that use it. */
export type StorageModule = {
  storage: Storage;
  nodes: NodeRegistry;
  /** This process. */
  node: StorageNode & {
    /** False when providers have all files of this process. */
    storesFiles: boolean;
    isOnDisk: boolean;
    disk: NodeDisk;
  };
};

export function createStorageModule(
  { env, log, role = "web" }: Pick<Core, "env" | "log"> & { role?: "web" | "indexer" },
  { db }: Pick<Connections, "db">,
): StorageModule {
  const host = hostname();
  const hasOwnIpfs = env.PINATA_JWT === undefined && env.KUBO_RPC_URL === undefined;
  const hasOwnVideos = role === "web" && env.CLOUDFLARE_ACCOUNT_ID === undefined;
  const storage = createStorage({
    ...env.storage,
    onCacheFailure: (err) => log.warn({ err }, CACHE_FAILED),
  });
  const isOnDisk = env.storage.s3 === null;
  const disk = createNodeDisk(env.dataDir);
  return {
    storage: {
      ...storage,
      // Each heartbeat writes a file, so a disk that refuses writes is noticed even if nobody uploads.
      isHealthy: () => (isOnDisk && disk.isRefusing() ? false : storage.isHealthy()),
    },
    nodes: createNodeRegistry(db),
    node: {
      id: randomUUID(),
      role,
      host,
      place: describeLocation(env, host),
      storesFiles: hasOwnIpfs || hasOwnVideos,
      isOnDisk,
      disk,
    },
  };
}

function describeLocation({ storage: { dataDir, s3 } }: Env, host: string): string {
  if (s3 === null) return `${dataDir} on ${host}`;
  const service = s3.endpoint ?? `Amazon S3 (${s3.region})`;
  return `bucket ${s3.bucket}${s3.prefix === "" ? "" : `/${s3.prefix}`} at ${service}`;
}
