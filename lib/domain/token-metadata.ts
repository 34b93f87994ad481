/** What a launch says about a token, already validated. Links that were not given are absent. */
export type TokenDescription = {
  name: string;
  symbol: string;
  description: string;
  imageIpfs: string;
  websiteUrl?: string | undefined;
  twitterUrl?: string | undefined;
  telegramUrl?: string | undefined;
  discordUrl?: string | undefined;
};

export const LINK_FIELDS = ["websiteUrl", "twitterUrl", "telegramUrl", "discordUrl"] as const;

/**
 * The metadata document of a token as UTF-8 JSON. Deterministic: equal input gives equal bytes, so
 * the CID is known before anything is stored. Shape: interface, "Token metadata".
 */
export function buildTokenMetadata(token: TokenDescription): Uint8Array {
  const properties = Object.fromEntries(
    LINK_FIELDS.flatMap((field) => (token[field] === undefined ? [] : [[field, token[field]]])),
  );
  const document = {
    name: token.name,
    symbol: token.symbol,
    description: token.description,
    image: `ipfs://${token.imageIpfs}`,
    properties,
  };
  return new TextEncoder().encode(JSON.stringify(document));
}
