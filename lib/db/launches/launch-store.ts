import type { Address, Hash, Hex } from "viem";
import type { ChainSlug } from "@/lib/domain/chains";
import type { LaunchState } from "@/lib/domain/launch-job";
import type { TokenDescription } from "@/lib/domain/token-metadata";

export type LaunchJob = {
  id: string;
  chain: ChainSlug;
  state: LaunchState;
  token: TokenDescription;
  tokenUri: string;
  creator: Address;
  creatorShareBps: number;
  marketCapUsdc: bigint;
  launchId: Hex;
  expectedAddress: Address;
  tokenAddress: Address | null;
  transactionHash: Hash | null;
  error: string | null;
  mayHaveSucceeded: boolean;
  createdAt: Date;
};

export type NewLaunchJob = Omit<
  LaunchJob,
  "state" | "tokenAddress" | "transactionHash" | "error" | "mayHaveSucceeded" | "createdAt"
>;

/** What a request with an Idempotency-Key claims: the same key and body give the first answer. */
export type IdempotencyClaim = {
  operation: string;
  chain: ChainSlug;
  key: string;
  fingerprint: string;
};
export type IdempotentAnswer = { fingerprint: string; answer: Record<string, unknown> };

export type StoredTransaction = { nonce: number; hash: Hash; rawTransaction: Hex };

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
    claim: (IdempotencyClaim & { answer: Record<string, unknown> }) | null,
  ): Promise<"inserted" | "claimed">;
  findIdempotentAnswer(
    claim: Omit<IdempotencyClaim, "fingerprint">,
  ): Promise<IdempotentAnswer | null>;
  find(jobId: string): Promise<LaunchJob | null>;
  queueState(chain: ChainSlug, jobId: string | null): Promise<QueueState>;
  /** Moves a job on and renews its lease. False when the job is not in a state before `to`. */
  transition(jobId: string, to: LaunchState, changes?: JobChanges): Promise<boolean>;
  findTransaction(jobId: string): Promise<StoredTransaction | null>;
  /**
   * Reserves the next nonce under a lock, has the transaction signed for it and stores it. A job
   * that has one already gets that one back.
   * @param firstFree the nonce after the wallet's mined transactions
   */
  reserveTransaction(
    job: { id: string; chainId: number; wallet: Address },
    firstFree: number,
    sign: (nonce: number) => Promise<{ hash: Hash; rawTransaction: Hex }>,
  ): Promise<StoredTransaction>;
  markBroadcast(jobId: string): Promise<void>;
  /** Unfinished jobs untouched since `before`, their leases renewed, with a new event for each. */
  adoptStranded(before: Date): Promise<string[]>;
  /** Failed jobs whose transaction may have been mined after all. */
  listUncertain(): Promise<LaunchJob[]>;
  /** Forgets idempotency keys and sent events from before `before`. */
  forgetOld(before: Date): Promise<void>;
};

export type JobChanges = {
  tokenAddress?: Address;
  transactionHash?: Hash;
  error?: string | null;
  mayHaveSucceeded?: boolean;
};
