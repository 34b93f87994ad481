"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { SignInMethods } from "@/components/account/sign-in/sign-in-methods";
import { Dialog } from "@/components/ui/overlay/dialog";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { chooseOwnAccount } from "@/lib/web/trade/trading-choice";
import { pathHere } from "./path-here";

/** Sign-in by email, X or Farcaster, after which the user trades with the managed wallet. */
export function SignInDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(ownAccountQuery());
  const isSignedIn = data !== undefined && data !== null;
  useEffect(() => {
    if (!isSignedIn) return;
    // The session may be older than this dialog, or from a sign-in that another page started.
    void chooseOwnAccount();
    onClose();
  }, [isSignedIn, onClose]);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Sign in to trade"
      description="Your account has its own wallet. Deposit ETH into it, trade, and withdraw at any time."
      className="w-[min(26rem,calc(100vw-1.5rem))]"
    >
      <SignInMethods
        returnTo={pathHere()}
        only={["email", "twitter", "farcaster"]}
        before={chooseOwnAccount}
      />
    </Dialog>
  );
}
