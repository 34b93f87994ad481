"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { saveSentDraft } from "@/components/launch/form/sent-draft";
import { requireMedia } from "@/components/launch/media/use-lost-media";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { useWalletWait } from "@/components/wallet/use-wallet-wait";
import {
  type SubmittedLaunch,
  submitFromWallet,
  submitToService,
  type WalletRequest,
} from "./send-launch";

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
export function useSubmitLaunch(
  { subscribe }: Pick<UseFormReturn<LaunchDraft>, "subscribe">,
  forget: () => void,
) {
  const router = useRouter();
  const queries = useQueryClient();
  // State updates on the next render, which is too late for a second click.
  const isLocked = useRef(false);
  const [sent, setSent] = useState<SubmittedLaunch | null>(null);
  const [phase, setPhase] = useState<SubmitPhase>("service");
  const [proofDone, setProofDone] = useState(0);
  const [permitUntil, setPermitUntil] = useState(0);
  const wait = useWalletWait();
  const request = useRef<WalletRequest | null>(null);
  const { mutate, error, isPaused, reset } = useSoleMutation({
    mutationFn: async (launch: SubmittedLaunch) => {
      await requireMedia(queries, launch.draft);
      if (launch.payer !== null) {
        const expire = () => wait.stop("permit_expired");
        request.current = { signal: wait.begin(), expire, isAsked: false };
        const onPermit = (expiresAt: number) => {
          setPermitUntil(expiresAt);
          setPhase("wallet");
        };
        return submitFromWallet(launch, launch.payer, onPermit, request.current);
      }
      return submitToService(launch, (done) => {
        setPhase(done === null ? "service" : "proof");
        setProofDone(done ?? 0);
      });
    },
    // The page says that the launch waits for the network.
    networkMode: "online",
    onSuccess: (jobId, { draft }) => {
      if (jobId === null) return;
      saveSentDraft(jobId, draft);
      forget();
      // The back button must not return to the submitted form.
      router.replace(`/launch/${draft.chain}/${jobId}`);
    },
    onError: () => {
      isLocked.current = false;
      setSent(null);
      setPhase("service");
    },
  });
  // The error is about the draft as it was.
  useEffect(() => {
    const callback = () => {
      if (!isLocked.current) reset();
    };
    return subscribe({ formState: { values: true }, callback });
  }, [subscribe, reset]);
  return {
    sent,
    phase,
    /** The part of the proof of work that is done, from 0 to 1. */
    proofDone,
    /** When the contract stops accepting the wallet's transaction, in Unix seconds; 0 before that phase. */
    permitUntil,
    error,
    dismissError: reset,
    isWaitingForNetwork: isPaused,
    /** Ends the wait for a wallet that does not respond. */
    stop: () => wait.stop(request.current?.isAsked ? "maybe_sent" : "no_response"),
    send: (launch: SubmittedLaunch) => {
      if (isLocked.current) return;
      isLocked.current = true;
      setSent(launch);
      mutate(launch);
    },
  };
}
