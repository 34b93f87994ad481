import type { Address, Hash, Hex } from "viem";
import type { ChainSlug } from "@/lib/domain/chains";
import type { Identity } from "@/lib/domain/identity";
import type { LaunchState } from "@/lib/domain/launch-job";
import type { TokenDescription } from "@/lib/domain/token-metadata";
import type { Treasury } from "@/lib/domain/treasury";
import type { KeyClaim } from "../idempotency/create-idempotency-store";

export type LaunchJob = {
  id: string;
  chain: ChainSlug;
  state: LaunchState;
  token: TokenDescription;
  tokenUri: string;
  creator: Address;
  creatorIdentity: Identity | null;
  treasury: Treasury;
  feeShareBps: number;
  marketCapUsdc: bigint;
  launchId: Hex;
  expectedAddress: Address;
  tokenAddress: Address | null;
  managerAddress: Address | null;
  transactionHash: Hash | null;
  error: string | null;
  mayHaveSucceeded: boolean;
  createdAt: Date;
};

export type NewLaunchJob = Omit<
  LaunchJob,
  | "state"
  | "tokenAddress"
  | "managerAddress"
  | "transactionHash"
  | "error"
  | "mayHaveSucceeded"
  | "createdAt"
>;

/** Jobs in front of a job and in all, and how long the latest launches of the chain took. */
export type QueueState = {
  position: number;
  waitingJobs: number;
  activeJobs: number;
  recentSeconds: number[];
};

/** The launch interface's memory. Every write is idempotent, so that a step may run twice. */
export type LaunchStore = {
  /**
   * Stores a job, its event for the job engine and its idempotency claim in one transaction. When
   * another request has claimed the key meanwhile, stores nothing and answers "claimed".
   */
  insert(
    job: NewLaunchJob,
    claim: (KeyClaim & { answer: Record<string, unknown> }) | null,
  ): Promise<"inserted" | "claimed">;
  find(jobId: string): Promise<LaunchJob | null>;
  queueState(chain: ChainSlug, jobId: string | null): Promise<QueueState>;
  /** Moves a job on and renews its lease. False when the job is not in a state before `to`. */
  transition(jobId: string, to: LaunchState, changes?: JobChanges): Promise<boolean>;
  /** Renews a job's lease and answers the job. */
  touch(jobId: string): Promise<LaunchJob | null>;
  /** Unfinished jobs untouched since `before`, their leases renewed, with a new event for each. */
  adoptStranded(before: Date): Promise<string[]>;
  /** Failed jobs whose transaction may have been mined after all. */
  listUncertain(): Promise<LaunchJob[]>;
  /** Forgets sent events from before `before`. */
  forgetEvents(before: Date): Promise<void>;
};

export type JobChanges = {
  tokenAddress?: Address;
  managerAddress?: Address | null;
  transactionHash?: Hash;
  error?: string | null;
  mayHaveSucceeded?: boolean;
};
