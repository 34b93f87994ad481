import type { ServiceContext } from "@/lib/context";
import type { Caller } from "@/lib/http/limits/callers";
import { type StorageQuota, storageQuotas } from "./rules/storage-quotas";

/**
 * The quotas that an upload counts towards: those of the caller and its networks, identified by keyed
 * hashes so that no IP address is stored. Empty for an exempt caller.
 */
export function quotasOfCaller(
  ctx: Pick<ServiceContext, "env" | "ids">,
  caller: Pick<Caller, "buckets" | "isExempt"> | null,
): StorageQuota[] {
  if (caller === null || caller.isExempt) return [];
  const { own, networks } = caller.buckets;
  const hash = (key: string) => ctx.ids.keyedId(`storage owner ${key}`);
  return storageQuotas(ctx.env.MEDIA_DISK_BYTES_MAX, [
    { key: hash(own), isNetwork: false },
    ...networks.map(({ key }) => ({ key: hash(key), isNetwork: true })),
  ]);
}
