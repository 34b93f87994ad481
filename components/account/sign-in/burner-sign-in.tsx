"use client";

import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { useBurner } from "@/components/wallet/use-account";
import type { Config } from "@/lib/features/system/schema";
import { explainSignInError } from "@/lib/web/account/explain-sign-in-error";
import { burnerMessageSigner, signInWithWallet } from "@/lib/web/account/sign-in-with-wallet";
import { createBurner } from "@/lib/web/wallet/create-burner";
import { BurnerButton } from "./burner-button";
import type { SignInMethodProps } from "./sign-in-method-props";
import { SignInProblemNote } from "./sign-in-problem-note";
import { useSignedInNow } from "./use-after-sign-in";

/** Signs in with this browser's burner account. External wallets never sign for a sandbox. */
export function BurnerSignIn({ before, config }: SignInMethodProps & { config: Config }) {
  const onSignedIn = useSignedInNow();
  const account = useBurner();
  const { mutate, isPending, error } = useSoleMutation({
    mutationFn: async () => {
      await before?.("wallet");
      createBurner();
      const chainId = config.chains.find(({ sandbox }) => sandbox)?.chainId ?? 0;
      const signer = burnerMessageSigner(chainId);
      if (signer === null) throw new Error("There is no burner account");
      await signInWithWallet(signer);
    },
    onSuccess: onSignedIn,
  });
  return (
    <div>
      <p className="mb-2 text-faint text-xs">Developer tools</p>
      <BurnerButton isPending={isPending} onPress={() => mutate()} />
      <p className="mt-2 text-faint text-xs leading-relaxed">
        {account === null
          ? "Creates an account in this browser, for this sandbox only."
          : "Signs in with the burner account of this browser."}
      </p>
      {error !== null && <SignInProblemNote problem={explainSignInError(error)} className="mt-3" />}
    </div>
  );
}
