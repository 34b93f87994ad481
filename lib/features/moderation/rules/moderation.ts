/** Kinds of content that can be reported and moderated. */
export const TARGET_KINDS = ["token", "picture", "video", "creator"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** Why something is reported or moderated; public. */
export const MODERATION_REASONS = [
  "illegal",
  "copyright",
  "impersonation",
  "scam",
  "sexual",
  "hate",
  "private_data",
  "other",
] as const;
export type ModerationReason = (typeof MODERATION_REASONS)[number];

/** The reasons in the interface. */
export const REASON_LABELS = {
  illegal: "Illegal content",
  copyright: "Copyright or trademark",
  impersonation: "Impersonation",
  scam: "Scam or fraud",
  sexual: "Sexual content",
  hate: "Hate or violence",
  private_data: "Private data",
  other: "Something else",
} as const satisfies Record<ModerationReason, string>;

/** States of a token that a moderator sets. */
export const TOKEN_STATES = ["hidden", "blurred"] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

/** States that the Data API shows. `picture_removed`: the token is listed without its image. */
export const SHOWN_STATES = [...TOKEN_STATES, "picture_removed"] as const;

/** The moderation of a token as the Data API shows it. */
export type TokenModeration = {
  state: (typeof SHOWN_STATES)[number];
  reason: ModerationReason;
};

/** How a creator can be blocked. */
export const BLOCK_TYPES = [
  "wallet",
  "email",
  "twitter",
  "twitter_id",
  "farcaster",
  "farcaster_id",
  "network",
  "domain",
] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];
/** The types of blocks in the interface. */
export const BLOCK_LABELS = {
  wallet: "Wallet",
  email: "Email",
  twitter: "X username",
  twitter_id: "X user ID",
  farcaster: "Farcaster username",
  farcaster_id: "Farcaster ID (fid)",
  network: "Network",
  domain: "Domain",
} as const satisfies Record<BlockType, string>;
/** A block; `value` is in the form of `normalizeBlock`. */
export type CreatorBlock = { type: BlockType; value: string };

const FORMS = {
  wallet: /^0x[0-9a-f]{40}$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  twitter: /^\w{1,50}$/,
  /** Numbers that X and Farcaster (fid) never give to another user, unlike names. */
  twitter_id: /^[1-9]\d{0,19}$/,
  farcaster: /^[\w.-]{1,64}$/,
  farcaster_id: /^[1-9]\d{0,14}$/,
  network: /^([0-9a-f:]*:[0-9a-f:.]*|\d{1,3}(\.\d{1,3}){3})(\/\d{1,3})?$/,
  domain: /^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/,
} as const satisfies Record<BlockType, RegExp>;

/** The length of the longest email address. */
export const BLOCK_LENGTH_MAX = 254;

/** A block in the form in which it is stored and compared; null when it is not valid. */
export function normalizeBlock(type: BlockType, text: string): CreatorBlock | null {
  const value = text.trim().replace(/^@/, "").toLowerCase();
  if (value.length > BLOCK_LENGTH_MAX || !FORMS[type].test(value)) return null;
  if (type !== "network") return { type, value };
  const [given = "", bits] = value.split("/");
  // Callers of a dual-stack socket are known by their IPv4 address.
  const mapped = bits === undefined ? /^::ffff:([\d.]+)$/.exec(given)?.[1] : undefined;
  const address = mapped ?? given;
  const isV4 = !address.includes(":");
  const isAddress = isV4
    ? address.split(".").every((part) => Number(part) <= 255)
    : URL.canParse(`http://[${address}]`);
  const most = isV4 ? 32 : 128;
  const length = bits === undefined ? most : Number(bits);
  // A network of all addresses is a mistake, not a block.
  if (!isAddress || length > most || length < (isV4 ? 8 : 16)) return null;
  return { type, value: `${address}/${length}` };
}

/** The key of a block as a target; a wallet is its own key, as in reports of creators. */
export function blockKey({ type, value }: CreatorBlock): string {
  return type === "wallet" ? value : `${type}:${value}`;
}

/** The block of a key of `blockKey`; null for the key of a token. */
export function blockOfKey(key: string): CreatorBlock | null {
  const type = BLOCK_TYPES.find((one) => key.startsWith(`${one}:`));
  if (type === undefined) return normalizeBlock("wallet", key);
  return normalizeBlock(type, key.slice(type.length + 1));
}

/** The key of a token as a target. */
export function tokenKey(chainId: number, address: string): string {
  return `${chainId}:${address.toLowerCase()}`;
}
