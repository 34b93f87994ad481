import { ApiError, call, sendWithProof } from "@slipway-launchpad/client";
import {
  draftToLaunchBody,
  firstBuyWeiOf,
  type LaunchDraft,
} from "@/components/launch/form/launch-form";
import { launchMemecoin, prepareLaunch } from "@/lib/features/launch/operations";
import type { Config } from "@/lib/features/system/schema";
import { BY_SERVICE, noteRefused, noteSent, sentWith } from "@/lib/web/launch/launch-keys";
import { pendingLaunch } from "@/lib/web/launch/pending-launch";
import { randomUuid } from "@/lib/web/random-uuid";
import { serverSeconds } from "@/lib/web/server-time";
import { explained, findProblem } from "@/lib/web/trade/explained";
import { isUnsent } from "@/lib/web/trade/unsent";

const TIMEOUT_MS = 45_000;

/** The wallet that pays for a launch. */
export type LaunchPayer = { from: `0x${string}`; config: Config };
/** The request to send of one launch. `isAsked`: the wallet has got it. */
export type WalletRequest = { signal: AbortSignal; expire: () => void; isAsked: boolean };
/** Submitted launch. `address` is the expected token address; `payer` is null if the service pays. */
export type SubmittedLaunch = {
  draft: LaunchDraft;
  key: string;
  address: string;
  payer: LaunchPayer | null;
};

/**
 * Queues the launch, with a proof of work if the launchpad demands one.
 * @param onProof receives the part of the proof that is done; null when the launch is sent with it
 * @returns its job
 */
export async function submitToService(
  { draft, key }: SubmittedLaunch,
  onProof: (done: number | null) => void,
): Promise<string | null> {
  const input = { params: { chain: draft.chain }, body: draftToLaunchBody(draft) };
  const options = { idempotencyKey: key, timeoutMs: TIMEOUT_MS };
  const terms = termsOf(draft, null);
  noteSent(key, { request: BY_SERVICE, terms, jobId: null });
  try {
    const accepted = await sendWithProof(input, {
      callOptions: { timeoutMs: TIMEOUT_MS },
      send: (sent) => call(launchMemecoin, sent, options),
      async solve(challenge) {
        onProof(0);
        const { solveInWorker } = await import("@/lib/web/launch/solve-in-worker");
        const proof = await solveInWorker(challenge, onProof);
        onProof(null);
        return proof;
      },
    });
    if (!("jobId" in accepted)) return null;
    noteSent(key, { request: BY_SERVICE, terms, jobId: accepted.jobId });
    return accepted.jobId;
  } catch (error) {
    if (isRefusal(error)) noteRefused(key, BY_SERVICE);
    return jobOfKey(key, error);
  }
}

/**
 * Prepares the launch and sends it from the wallet. A launch that was sent before, which the page
 * did not notice, is followed instead.
 * @param onPermit receives when its permit expires, in Unix seconds; a repeated request gets the earlier one
 * @returns its job
 */
export async function submitFromWallet(
  { draft, key }: SubmittedLaunch,
  payer: LaunchPayer,
  onPermit: (expiresAt: number) => void,
  wallet: WalletRequest,
): Promise<string | null> {
  const { chain } = draft;
  const { from } = payer;
  const terms = termsOf(draft, from);
  const before = sentWith(key);
  const wasInWallet = before?.open.some((request) => request !== BY_SERVICE) ?? false;
  const walletJob = wasInWallet ? (before?.jobId ?? null) : null;
  const { noncesOf } = await import("@/lib/web/launch/launch-transaction");
  const nonces = await explained(() => noncesOf(chain, from));
  // The wallet has sent a transaction since the request, perhaps this launch.
  if (walletJob !== null && nonces.next > nonces.mined) return walletJob;
  const options = { idempotencyKey: key, timeoutMs: TIMEOUT_MS };
  noteSent(key, { request: null, terms, jobId: null });
  const prepared = await call(prepareLaunch, prepareInput(draft, from), options).catch(
    (error: unknown) => jobOfKey(key, error),
  );
  if (typeof prepared === "string") return prepared;
  if (!("jobId" in prepared)) return null;
  const { jobId } = prepared;
  // The service returns no permit for a key with which it launches itself.
  noteRefused(key, BY_SERVICE);
  onPermit(prepared.expiresAt);
  const request = randomUuid();
  const expiry = setTimeout(wallet.expire, (prepared.expiresAt - serverSeconds()) * 1_000);
  try {
    const hash = await explained(async () => {
      const [{ signerFor }, { sendPrepared }] = await Promise.all([
        import("@/lib/web/wallet/signer-for"),
        import("@/lib/web/launch/send-prepared"),
      ]);
      const by = { address: from, signal: wallet.signal };
      const signer = await signerFor(chain, payer.config, by);
      return sendPrepared(signer, prepared, () => {
        wallet.isAsked = true;
        noteSent(key, { request, terms, jobId });
      });
    });
    const sender = { address: from, nonce: nonces.next };
    pendingLaunch.write({ jobId, chain, hash, sender, at: Date.now() });
    return jobId;
  } catch (error) {
    if (provesUnsent(error)) noteRefused(key, request);
    throw error;
  } finally {
    clearTimeout(expiry);
  }
}

/** The service has answered, and has not accepted the launch. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "answered" && error.status < 500;
}

/** Whether the error proves that the wallet has sent nothing. */
function provesUnsent(error: unknown): boolean {
  const problem = error instanceof Error ? findProblem(error) : null;
  return problem !== null && isUnsent(problem.code);
}

/**
 * The launch that the key already has, with this payer or another one.
 * @throws the error if it names no existing launch
 */
function jobOfKey(key: string, error: unknown): string {
  const isTaken =
    error instanceof ApiError &&
    (error.code === "launch_conflict" || error.code === "idempotency_key_reused");
  const jobId = isTaken ? (error.jobId ?? sentWith(key)?.jobId ?? null) : null;
  if (jobId === null) throw error;
  return jobId;
}

/** The request of a launch that a wallet sends. */
export function prepareInput(draft: LaunchDraft, from: string) {
  const firstBuyWei = firstBuyWeiOf(draft) ?? 0n;
  const firstBuy = firstBuyWei === 0n ? {} : { firstBuyWei: firstBuyWei.toString() };
  const body = { ...draftToLaunchBody(draft), ...firstBuy, from };
  return { params: { chain: draft.chain }, body };
}

/** The payer of a launch; for a wallet, its first buy as well. */
export function termsOf(draft: LaunchDraft, from: string | null): string {
  if (from === null) return BY_SERVICE;
  return JSON.stringify([from.toLowerCase(), String(firstBuyWeiOf(draft) ?? 0n)]);
}
