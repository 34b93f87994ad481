const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Shares of the disk budget that a caller, and each network around it, may add per day and hold in
 * total. One caller therefore cannot fill the disk. The floor lets a small budget accept uploads.
 */
const SHARES = {
  caller: { day: 1 / 16, held: 1 / 8, floorBytes: 16 * MIB },
  network: { day: 1 / 8, held: 1 / 4, floorBytes: 32 * MIB },
} as const;

/** Bytes that one owner may occupy. `key` identifies a caller or a network around it. */
export type StorageQuota = { key: string; dayBytesMax: number; heldBytesMax: number };
export type StorageOwner = { key: string; isNetwork: boolean };

export function storageQuotas(
  budgetBytes: number,
  owners: readonly StorageOwner[],
): StorageQuota[] {
  return owners.map(({ key, isNetwork }) => {
    const { day, held, floorBytes } = SHARES[isNetwork ? "network" : "caller"];
    const atLeast = (share: number) => Math.max(floorBytes, Math.floor(budgetBytes * share));
    return { key, dayBytesMax: atLeast(day), heldBytesMax: atLeast(held) };
  });
}

/**
 * Seconds until enough of the uploads of the last day leave the window of the daily quota.
 * @param uploads of the last day, ordered
 * @returns null if all of them together are not enough
 */
export function quotaWaitSeconds(
  uploads: readonly { createdAt: Date; sizeBytes: number }[],
  excessBytes: number,
  now: Date,
): number | null {
  let left = excessBytes;
  for (const { createdAt, sizeBytes } of uploads) {
    left -= sizeBytes;
    if (left <= 0) return Math.ceil((createdAt.getTime() + DAY_MS - now.getTime()) / 1_000);
  }
  return null;
}

/** Start of the 24h window of the daily quota. */
export function quotaDayStart(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}
