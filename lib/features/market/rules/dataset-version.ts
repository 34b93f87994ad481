/**
 * How rows are derived from the chain. A dataset of another version is built anew beside the live one
 * and takes its place: raise this when the indexer reads or derives something else than before.
 */
export const DATASET_VERSION = 2;
