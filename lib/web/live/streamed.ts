import type { ChainSlug } from "@/lib/shared/chains";

/** Scopes of this page's open streams: whole chains or single tokens. */
const streamed = new Set<string>();

const keyOf = (chain: ChainSlug, token?: string) =>
  token === undefined ? chain : `${chain}/${token}`;

/** Records that a stream of a chain, or of one token, has connected or closed. */
export function markStream(chain: ChainSlug, token: string | undefined, isOpen: boolean): void {
  if (isOpen) streamed.add(keyOf(chain, token));
  else streamed.delete(keyOf(chain, token));
}

/** Whether a stream covers a chain, or one token of it. */
export function isStreamed(chain: ChainSlug, token?: string): boolean {
  return streamed.has(keyOf(chain)) || (token !== undefined && streamed.has(keyOf(chain, token)));
}
