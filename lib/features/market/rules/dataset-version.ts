/**
 * Version of the derivation of rows from the chain. A dataset of another version is rebuilt next to
 * the live one and replaces it. Increase it when the indexer reads or derives something different.
 */
export const DATASET_VERSION = 8;
