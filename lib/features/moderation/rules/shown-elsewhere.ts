import type { TokenModeration } from "./moderation";

type Moderated = { moderation?: TokenModeration | null | undefined };

/**
 * The image of a token for wallets, other sites and link previews, which show it without a notice and
 * without a blur: null once a moderator has decided about the token or the image.
 */
export function imageElsewhere(token: Moderated & { image: string | null }): string | null {
  return token.moderation ? null : token.image;
}

/** Whether other sites may show the links and texts of a token: not of a hidden one. */
export function isShownElsewhere({ moderation }: Moderated): boolean {
  return moderation?.state !== "hidden";
}
