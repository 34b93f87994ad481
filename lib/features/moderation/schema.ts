import { z } from "zod";
import { address, chainSlug, checksumAddress } from "@/lib/schemas/common";
import { emailAddress } from "@/lib/schemas/email-address";
import { IDENTITY_RULES, toIdentity } from "@/lib/schemas/identity";
import { orDefault } from "@/lib/schemas/optional";
import { cid, link, plainText } from "@/lib/schemas/text";
import { IDENTITY_TYPES } from "@/lib/shared/identity";
import {
  BLOCK_LENGTH_MAX,
  BLOCK_TYPES,
  MODERATION_REASONS,
  normalizeBlock,
  SHOWN_STATES,
  TARGET_KINDS,
  TOKEN_STATES,
} from "./rules/moderation";
import { readOpenCursor } from "./rules/open-position";

const moderationReason = z.enum(MODERATION_REASONS, { error: "must be one of the listed reasons" });
const kind = z.enum(TARGET_KINDS, { error: `must be one of: ${TARGET_KINDS.join(", ")}` });
const email = z.union(
  [
    z.literal("").transform(() => null),
    z.string().toLowerCase().pipe(emailAddress("must be an email address")),
  ],
  { error: "must be an email address" },
);

export const REPORT_LENGTH_MAX = 1_000;
export const APPEAL_LENGTH_MAX = 2_000;

/** The target of a report on a token's page: the token, its image, its video or its creator. */
const target = { kind, chain: chainSlug, tokenAddress: address };

export const reportRequest = z.strictObject({
  ...target,
  reason: moderationReason,
  details: orDefault(plainText({ min: 0, max: REPORT_LENGTH_MAX, newlines: true }), ""),
  email: email.nullish().transform((value) => value ?? null),
});
export type ReportRequest = z.output<typeof reportRequest>;

const appealText = {
  details: plainText({ min: 10, max: APPEAL_LENGTH_MAX, newlines: true }),
  email: email.nullish().transform((value) => value ?? null),
};
/** An appeal against a decision that the page of a token shows. */
export const tokenAppeal = z.strictObject({ ...target, ...appealText });
const creator = z
  .strictObject({ type: z.enum(IDENTITY_TYPES), id: z.string().max(254) })
  .transform(({ type, id }, ctx) => {
    const parsed = IDENTITY_RULES[type].safeParse(id);
    if (parsed.success) return toIdentity(type, parsed.data);
    ctx.addIssue({ code: "custom", path: ["id"], message: `is not a valid ${type}` });
    return z.NEVER;
  });
/**
 * An appeal against the block that refused a launch. It names what the launch named; the server finds
 * the blocks. A block of the sender's network needs no name.
 */
export const creatorAppeal = z.strictObject({
  kind: z.literal("creator"),
  creator: creator.nullable(),
  /** The wallet that was to pay for the launch. */
  from: address.nullish().transform((value) => value ?? null),
  /** The links of the token. */
  links: orDefault(z.array(link).max(4, "must have at most 4 links"), []),
  ...appealText,
});
export type CreatorAppeal = z.output<typeof creatorAppeal>;
export const appealRequest = z.union([tokenAppeal, creatorAppeal]);
export type AppealRequest = z.output<typeof appealRequest>;

/**
 * `repeated`: this caller has sent it before; nothing was stored. Always false for the appeal of a
 * creator without a token: it would reveal which identities belong to one user.
 */
export const reportAnswer = z.strictObject({ success: z.literal(true), repeated: z.boolean() });

/** The state that the moderator saw; a decision about another state gets 409. Optional. */
const seenOf = <State extends string>(states: readonly State[]) =>
  z.enum(states).nullable().optional();
const token = { chain: chainSlug, address, seen: seenOf(TOKEN_STATES) };
/** Hides or blurs a token. */
export const tokenDecision = z.object({ ...token, publicReason: moderationReason });
export const tokenRestore = z.object(token);
const imageCid = cid.refine((value) => value !== "", "must be a CID");
const removal = { seen: seenOf(["removed"]), publicReason: moderationReason };
export const imageDecision = z.object({ cid: imageCid, ...removal });
export const imageRestore = z.object({ cid: imageCid });
const uid = z.string().min(1).max(100);
export const videoDecision = z.object({ uid, ...removal });
export const videoRestore = z.object({ uid });
const block = z.object({ type: z.enum(BLOCK_TYPES), value: z.string().max(BLOCK_LENGTH_MAX) });
const toBlock = <Given extends z.output<typeof block>>(
  given: Given,
  ctx: z.RefinementCtx<Given>,
) => {
  const normal = normalizeBlock(given.type, given.value);
  if (normal !== null) return { ...given, ...normal };
  ctx.addIssue({ code: "custom", path: ["value"], message: `is not a valid ${given.type}` });
  return z.NEVER;
};
export const creatorDecision = block
  .extend({ seen: seenOf(["blocked"]), publicReason: moderationReason })
  .transform(toBlock);
