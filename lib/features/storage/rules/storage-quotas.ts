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

/** Start of the 24h window of the daily quota. */
export function quotaDayStart(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}
