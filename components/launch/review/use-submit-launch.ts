"use client";

import { ApiError, call, newIdempotencyKey, sendWithProof } from "@slipway-launchpad/client";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { z } from "zod";
import {
  draftToLaunchBody,
  firstBuyWeiOf,
  type LaunchDraft,
} from "@/components/launch/form/launch-form";
import { saveSentDraft } from "@/components/launch/form/sent-draft";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { launchMemecoin, prepareLaunch } from "@/lib/features/launch/operations";
import type { Config } from "@/lib/features/system/schema";
import { pendingLaunch } from "@/lib/web/launch/pending-launch";
import { explained } from "@/lib/web/trade/explained";
import { createStore } from "@/lib/web/wallet/create-store";

const TIMEOUT_MS = 45_000;

/** The wallet that pays for a launch. */
export type LaunchPayer = { from: string; config: Config };
/** Submitted launch. `address` is the expected token address; `payer` is null if the service pays. */
export type SentLaunch = {
  draft: LaunchDraft;
  key: string;
  address: string;
  payer: LaunchPayer | null;
};
/**
 * `proof`: this browser solves the proof of work that the launchpad demands. `wallet`: the user
 * confirms the transaction in the wallet.
 */
export type SubmitPhase = "service" | "proof" | "wallet";
export type LaunchSubmission = ReturnType<typeof useSubmitLaunch>;

/**
 * Submits the launch once; a second click or a reload submits nothing. After the click the page
 * shows `sent`, independent of the form.
 */
export function useSubmitLaunch(forget: () => void) {
  const router = useRouter();
  // State updates on the next render, which is too late for a second click.
  const isLocked = useRef(false);
  const [sent, setSent] = useState<SentLaunch | null>(null);
  const [phase, setPhase] = useState<SubmitPhase>("service");
  const [proofDone, setProofDone] = useState(0);
  const { mutate, error, isPaused, reset } = useSoleMutation({
    mutationFn: (launch: SentLaunch) =>
      launch.payer === null
        ? submitToService(launch, (done) => {
            setPhase(done === null ? "service" : "proof");
            setProofDone(done ?? 0);
          })
        : submitFromWallet(launch, launch.payer, setPhase),
    onSuccess: (jobId, { draft }) => {
      if (jobId === null) return;
      saveSentDraft(jobId, draft);
      forget();
      launchKey.write(null);
      // The back button must not return to the submitted form.
      router.replace(`/launch/${draft.chain}/${jobId}`);
    },
    onError: () => {
      isLocked.current = false;
      setSent(null);
      setPhase("service");
    },
  });
  return {
    sent,
    phase,
    /** The part of the proof of work that is done, from 0 to 1. */
    proofDone,
    error,
    isWaitingForNetwork: isPaused,
    /** Dismisses the error, for example because the form has changed. */
    clear: reset,
    send: (launch: SentLaunch) => {
      if (isLocked.current) return;
      isLocked.current = true;
      setSent(launch);
      mutate(launch);
    },
  };
}

/**
 * Queues the launch, with a proof of work if the launchpad demands one.
 * @param onProof receives the part of the proof that is done; null when the launch is sent with it
 * @returns its job
 */
async function submitToService(
  { draft, key }: SentLaunch,
  onProof: (done: number | null) => void,
): Promise<string | null> {
  const input = { params: { chain: draft.chain }, body: draftToLaunchBody(draft) };
  const options = { idempotencyKey: key, timeoutMs: TIMEOUT_MS };
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
  return "jobId" in accepted ? accepted.jobId : null;
}

/**
 * Prepares the launch and sends it from the wallet. A launch that the wallet has sent before, which
 * the page did not notice, is followed instead.
 * @returns its job
 */
async function submitFromWallet(
  { draft, key }: SentLaunch,
  payer: LaunchPayer,
  onPhase: (phase: SubmitPhase) => void,
): Promise<string | null> {
  const { chain } = draft;
  try {
    const options = { idempotencyKey: key, timeoutMs: TIMEOUT_MS };
    const prepared = await call(prepareLaunch, prepareInput(draft, payer.from), options);
    if (!("jobId" in prepared)) return null;
    onPhase("wallet");
    const hash = await explained(async () => {
      const [{ signerFor }, { sendPrepared }] = await Promise.all([
        import("@/lib/web/wallet/signer-for"),
        import("@/lib/web/launch/send-prepared"),
      ]);
      return sendPrepared(await signerFor(chain, payer.config), prepared);
    });
    const { jobId } = prepared;
    pendingLaunch.write({ jobId, chain, hash });
    return jobId;
  } catch (error) {
    const isSent = error instanceof ApiError && error.code === "launch_conflict";
    if (isSent && error.jobId !== null) return error.jobId;
    throw error;
  }
}

/** The request of a launch that a wallet sends. */
export function prepareInput(draft: LaunchDraft, from: string) {
  const firstBuyWei = firstBuyWeiOf(draft) ?? 0n;
  const firstBuy = firstBuyWei === 0n ? {} : { firstBuyWei: firstBuyWei.toString() };
  const body = { ...draftToLaunchBody(draft), ...firstBuy, from };
  return { params: { chain: draft.chain }, body };
}

/** Idempotency key of the launch under review, stored so that a reload reuses it. */
const launchKey = createStore(
  "slipway.launch-key",
  z.object({ request: z.string(), key: z.string() }),
);

/**
 * Returns the idempotency key of a draft. The same draft has the same key; a changed draft, or
 * another payer, gets a new one. The dry run uses it too, so that it returns the launch's token
 * address.
 * @param from the wallet that pays; null if the service does
 */
export function getLaunchKey(draft: LaunchDraft, from: string | null): string {
  const request = JSON.stringify(
    from === null ? [draft.chain, draftToLaunchBody(draft)] : prepareInput(draft, from),
  );
  const held = launchKey.read();
  if (held?.request === request) return held.key;
  const key = newIdempotencyKey();
  launchKey.write({ request, key });
  return key;
}
