"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { z } from "zod";
import { type LaunchDraft, toLaunchBody } from "@/components/launch/form/launch-form";
import { keepSentDraft } from "@/components/launch/form/sent-draft";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { call } from "@/lib/client/call";
import { newIdempotencyKey } from "@/lib/client/new-idempotency-key";
import { createStore } from "@/lib/client/wallet/create-store";
import { launchMemecoin } from "@/lib/operations/launch";

const TIMEOUT_MS = 45_000;

/** A launch as it was when it was sent. `address` is where its token will be. */
export type SentLaunch = { draft: LaunchDraft; key: string; address: string };
export type LaunchSending = ReturnType<typeof useSendLaunch>;

/**
 * Sends the launch, once: a second press and a page that was loaded anew send nothing more. From the
 * press on `sent` is what the page shows, whatever becomes of the form.
 */
export function useSendLaunch(forget: () => void) {
  const router = useRouter();
  // State would change only with the next drawing, after a second press.
  const isLocked = useRef(false);
  const [sent, setSent] = useState<SentLaunch | null>(null);
  const { mutate, error, isPaused } = useSoleMutation({
    mutationFn: ({ draft, key }: SentLaunch) => {
      const input = { params: { chain: draft.chain }, body: toLaunchBody(draft) };
      return call(launchMemecoin, input, { idempotencyKey: key, timeoutMs: TIMEOUT_MS });
    },
    onSuccess: (accepted, { draft }) => {
      if (!("jobId" in accepted)) return;
      keepSentDraft(accepted.jobId, draft);
      forget();
      launchKey.write(null);
      // Back must not lead to a form that was sent.
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

/** The key of the launch that is looked over; a reload must not make another one of it. */
const launchKey = createStore(
  "slipway.launch-key",
  z.object({ request: z.string(), key: z.string() }),
);

/**
 * One key for one launch, however often it is sent; a changed one is another launch. The dry run has
 * the launch's key, so that it tells the launch's address.
 */
export function launchKeyOf(draft: LaunchDraft): string {
  const request = JSON.stringify([draft.chain, toLaunchBody(draft)]);
  const held = launchKey.read();
  if (held?.request === request) return held.key;
  const key = newIdempotencyKey();
  launchKey.write({ request, key });
  return key;
}
