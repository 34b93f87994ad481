import { z } from "zod";
import { address, chainSlug, checksumAddress } from "@/lib/schemas/common";
import { cid, plainText } from "@/lib/schemas/text";
import {
  BLOCK_TYPES,
  MODERATION_REASONS,
  normalizeBlock,
  SHOWN_STATES,
  TARGET_KINDS,
} from "./rules/moderation";

const moderationReason = z.enum(MODERATION_REASONS, { error: "must be one of the listed reasons" });
const kind = z.enum(TARGET_KINDS, { error: `must be one of: ${TARGET_KINDS.join(", ")}` });
const email = z.union(
  [
    z.literal("").transform(() => null),
    z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .pipe(z.email({ error: "must be an email address" })),
  ],
  { error: "must be an email address" },
);

export const REPORT_LENGTH_MAX = 1_000;
export const APPEAL_LENGTH_MAX = 2_000;

/** What is reported on the page of a token: the token, its picture or its creator. */
const target = { kind, chain: chainSlug, tokenAddress: address };

export const reportRequest = z.strictObject({
  ...target,
  reason: moderationReason,
  details: plainText({ min: 0, max: REPORT_LENGTH_MAX, newlines: true }).default(""),
  email: email.nullish().transform((value) => value ?? null),
});
export type ReportRequest = z.output<typeof reportRequest>;

export const appealRequest = z.strictObject({
  ...target,
  details: plainText({ min: 10, max: APPEAL_LENGTH_MAX, newlines: true }),
  email: email.nullish().transform((value) => value ?? null),
});
export type AppealRequest = z.output<typeof appealRequest>;

/** `repeated`: this caller has reported it before; nothing was stored. */
export const reportAnswer = z.strictObject({ success: z.literal(true), repeated: z.boolean() });

const token = { chain: chainSlug, address };
/** Hides or blurs a token. */
export const tokenDecision = z.strictObject({ ...token, publicReason: moderationReason });
export const tokenRestore = z.strictObject(token);
const pictureCid = cid.refine((value) => value !== "", "must be a CID");
export const pictureDecision = z.strictObject({ cid: pictureCid, publicReason: moderationReason });
export const pictureRestore = z.strictObject({ cid: pictureCid });
const uid = z.string().min(1).max(100);
export const videoDecision = z.strictObject({ uid, publicReason: moderationReason });
export const videoRestore = z.strictObject({ uid });
const block = z.object({ type: z.enum(BLOCK_TYPES), value: z.string().max(200) });
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
  .extend({ publicReason: moderationReason })
  .strict()
  .transform(toBlock);
export const creatorRestore = block.strict().transform(toBlock);
export const closeReportsInput = z.strictObject({ kind, key: z.string().min(1).max(200) });

const reasonCount = z.strictObject({ reason: moderationReason, count: z.number().int() });
const sent = {
  id: z.number().int().positive(),
  at: z.iso.datetime(),
  details: z.string(),
  email: z.string().nullable(),
};
export const queueItem = z.strictObject({
  kind,
  /**
   * A token's `chainId:address`, a picture's CID, a video's uid or a creator's wallet; the token's key
   * for the creator of a launch that named none.
   */
  key: z.string(),
  chain: chainSlug,
  tokenAddress: checksumAddress,
  /** Null when the token is not indexed. */
  token: z
    .strictObject({
      name: z.string(),
      symbol: z.string(),
      creator: checksumAddress,
      picture: z.string().nullable(),
    })
    .nullable(),
  /** The job that launched the token; null if another program launched it. */
  jobId: z.string().nullable(),
  /**
   * By what its creator can be blocked: its wallet, the identity that the launch named, and the network
   * that sent the launch. A launch without a creator has the service's wallet, which is left out.
   */
  blocks: z.array(z.strictObject({ type: z.enum(BLOCK_TYPES), value: z.string() })),
  state: z.enum([...SHOWN_STATES, "video_removed", "blocked"]).nullable(),
  count: z.number().int().nonnegative(),
  newestAt: z.iso.datetime(),
  reasons: z.array(reasonCount),
  reports: z.array(z.strictObject({ ...sent, reason: moderationReason })),
  appeals: z.array(z.strictObject({ ...sent, isCreator: z.boolean() })),
});
export type QueueItem = z.output<typeof queueItem>;

const decided = { reason: moderationReason, at: z.iso.datetime() };
export const moderationQueue = z.strictObject({
  items: z.array(queueItem),
  decisions: z.strictObject({
    tokens: z.array(
      z.strictObject({
        chain: chainSlug,
        address: checksumAddress,
        state: z.enum(SHOWN_STATES),
        ...decided,
      }),
    ),
    pictures: z.array(z.strictObject({ cid: z.string(), ...decided })),
    videos: z.array(z.strictObject({ uid: z.string(), ...decided })),
    creators: z.array(z.strictObject({ type: z.enum(BLOCK_TYPES), value: z.string(), ...decided })),
  }),
});
export type ModerationQueue = z.output<typeof moderationQueue>;
