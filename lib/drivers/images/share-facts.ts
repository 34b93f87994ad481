/** Content of an Open Graph image. Texts come from users; they are drawn as plain text. */
export type ShareFacts = {
  title: string;
  /** Next to the title; null for the site itself. */
  symbol: string | null;
  line: string;
  /** Large numbers with labels, at most three. */
  figures: readonly { name: string; value: string }[];
  /** Market caps of the last 24 hours, oldest first; empty without a line. */
  line24h: readonly string[];
  /** The token's image in any common format, or null. */
  picture: Uint8Array | null;
};

/** The brand that share images show; null for our own logo and accent. */
export type ShareBrand = {
  name: string;
  /** An SVG as data URI. */
  logo: string | null;
  /** `#rrggbb` */
  accent: string | null;
};
