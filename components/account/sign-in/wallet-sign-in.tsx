"use client";

import type { Config } from "@/lib/features/system/schema";
import { signInWithWallet } from "@/lib/web/account/sign-in-with-wallet";
import type { SignInMethodProps } from "./sign-in-method-props";
import { useSignedInNow } from "./use-after-sign-in";
import { WalletSignInButton } from "./wallet-sign-in-button";

/** Signs in with an external wallet. Only on real chains. */
export function WalletSignIn({ before, config }: SignInMethodProps & { config: Config }) {
  const onSignedIn = useSignedInNow();
  return (
    <WalletSignInButton
      config={config}
      before={async () => before?.("wallet")}
      signIn={signInWithWallet}
      onSignedIn={onSignedIn}
    />
  );
}
