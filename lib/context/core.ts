import { createHmac, randomBytes } from "node:crypto";
import { type BrandFiles, readBrand } from "@/lib/drivers/brand/read-brand";
import { createTracing } from "@/lib/drivers/tracing/create-tracing";
import type { Tracing } from "@/lib/drivers/tracing/tracing";
import { type Env, required } from "@/lib/env";
import { createLog, type Log } from "@/lib/log";

/** Configuration, log, time and identifiers. Tests replace time and identifiers here. */
export type Core = {
  env: Env;
  log: Log;
  tracing: Tracing;
  clock: { now(): Date };
  brand: BrandFiles["brand"];
  /** Files of the operator that replace the built-in ones. */
  brandAssets: BrandFiles["assets"];
  ids: {
    /** 128 random bits as base64url; also used as secrets. */
    randomId(): string;
    /** The same id for the same text; cannot be guessed without the server's key. */
    keyedId(text: string): string;
  };
};

/** Traces of one process; nothing is recorded before `start`. */
export function openTracing(
  env: Pick<Env, "tracing">,
  { log, role }: { log: Log; role: "web" | "indexer" },
): Tracing {
  if (env.tracing === null) return createTracing(null);
  const { serviceName, resource, ...options } = env.tracing;
  const own = { "service.name": serviceName ?? resource["service.name"] ?? `slipway-${role}` };
  return createTracing({ ...options, log, resource: { ...resource, ...own } });
}

export function createCore(env: Env): Core {
  const privateKey = required(env, "SERVER_WALLET_PRIVATE_KEY");
  const log = createLog(env, "web");
  const { brand, assets: brandAssets } = readBrand(env.BRAND_FOLDER ?? null);
  return {
    env,
    log,
    tracing: openTracing(env, { log, role: "web" }),
    clock: { now: () => new Date() },
    brand,
    brandAssets,
    ids: {
      randomId: () => randomBytes(16).toString("base64url"),
      // Keyed with the server wallet's private key, which all processes of this wallet share.
      keyedId: (text) =>
        createHmac("sha256", `job id ${privateKey}`)
          .update(text)
          .digest()
          .toString("base64url", 0, 16),
    },
  };
}
