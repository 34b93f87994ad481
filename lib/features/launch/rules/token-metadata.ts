/** Validated description of a token. Links that were not given are absent. */
export type TokenDescription = {
  name: string;
  symbol: string;
  description: string;
  imageIpfs: string;
  websiteUrl?: string | undefined;
  twitterUrl?: string | undefined;
  telegramUrl?: string | undefined;
  discordUrl?: string | undefined;
  video?: TokenVideo | undefined;
};

/** A video in the metadata. `duration` in seconds, `size` in bytes, `created` ISO 8601. */
export type TokenVideo = {
  uid: string;
  duration: number;
  thumbnail: string;
  streamUrl: string;
  width: number;
  height: number;
  size: number;
  created: string;
};

const LINK_FIELDS = ["websiteUrl", "twitterUrl", "telegramUrl", "discordUrl"] as const;

/**
 * The metadata document of a token as UTF-8 JSON. Deterministic: equal input gives equal bytes, so
 * the CID is known before anything is stored. Shape: docs/interface.md, "Token metadata".
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
    ...(token.video === undefined ? {} : describeVideo(token.video)),
  };
  return new TextEncoder().encode(JSON.stringify(document));
}

/** Lists the fields, because JSON read from the database may have another key order. */
function describeVideo(video: TokenVideo) {
  const { uid, duration, thumbnail, streamUrl, width, height, size, created } = video;
  return {
    animation_url: streamUrl,
    video: { uid, duration, thumbnail, streamUrl, width, height, size, created },
  };
}