export const creatorRestore = block.transform(toBlock);
/** The longest key is that of a block: its type, a colon and its value. */
const KEY_LENGTH_MAX = BLOCK_LENGTH_MAX + 20;
const sentId = z.number().int().positive();
const sentIds = z.array(sentId).max(100);
export const closeReportsInput = z.object({
  kind,
  key: z.string().min(1).max(KEY_LENGTH_MAX),
  /** The reports and appeals that the moderator saw; the others stay open. Without it, all are closed. */
  seen: z
    .object({
      reports: sentIds,
      appeals: sentIds,
      /** Reports without text and email up to this id, which the entry counts; null if there is none. */
      textlessUpTo: sentId.nullable(),
    })
    .optional(),
});
export type SeenReports = NonNullable<z.output<typeof closeReportsInput>["seen"]>;

const reasonCount = z.strictObject({ reason: moderationReason, count: z.number().int() });
const sent = {
  id: sentId,
  at: z.iso.datetime(),
  details: z.string(),
  email: z.string().nullable(),
};
const creatorBlock = z.strictObject({ type: z.enum(BLOCK_TYPES), value: z.string() });
const queueToken = z.strictObject({
  chain: chainSlug,
  address: checksumAddress,
  /** The reports that were sent from its page. */
  count: z.number().int().nonnegative(),
  /** Null when it is not indexed. */
  token: z
    .strictObject({
      name: z.string(),
      symbol: z.string(),
      creator: checksumAddress,
      picture: z.string().nullable(),
    })
    .nullable(),
  /** The job that launched it; null if another program launched it. */
  jobId: z.string().nullable(),
  /**
   * The blocks that match its creator: its wallet, the identity that the launch named, and the
   * network that sent the launch. A launch without a creator has the service's wallet, which is
   * left out.
   */
  blocks: z.array(creatorBlock),
  /** The decision about the token itself, also in the entry of its image, video or creator. */
  state: z.enum(TOKEN_STATES).nullable(),
  isPictureRemoved: z.boolean(),
});
export type QueueToken = z.output<typeof queueToken>;
// The defaults are for responses of servers of the previous release, during an update.
const queueItem = z.strictObject({
  kind,
  /**
   * A token's `chainId:address`, an image's CID, a video's uid, a creator's wallet or `type:value`; the
   * token's key for the creator of a launch that named none.
   */
  key: z.string(),
  /** The block that matches the creator of the key; null for other keys. */
  block: creatorBlock.nullable(),
  /**
   * The tokens that the reports and appeals were sent from, the most reported first. Empty for the
   * appeal of a creator whose launch was refused.
   */
  tokens: z.array(queueToken).default([]),
  /** Whether more tokens than `tokens` were reported. */
  hasMoreTokens: z.boolean().default(false),
  // The values of the first token, which pages of the release before `tokens` read.
  chain: chainSlug.nullable(),
  tokenAddress: checksumAddress.nullable(),
  token: queueToken.shape.token,
  jobId: queueToken.shape.jobId,
  /** Without a token, the block of the key. */
  blocks: z.array(creatorBlock),
  state: z.enum([...SHOWN_STATES, "video_removed", "blocked"]).nullable(),
  count: z.number().int().nonnegative(),
  appealCount: z.number().int().nonnegative().default(0),
  /** The reports without text and email: the entry counts them, and lists no more than 20. */
  textless: z
    .strictObject({ count: z.number().int().nonnegative(), newest: sentId.nullable() })
    .default({ count: 0, newest: null }),
  newestAt: z.iso.datetime(),
  reasons: z.array(reasonCount),
  reports: z.array(z.strictObject({ ...sent, reason: moderationReason })),
  appeals: z.array(z.strictObject({ ...sent, isCreator: z.boolean() })),
});
export type QueueItem = z.output<typeof queueItem>;

export const moderationQuery = z.strictObject({
  /** A part of what was reported or decided about: an address, CID, video or creator. */
  search: z.string().trim().min(1).max(200).optional(),
  /** `nextCursor` of the previous page of the queue. */
  cursor: z
    .string()
    .transform((text, ctx) => {
      const position = readOpenCursor(text);
      if (position !== null) return position;
      ctx.addIssue({ code: "custom", message: "must be a `nextCursor` of this endpoint" });
      return z.NEVER;
    })
    .optional(),
});

const decided = { reason: moderationReason, at: z.iso.datetime() };
/** Whether copies are rejected, besides the same file. */
const copies = { recognizesCopies: z.boolean().default(true) };
export const moderationQueue = z.strictObject({
  items: z.array(queueItem),
  /** The targets of all pages. */
  total: z.number().int().nonnegative().default(0),
  /** Null on the last page. */
  nextCursor: z.string().nullable().default(null),
  /** On the first page only; empty on the others. */
  decisions: z.strictObject({
    tokens: z.array(
      z.strictObject({
        chain: chainSlug,
        address: checksumAddress,
        state: z.enum(TOKEN_STATES),
        ...decided,
      }),
    ),
    pictures: z.array(z.strictObject({ cid: z.string(), ...decided, ...copies })),
    videos: z.array(z.strictObject({ uid: z.string(), ...decided, ...copies })),
    creators: z.array(z.strictObject({ type: z.enum(BLOCK_TYPES), value: z.string(), ...decided })),
  }),
});
export type ModerationQueue = z.output<typeof moderationQueue>;
