import type { StorageQuota } from "../../domain/storage-quotas";
import type { AssetKind } from "../schema/media";

export type AssetKey = { kind: AssetKind; key: string };

/** Keeps what uploads occupy on this disk under the budget. */
export type AssetStore = {
  /**
   * Makes room for an asset and enters it; one of the same key is replaced and counts as new again.
   * @param asset.isSettled false reserves: it is not removed until `settle`
   * @param quotas of its owners; a reservation is held against them once its size is known
   * @returns what had to go, already forgotten here and to be deleted by the caller
   */
  reserve(
    asset: AssetKey & { sizeBytes: number; isSettled: boolean },
    quotas: readonly StorageQuota[],
  ): Promise<AssetKey[] | "full" | "quota_used">;
  /** Whether `sizeBytes` would find room; reserves nothing. */
  hasRoom(sizeBytes: number): Promise<boolean>;
  /** Enters the true size; from now on the asset may be removed. */
  settle(asset: AssetKey & { sizeBytes: number }): Promise<void>;
  /** Keeps an asset for good, because a launch refers to it. False when it is no longer there. */
  markUsed(asset: AssetKey): Promise<boolean>;
  /** Forgets what was entered before a time and nothing refers to; the caller deletes it. */
  takeUnused(before: Date): Promise<AssetKey[]>;
  release(asset: AssetKey): Promise<void>;
  /** Runs `work` unless the asset has been entered again; until it ends, nothing is entered. */
  unlessEntered(asset: AssetKey, work: () => Promise<void>): Promise<void>;
};
