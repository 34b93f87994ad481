import type { ServiceContext } from "@/lib/context";
import type { Caller } from "@/lib/http/limits/callers";
import { type StorageQuota, storageQuotas } from "./rules/storage-quotas";

/**
 * Under whose quotas an upload is entered: keyed hashes of the caller and its networks, because
 * addresses are nobody's business a year later. Nobody's where no limit applies.
 */
export function ownersOf(
  ctx: Pick<ServiceContext, "env" | "ids">,
  caller: Pick<Caller, "buckets" | "isExempt"> | null,
): StorageQuota[] {
  if (caller === null || caller.isExempt) return [];
  const { own, networks } = caller.buckets;
  const hash = (key: string) => ctx.ids.jobIdOf(`storage owner ${key}`);
  return storageQuotas(ctx.env.MEDIA_DISK_BYTES_MAX, [
    { key: hash(own), isNetwork: false },
    ...networks.map(({ key }) => ({ key: hash(key), isNetwork: true })),
  ]);
}
