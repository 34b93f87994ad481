"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Spinner } from "@/components/ui/spinner";
import { PairingCode } from "@/components/wallet/pairing-code";
import { explainSignInError } from "@/lib/web/account/explain-sign-in-error";
import { readPendingFarcaster, writePendingFarcaster } from "@/lib/web/account/pending-farcaster";
import { signInWithFarcaster } from "@/lib/web/account/sign-in-with-farcaster";
import { SignInProblemNote } from "./sign-in-problem-note";
import type { SignInWayProps } from "./sign-in-way";
import { useSignedInNow } from "./use-after-sign-in";

const WORDS = {
  picture: "Code to scan with the phone that has Farcaster",
  hint: "Scan this with your phone’s camera and confirm in the Farcaster app.",
  open: "Open Farcaster here",
  copy: "Copy the link",
};

/** Signs in with the Farcaster app: a code to scan, and a link where the app is on this device. */
export function FarcasterSignIn({ before }: SignInWayProps) {
  const onSignedIn = useSignedInNow();
  const [link, setLink] = useState<string | null>(null);
  const asking = useRef<AbortController | null>(null);
  const { mutate, isPending, error, reset } = useSoleMutation({
    mutationFn: async (signal: AbortSignal) => {
      if (readPendingFarcaster() === null) await before?.("farcaster");
      await signInWithFarcaster(setLink, signal);
    },
    onSuccess: onSignedIn,
    onSettled: () => setLink(null),
  });
  const begin = () => {
    asking.current = new AbortController();
    mutate(asking.current.signal);
  };
  // Who comes back from the app goes on where they left; a page that is left stops asking.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has opened
  useEffect(() => {
    if (readPendingFarcaster() !== null) begin();
    return () => asking.current?.abort();
  }, []);
  const cancel = () => {
    asking.current?.abort();
    writePendingFarcaster(null);
    setLink(null);
    reset();
  };
  const isWaiting = isPending && link !== null;
  return (
    <div>
      <Button className="h-11 w-full" disabled={isPending} onClick={begin}>
        {isPending && <Spinner />}
        {isWaiting ? "Waiting for your Farcaster app…" : "Sign in with Farcaster"}
      </Button>
      {isWaiting && (
        <section aria-label="Sign in with Farcaster" className="mt-4 grid justify-items-center">
          <PairingCode uri={link} words={WORDS} />
          <Button variant="ghost" size="small" className="mt-2" onClick={cancel}>
            Cancel
          </Button>
        </section>
      )}
      {error !== null && <SignInProblemNote problem={explainSignInError(error)} className="mt-3" />}
    </div>
  );
}
