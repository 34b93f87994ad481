import {
  feeClaims,
  feeStreamTransfers,
  launches,
  supplyChanges,
  swaps,
  transfers,
  wallMoves,
} from "./event-tables";
import {
  managerAccounts,
  managerEvents,
  managerPools,
  managerShares,
  managers,
  managerTokens,
  streamPayments,
} from "./manager-tables";
import { positionChanges, positions } from "./position-tables";
import { rankQueue, tokenRanks } from "./rank-tables";
import { candles, tokenTerms } from "./series-tables";
import { balances, blocks, tokens } from "./tables";

/** All tables with rows of a dataset, except checkpoints. */
export const DATASET_TABLES = [
  tokens,
  tokenTerms,
  // In this order: see `removeRanks`.
  rankQueue,
  tokenRanks,
  balances,
  positions,
  positionChanges,
  candles,
  launches,
  swaps,
  transfers,
  supplyChanges,
  feeStreamTransfers,
  feeClaims,
  wallMoves,
  managerEvents,
  managers,
  managerTokens,
  managerShares,
  managerPools,
  managerAccounts,
  streamPayments,
  blocks,
] as const;
