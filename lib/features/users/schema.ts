import { z } from "zod";
import { address, chainSlug, checksumAddress } from "@/lib/schemas/common";
import { IDENTITY_RULES } from "@/lib/schemas/identity";
import { IDENTITY_TYPES, normalizeIdentity } from "@/lib/shared/identity";
import { hasToken, WATCHED_MAX } from "./rules/watchlist";

/** A verified identity. `id` is stable, `name` is displayed. Returned only to its owner. */
const ownIdentity = z.strictObject({
  type: z.enum(IDENTITY_TYPES),
  id: z.string(),
  name: z.string(),
  verified: z.literal(true),
  /** Unix seconds of the latest sign-in with it. */
  signedInAt: z.number().int(),
});

/** A wallet of the user. `managed`: the service holds its key. */
const ownWalletShape = z.strictObject({
  address: checksumAddress,
  managed: z.boolean(),
  identity: z.strictObject({ type: z.enum(IDENTITY_TYPES), name: z.string() }),
});

export const accountAnswer = z.strictObject({
  success: z.literal(true),
  account: z.strictObject({
    id: z.string(),
    createdAt: z.number().int(),
    identities: z.array(ownIdentity),
    wallets: z.array(ownWalletShape),
  }),
  session: z.strictObject({
    /** Unix seconds. */
    authenticatedAt: z.number().int(),
    /** Whether actions that require a recent sign-in are allowed, and until when. */
    recent: z.boolean(),
    recentUntil: z.number().int(),
  }),
});

export const endSessionsRequest = z.object({});
export const endSessionsAnswer = z.strictObject({
  success: z.literal(true),
  /** How many sessions were open. */
  ended: z.number().int(),
});

const email = z
  .string()
  .pipe(IDENTITY_RULES.email)
  .transform((text) => normalizeIdentity("email", text).id);

/** The identity that the next sign-in adds to the account. */
export const linkRequest = z.discriminatedUnion("type", [
  z.object({ type: z.literal("email"), email }),
  z.object({ type: z.enum(["wallet", "twitter", "farcaster"]) }),
]);
export const linkAnswer = z.strictObject({
  success: z.literal(true),
  /** Unix seconds until which a sign-in of that kind is added. */
  expiresAt: z.number().int(),
});

export const unlinkRequest = z.object({ type: z.enum(IDENTITY_TYPES), id: z.string().max(254) });
export const unlinkAnswer = z.strictObject({ success: z.literal(true) });

/** The CSRF token of this browser, which is the nonce of the signed message. */
export const farcasterRequest = z.object({ nonce: z.string().regex(/^[0-9a-zA-Z]{8,128}$/) });
export const farcasterRequestAnswer = z.strictObject({
  success: z.literal(true),
  /** Link to open in the Farcaster app. */
  url: z.url({ protocol: /^https$/ }),
  token: z.string(),
});
export const farcasterRequestToken = z.object({ token: z.string().regex(/^[\w.-]{1,512}$/) });
export const farcasterSignature = z.discriminatedUnion("state", [
  z.strictObject({ success: z.literal(true), state: z.enum(["pending", "expired"]) }),
  z.strictObject({
    success: z.literal(true),
    state: z.literal("signed"),
    message: z.string(),
    signature: z.string(),
  }),
]);

const watched = z.object({ chain: chainSlug, address });
const watchedList = z.array(watched).max(WATCHED_MAX).default([]);

export const watchlistRequest = z
  .object({
    /** The account whose list changes; 409 when another one is signed in now. */
    account: z.string().max(64),
    /** Tokens to add, newest first. */
    add: watchedList,
    remove: watchedList,
  })
  .refine(({ add, remove }) => !add.some((token) => hasToken(remove, token)), {
    error: "must not contain a token in both add and remove",
    path: ["remove"],
  });
export const watchlistAnswer = z.strictObject({
  success: z.literal(true),
  account: z.string(),
  /** Newest first, at most 500. */
  tokens: z.array(z.strictObject({ chain: chainSlug, address: checksumAddress })),
});

export type AccountAnswer = z.output<typeof accountAnswer>;
export type FarcasterRequestAnswer = z.output<typeof farcasterRequestAnswer>;
export type FarcasterSignature = z.output<typeof farcasterSignature>;
export type EndSessionsAnswer = z.output<typeof endSessionsAnswer>;
export type LinkRequest = z.output<typeof linkRequest>;
export type LinkAnswer = z.output<typeof linkAnswer>;
export type WatchlistRequest = z.output<typeof watchlistRequest>;
export type WatchlistAnswer = z.output<typeof watchlistAnswer>;
