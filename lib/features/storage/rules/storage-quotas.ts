const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Shares of the disk budget, so that nobody fills it for everybody: what a caller and the networks
 * around it may add in a day, and hold in all. Small budgets have a floor below which a share would
 * take no upload at all.
 */
const SHARES = {
  caller: { day: 1 / 16, held: 1 / 8, floorBytes: 16 * MIB },
  network: { day: 1 / 8, held: 1 / 4, floorBytes: 32 * MIB },
} as const;

/** What one owner may occupy in bytes. `key` names a caller or a network around it. */
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

/** Since when what an owner added counts for the day. */
export function quotaDayStart(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}
