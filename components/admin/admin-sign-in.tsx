"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { BurnerButton } from "@/components/account/sign-in/burner-button";
import { SignInProblemNote } from "@/components/account/sign-in/sign-in-problem-note";
import { Card } from "@/components/ui/card";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { inPart } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import { useBurner } from "@/components/wallet/use-account";
import type { Config } from "@/lib/features/system/schema";
import { explainSignInError } from "@/lib/web/account/explain-sign-in-error";
import type { MessageSigner } from "@/lib/web/account/sign-in-with-wallet";
import { adminSessionQuery } from "@/lib/web/admin/admin-queries";
import { configQuery } from "@/lib/web/queries";

const WalletSignInButton = inPart(
  dynamic(
    () =>
      import("@/components/account/sign-in/wallet-sign-in-button").then(
        (module) => module.WalletSignInButton,
      ),
    { ssr: false, loading: () => <Skeleton className="h-11 w-full" /> },
  ),
);

/** Sign-in to the console with a wallet; in a sandbox with the burner account of this browser. */
export function AdminSignIn() {
  const { data: config } = useQuery(configQuery());
  const onSignedIn = useOnSignedIn();
  return (
    <Card className="mx-auto max-w-md p-5 sm:p-6">
      <h1 className="font-bold text-2xl tracking-tight">Console</h1>
      <p className="mt-2 mb-5 text-muted text-sm leading-relaxed">
        For the operator of this launchpad. Sign in with a wallet that the configuration of the
        server lists; the operations page of the documentation names the variable.
      </p>
      {config === undefined ? (
        <Skeleton className="h-11 w-full" />
      ) : (
        <div className="grid gap-2.5">
          {config.chains.some(({ sandbox }) => !sandbox) && (
            <WalletSignInButton config={config} signIn={signIn} onSignedIn={onSignedIn} />
          )}
          {config.sandbox && <Burner config={config} />}
        </div>
      )}
    </Card>
  );
}

function useOnSignedIn(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: adminSessionQuery().queryKey });
}

async function signIn(signer: MessageSigner): Promise<void> {
  const { signInAdmin } = await import("@/lib/web/admin/sign-in-admin");
  await signInAdmin(signer);
}

function Burner({ config }: { config: Config }) {
  const account = useBurner();
  const onSignedIn = useOnSignedIn();
  const { mutate, isPending, error } = useSoleMutation({
    mutationFn: async () => {
      const [{ createBurner }, { burnerMessageSigner }] = await Promise.all([
        import("@/lib/web/wallet/create-burner"),
        import("@/lib/web/account/sign-in-with-wallet"),
      ]);
      createBurner();
      const chainId = config.chains.find(({ sandbox }) => sandbox)?.chainId ?? 0;
      const signer = burnerMessageSigner(chainId);
      if (signer === null) throw new Error("There is no burner account");
      await signIn(signer);
    },
    onSuccess: onSignedIn,
  });
  return (
    <div>
      <BurnerButton isPending={isPending} onPress={() => mutate()} />
      {account !== null && (
        <p className="mt-2 break-all text-faint text-xs leading-relaxed">
          Address for the configuration: <span className="font-mono">{account.address}</span>
        </p>
      )}
      {error !== null && <SignInProblemNote problem={explainSignInError(error)} className="mt-3" />}
    </div>
  );
}
