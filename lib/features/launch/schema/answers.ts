import { z } from "zod";
import { chainSlug, checksumAddress, hash32, unixSeconds } from "@/lib/schemas/common";
import { IDENTITY_TYPES } from "@/lib/shared/identity";

export const queueStatus = z.strictObject({
  position: z.number().int().nonnegative(),
  waitingJobs: z.number().int().nonnegative(),
  activeJobs: z.number().int().nonnegative(),
  estimatedWaitSeconds: z.number().int().nonnegative(),
});

export const walletProvider = z
  .strictObject({ type: z.enum(IDENTITY_TYPES), address: checksumAddress })
  .nullable();

export const launchAccepted = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  jobId: z.string(),
  queueStatus,
  walletProvider,
  expectedAddress: checksumAddress,
});
export const previewedProvider = z
  .strictObject({ type: z.enum(IDENTITY_TYPES), address: checksumAddress.nullable() })
  .nullable()
  .meta({
    description:
      "Wallet of the creator. `address` is null if the creator has no wallet yet: the launch creates it, a dry run does not.",
  });
export const launchDryRun = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  dryRun: z.literal(true),
  walletProvider: previewedProvider,
  expectedAddress: checksumAddress,
});
export const launchAnswer = z.union([launchAccepted, launchDryRun]);
export type LaunchAnswer = z.output<typeof launchAnswer>;
export type LaunchAccepted = z.output<typeof launchAccepted>;
export type LaunchDryRun = z.output<typeof launchDryRun>;

const progress = {
  success: z.literal(true),
  // Required after the next release: during an update, pages also read the responses of servers without it.
  chain: chainSlug.optional().meta({
    description: "Extension: the chain of the launch. Absent from services of an earlier release.",
  }),
  queuePosition: z.number().int().nonnegative(),
  estimatedWaitTime: z.number().int().nonnegative(),
};
export const collectionToken = z.strictObject({
  address: checksumAddress,
  imageIpfs: z.string(),
  name: z.string(),
  symbol: z.string(),
  tokenURI: z.string(),
  creator: checksumAddress,
});
const resolvedRecipient = z.strictObject({
  address: checksumAddress,
  percentage: z.string(),
  originalInput: z.string(),
});

/** A prepared launch, which a wallet sends. */
const permit = z.strictObject({ from: checksumAddress, expiresAt: unixSeconds }).optional().meta({
  description:
    "Extension: only of a launch of `prepare-launch`, which `from` can send until `expiresAt`.",
});

export const launchStatus = z.discriminatedUnion("state", [
  z.strictObject({ ...progress, state: z.literal("waiting"), permit }),
  z.strictObject({ ...progress, state: z.literal("active") }),
  z.strictObject({
    ...progress,
    state: z.literal("completed"),
    transactionHash: hash32,
    collectionToken,
    startTime: unixSeconds.optional().meta({
      description: "Extension: when trading opens; only of a launch with `startTime`.",
    }),
    revenueManagerAddress: checksumAddress.nullable(),
    feeSplitManagerAddress: checksumAddress.nullable(),
    feeSplitRecipients: z.array(resolvedRecipient).nullable(),
    permit,
  }),
  z.strictObject({
    ...progress,
    state: z.literal("failed"),
    transactionHash: hash32.nullable(),
    error: z.string(),
    collectionToken: z.null(),
    transactionMayHaveSucceeded: z.literal(true).optional(),
    permit,
  }),
]);
export type LaunchStatus = z.output<typeof launchStatus>;

/** Longer paths are unknown: the router has the same limit for a whole path. */
const JOB_ID_LENGTH_MAX = 2_048;

export const statusParams = z.object({
  jobId: z
    .string()
    .min(1)
    .max(JOB_ID_LENGTH_MAX)
    .meta({ description: "`jobId` of the launch response." }),
});
