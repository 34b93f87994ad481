import { z } from "zod";
import { IDENTITY_TYPES, normalizeIdentity } from "../domain/identity";
import { checksumAddress } from "./common";
import { IDENTITY_RULES } from "./identity";

/** Proven by its owner. `id` is what stays; `name` what it goes by. Only for the owner's own eyes. */
export const ownIdentity = z.strictObject({
  type: z.enum(IDENTITY_TYPES),
  id: z.string(),
  name: z.string(),
  verified: z.literal(true),
  /** Unix seconds of the latest sign-in with it. */
  signedInAt: z.number().int(),
});

/** A wallet that the person earns with. `managed`: ours keeps its key. */
export const ownWalletShape = z.strictObject({
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
    /** Whether what asks for a recent sign-in is open now, and until when. */
    recent: z.boolean(),
    recentUntil: z.number().int(),
  }),
});

const email = z
  .string()
  .pipe(IDENTITY_RULES.email)
  .transform((text) => normalizeIdentity("email", text).id);

/** What is to be added to the account by the next sign-in. */
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

export type AccountAnswer = z.output<typeof accountAnswer>;
export type LinkRequest = z.output<typeof linkRequest>;
export type LinkAnswer = z.output<typeof linkAnswer>;
