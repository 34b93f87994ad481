import type { ChainSlug } from "@/lib/shared/chains";

/** What open streams tell of in this page: whole chains, or single tokens of them. */
const streamed = new Set<string>();

const keyOf = (chain: ChainSlug, token?: string) =>
  token === undefined ? chain : `${chain}/${token}`;

/** Notes that a stream of a chain, or of one token, is connected or gone. */
export function noteStream(chain: ChainSlug, token: string | undefined, isOpen: boolean): void {
  if (isOpen) streamed.add(keyOf(chain, token));
  else streamed.delete(keyOf(chain, token));
}

/** Whether a stream tells of what happens on a chain, or to one token of it. */
export function isStreamed(chain: ChainSlug, token?: string): boolean {
  return streamed.has(keyOf(chain)) || (token !== undefined && streamed.has(keyOf(chain, token)));
}
