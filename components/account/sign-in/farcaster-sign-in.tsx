"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Spinner } from "@/components/ui/spinner";
import { PairingCode } from "@/components/wallet/pairing-code";
import { explainSignInError } from "@/lib/web/account/explain-sign-in-error";
import { readPendingFarcaster, writePendingFarcaster } from "@/lib/web/account/pending-farcaster";
import { signInWithFarcaster } from "@/lib/web/account/sign-in-with-farcaster";
import type { SignInMethodProps } from "./sign-in-method-props";
import { SignInProblemNote } from "./sign-in-problem-note";
import { useSignedInNow } from "./use-after-sign-in";

const LABELS = {
  picture: "QR code for the Farcaster app",
  hint: "Scan with your phone camera and confirm in the Farcaster app.",
  open: "Open Farcaster",
  copy: "Copy link",
};

/** Signs in with the Farcaster app: a QR code, and a link if the app is on this device. */
export function FarcasterSignIn({ before, linkTo = null }: SignInMethodProps) {
  const onSignedIn = useSignedInNow();
  const [link, setLink] = useState<string | null>(null);
  const attempt = useRef<AbortController | null>(null);
  const { mutate, isPending, error, reset } = useSoleMutation({
    mutationFn: async (signal: AbortSignal) => {
      // Also for a request that is resumed: another method may have replaced its link request.
      await before?.("farcaster");
      await signInWithFarcaster(linkTo, setLink, signal);
    },
    // On the return from the app, the phone may still be connecting.
    isResumed: () => readPendingFarcaster(linkTo) !== null,
    onSuccess: onSignedIn,
    onSettled: () => setLink(null),
  });
  const begin = () => {
    attempt.current = new AbortController();
    mutate(attempt.current.signal);
  };
  // Resume polling after the user returns from the app; stop when the page closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has opened
  useEffect(() => {
    if (readPendingFarcaster(linkTo) !== null) begin();
    return () => attempt.current?.abort();
  }, []);
  const cancel = () => {
    attempt.current?.abort();
    writePendingFarcaster(null);
    setLink(null);
    reset();
  };
  const isWaiting = isPending && link !== null;
  return (
    <div>
      <Button className="h-11 w-full" disabled={isPending} onClick={begin}>
        {isPending && <Spinner />}
        {isWaiting ? "Waiting for confirmation in Farcaster…" : "Sign in with Farcaster"}
      </Button>
      {isWaiting && (
        <section aria-label="Sign in with Farcaster" className="mt-4 grid justify-items-center">
          <PairingCode uri={link} labels={LABELS} />
          <Button variant="ghost" size="small" className="mt-2" onClick={cancel}>
            Cancel
          </Button>
        </section>
      )}
      {error !== null && <SignInProblemNote problem={explainSignInError(error)} className="mt-3" />}
    </div>
  );
}
