import type { AssetKind } from "../schema/media";

export type AssetKey = { kind: AssetKind; key: string };

/** Keeps what uploads occupy on this disk under the budget. */
export type AssetStore = {
  /**
   * Makes room for an asset and enters it; one of the same key is replaced and counts as new again.
   * @param asset.isSettled false reserves: it is not removed until `settle`
   * @returns what had to go, already forgotten here and to be deleted by the caller; null when full
   */
  reserve(asset: AssetKey & { sizeBytes: number; isSettled: boolean }): Promise<AssetKey[] | null>;
  /** Whether `sizeBytes` would find room; reserves nothing. */
  hasRoom(sizeBytes: number): Promise<boolean>;
  /** Enters the true size; from now on the asset may be removed. */
  settle(asset: AssetKey & { sizeBytes: number }): Promise<void>;
  /** Keeps an asset for good, because a launch refers to it. False when it is no longer there. */
  markUsed(asset: AssetKey): Promise<boolean>;
  release(asset: AssetKey): Promise<void>;
  /** Runs `work` unless the asset has been entered again; until it ends, nothing is entered. */
  unlessEntered(asset: AssetKey, work: () => Promise<void>): Promise<void>;
};
