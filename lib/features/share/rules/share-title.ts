import type { TokenModeration } from "@/lib/features/moderation/rules/moderation";
import { isShownElsewhere } from "@/lib/features/moderation/rules/shown-elsewhere";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";

/** Size of share images in pixels. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const;

/** The name of a token that the operator has hidden, in everything that leaves its own page. */
export const HIDDEN_NAME = "Hidden token";
export const HIDDEN_SYMBOL = "HIDDEN";

/** The title of a token in tabs, link previews, search results and cards, without the name of a hidden one. */
export function shareTitle(
  chain: ChainSlug,
  token: { name: string; symbol: string; moderation?: TokenModeration | null | undefined },
): string {
  const place = CHAINS[chain].name;
  if (!isShownElsewhere(token)) return `${HIDDEN_NAME} on ${place}`;
  return `${token.name} (${shownSymbol(token.symbol)}) on ${place}`;
}
