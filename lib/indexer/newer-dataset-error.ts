import { DATASET_VERSION } from "@/lib/features/market/rules/dataset-version";
import type { Dataset } from "./store/dataset-types";

/** A newer release has derived the chain's rows. This process must not replace them by older ones. */
export class NewerDatasetError extends Error {
  override readonly name = "NewerDatasetError";

  constructor() {
    super("a newer release has derived the dataset");
  }
}

/**
 * Whether the rows of a chain belong to a newer release. While the live rows are those of this
 * release, it may follow them; it does not touch a newer dataset that is being built.
 */
export function isNewerDataset(found: { live: Dataset | null; building: Dataset | null }): boolean {
  const { live, building } = found;
  if (live === null || live.version === DATASET_VERSION) return false;
  return Math.max(live.version, building?.version ?? 0) > DATASET_VERSION;
}
