/**
 * Blocks below the head that market-data adapters do not report yet. Sites read each block once, so a
 * reported block must not change. A sandbox chain is one local node.
 */
export const FINAL_DEPTH = { sandbox: 0, real: 32 } as const;
