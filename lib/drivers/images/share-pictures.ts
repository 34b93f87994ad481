/** What the picture of a shared link says. Texts are strangers' and are drawn, never read. */
export type ShareFacts = {
  title: string;
  /** Beside the title; null for the site itself. */
  symbol: string | null;
  /** A line under the title. */
  line: string;
  /** Large numbers with their names, at most three. */
  figures: readonly { name: string; value: string }[];
  /** The token's picture in any common format; null where there is none. */
  picture: Uint8Array | null;
};
