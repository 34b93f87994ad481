import { z } from "zod";
import { TRANSACTION_KINDS, TRANSACTION_STATES } from "@/lib/features/transactions/rules";
import { chainSlug } from "@/lib/schemas/common";
import { JOB_STATES } from "./rules/job-actions";

export const jobQuery = z.object({
  kind: z.enum(TRANSACTION_KINDS).optional(),
  chain: chainSlug.optional(),
  state: z.enum(JOB_STATES).optional(),
  search: z.string().trim().min(1).max(100).optional(),
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

const job = z.strictObject({
  id: z.string(),
  sequence: z.number().int(),
  kind: z.enum(TRANSACTION_KINDS),
  chain: chainSlug,
  state: z.enum(JOB_STATES),
  title: z.string(),
  transactionHash: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  touchedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type JobAnswer = z.infer<typeof job>;

export const jobList = z.strictObject({
  jobs: z.array(job),
  /** Pass as `before` for the next page; null on the last one. */
  next: z.number().int().nullable(),
});

export const jobParams = z.object({ jobId: z.string().min(1).max(200) });

const why = z.string().nullable();

export const jobDetails = z.strictObject({
  job: job.extend({
    owner: z.string().nullable(),
    storedState: z.enum(TRANSACTION_STATES),
    tokenAddress: z.string().nullable(),
    managerAddress: z.string().nullable(),
    /** The accepted input. */
    payload: z.unknown(),
  }),
  signed: z.array(
    z.strictObject({
      hash: z.string(),
      nonce: z.number().int(),
      maxFeePerGasWei: z.string(),
      signedAt: z.iso.datetime(),
      settledAt: z.iso.datetime().nullable(),
      /** By the chain now; null if it is not mined or the chain does not answer. */
      status: z.enum(["success", "reverted"]).nullable(),
      /** The contract's error, for a reverted transaction. */
      revert: z.string().nullable(),
    }),
  ),
  gas: z.strictObject({ wei: z.string(), isSettled: z.boolean() }).nullable(),
  /** Why an action is not possible; null if it is. */
  actions: z.strictObject({ retry: why, cancel: why, resolve: why }),
});
export type JobDetails = z.infer<typeof jobDetails>;

export const jobInput = z.object({ id: z.string().min(1).max(200) });
export const healInput = z.object({ chain: chainSlug });
