"use client";

import { call, newIdempotencyKey } from "@slipway-launchpad/client";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { z } from "zod";
import { draftToLaunchBody, type LaunchDraft } from "@/components/launch/form/launch-form";
import { saveSentDraft } from "@/components/launch/form/sent-draft";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { launchMemecoin } from "@/lib/features/launch/operations";
import { createStore } from "@/lib/web/wallet/create-store";

const TIMEOUT_MS = 45_000;

/** Submitted launch. `address` is the expected token address. */
export type SentLaunch = { draft: LaunchDraft; key: string; address: string };
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
  const { mutate, error, isPaused } = useSoleMutation({
    mutationFn: ({ draft, key }: SentLaunch) => {
      const input = { params: { chain: draft.chain }, body: draftToLaunchBody(draft) };
      return call(launchMemecoin, input, { idempotencyKey: key, timeoutMs: TIMEOUT_MS });
    },
    onSuccess: (accepted, { draft }) => {
      if (!("jobId" in accepted)) return;
      saveSentDraft(accepted.jobId, draft);
      forget();
      launchKey.write(null);
      // The back button must not return to the submitted form.
      router.replace(`/launch/${draft.chain}/${accepted.jobId}`);
    },
    onError: () => {
      isLocked.current = false;
      setSent(null);
    },
  });
  return {
    sent,
    error,
    isWaitingForNetwork: isPaused,
    send: (launch: SentLaunch) => {
      if (isLocked.current) return;
      isLocked.current = true;
      setSent(launch);
      mutate(launch);
    },
  };
}

/** Idempotency key of the launch under review, stored so that a reload reuses it. */
const launchKey = createStore(
  "slipway.launch-key",
  z.object({ request: z.string(), key: z.string() }),
);

/**
 * Returns the idempotency key of a draft. The same draft has the same key; a changed draft gets a
 * new one. The dry run uses it too, so that it returns the launch's token address.
 */
export function getLaunchKey(draft: LaunchDraft): string {
  const request = JSON.stringify([draft.chain, draftToLaunchBody(draft)]);
  const held = launchKey.read();
  if (held?.request === request) return held.key;
  const key = newIdempotencyKey();
  launchKey.write({ request, key });
  return key;
}
