"use client";

import { ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useNow } from "@/components/tokens/use-now";
import { ConnectWallet } from "@/components/wallet/connect-wallet";
import { useBurner, useConnectedWallet } from "@/components/wallet/use-account";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { emailsOfAccount, methodsOfAccount } from "./methods-of-account";
import { SignInMethods } from "./sign-in-methods";
import { isStepUp } from "./step-up";

/** Whether the latest sign-in is recent enough for actions that move funds. */
export function useRecent({ session }: AccountAnswer): boolean {
  const now = useNow();
  return session.recent && now < session.recentUntil;
}

/**
 * Whether the service refused an action because the sign-in is too old: the browser's clock may be
 * slow. A new sign-in resets the action.
 */
export function useStepUp(
  { session }: AccountAnswer,
  { error, reset }: { error: Error | null; reset: () => void },
): boolean {
  const isRefused = isStepUp(error);
  const { authenticatedAt } = session;
  const before = useRef(authenticatedAt);
  useEffect(() => {
    if (authenticatedAt === before.current) return;
    before.current = authenticatedAt;
    if (isRefused) reset();
  }, [authenticatedAt, isRefused, reset]);
  return isRefused;
}

/** Prompts the signed-in user to sign in again with one of their methods. */
export function Reauthenticate({
  own,
  reason,
  isInputStored = false,
  returnTo = "/account",
}: {
  own: AccountAnswer;
  reason: string;
  /** Whether the user's input survives the sign-in, which may load the page again. */
  isInputStored?: boolean;
  returnTo?: string;
}) {
  const burner = useBurner();
  const wallet = useConnectedWallet();
  const { identities } = own.account;
  const methods = methodsOfAccount(identities, {
    wallet: wallet?.address ?? null,
    burner: burner?.address ?? null,
  });
  return (
    <section aria-label="Sign in again" className="rounded-control bg-raised p-4">
      <p className="flex items-center gap-2 font-medium text-sm">
        <ShieldCheck aria-hidden="true" className="size-4 shrink-0 text-sea-text" />
        Confirm your identity
      </p>
      <p className="mt-1 mb-4 text-muted text-sm">
        {reason} requires a sign-in within the last 10 minutes.
        {isInputStored && " Your input is saved."}
      </p>
      {methods.length === 0 ? (
        <div className="text-sm">
          <p>Connect the wallet that you signed in with.</p>
          <ConnectWallet />
        </div>
      ) : (
        <SignInMethods returnTo={returnTo} only={methods} emails={emailsOfAccount(identities)} />
      )}
    </section>
  );
}
