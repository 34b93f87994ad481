import type { Hex } from "viem";

/** Log index that represents the end of a block, after all its events. */
export const BLOCK_END = 2_147_483_647;

/** A position in a chain's history. `tag`: first 8 hex digits of the block hash; null if unknown. */
export type EventId = { block: number; logIndex: number; tag: string | null };

const FORM = /^(\d{1,15})-(\d{1,9}|end)(?:-([0-9a-f]{8}))?$/;

/** `block-logIndex-tag`; the tag shows whether the block is still on the chain. */
export function formatEventId(position: {
  block: number;
  logIndex: number;
  blockHash: Hex | null;
}): string {
  const { block, logIndex, blockHash } = position;
  const tag = blockHash === null ? "" : `-${tagOf(blockHash)}`;
  return `${block}-${logIndex === BLOCK_END ? "end" : logIndex}${tag}`;
}

/** Null if the text is not a valid event id. */
export function parseEventId(text: string): EventId | null {
  const [, block, logIndex, tag = null] = FORM.exec(text) ?? [];
  if (block === undefined || logIndex === undefined) return null;
  return {
    block: Number(block),
    logIndex: logIndex === "end" ? BLOCK_END : Number(logIndex),
    tag,
  };
}

export function tagOf(blockHash: Hex): string {
  return blockHash.slice(2, 10);
}
