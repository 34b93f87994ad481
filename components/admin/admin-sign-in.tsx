"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Flame, Wallet } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { SignInProblemNote } from "@/components/account/sign-in/sign-in-problem-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { useBurner, useConnectedWallet } from "@/components/wallet/use-account";
import type { Config } from "@/lib/features/system/schema";
import { explainSignInError } from "@/lib/web/account/explain-sign-in-error";
import type { MessageSigner } from "@/lib/web/account/sign-in-with-wallet";
import { adminSessionQuery } from "@/lib/web/admin/admin-queries";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { configQuery } from "@/lib/web/queries";

const ConnectDialog = dynamic(
  () => import("@/components/wallet/connect-dialog").then((module) => module.ConnectDialog),
  { ssr: false },
);

/** Sign-in to the console with a wallet; in a sandbox with the burner account of this browser. */
export function AdminSignIn() {
  const { data: config } = useQuery(configQuery());
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
          {config.chains.some(({ sandbox }) => !sandbox) && <OwnWallet config={config} />}
          {config.sandbox && <Burner config={config} />}
        </div>
      )}
    </Card>
  );
}

function useSignIn(findSigner: () => Promise<MessageSigner>) {
  const queryClient = useQueryClient();
  return useSoleMutation({
    mutationFn: async () => {
      const { signInAdmin } = await import("@/lib/web/admin/sign-in-admin");
      await signInAdmin(await findSigner());
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: adminSessionQuery().queryKey }),
  });
}

function OwnWallet({ config }: { config: Config }) {
  const wallet = useConnectedWallet();
  const [isConnecting, setConnecting] = useState(false);
  const { mutate, isPending, error } = useSignIn(async () => {
    const [first, ...others] = config.chains.filter(({ sandbox }) => !sandbox);
    if (first === undefined) throw new Error("All chains of this launchpad are simulated");
    const [{ walletMessageSigner }, { loadWagmi }] = await Promise.all([
      import("@/lib/web/account/wallet-message-signer"),
      import("@/lib/web/wallet/load-wagmi"),
    ]);
    const ids = [first.chainId, ...others.map(({ chainId }) => chainId)] as const;
    const signer = await walletMessageSigner(await loadWagmi(config), [...ids]);
    if (signer === null) throw new Error("No wallet is connected");
    return signer;
  });
  return (
    <div>
      <Button
        className="h-11 w-full"
        disabled={isPending}
        onClick={() => (wallet === null ? setConnecting(true) : mutate())}
      >
        {isPending ? <Spinner /> : <Wallet aria-hidden="true" className="size-4" />}
        {isPending ? "Sign the message in your wallet…" : "Sign in with wallet"}
        {wallet !== null && !isPending && (
          <span className="font-mono text-faint text-xs">{shortenAddress(wallet.address)}</span>
        )}
      </Button>
      {isConnecting && <ConnectDialog config={config} onClose={() => setConnecting(false)} />}
      {error !== null && <SignInProblemNote problem={explainSignInError(error)} className="mt-3" />}
    </div>
  );
}

function Burner({ config }: { config: Config }) {
  const account = useBurner();
  const { mutate, isPending, error } = useSignIn(async () => {
    const [{ createBurner }, { burnerMessageSigner }] = await Promise.all([
      import("@/lib/web/wallet/create-burner"),
      import("@/lib/web/account/sign-in-with-wallet"),
    ]);
    createBurner();
    const chainId = config.chains.find(({ sandbox }) => sandbox)?.chainId ?? 0;
    const signer = burnerMessageSigner(chainId);
    if (signer === null) throw new Error("There is no burner account");
    return signer;
  });
  return (
    <div>
      <Button className="h-11 w-full" disabled={isPending} onClick={() => mutate()}>
        {isPending ? <Spinner /> : <Flame aria-hidden="true" className="size-4 text-accent-text" />}
        Burner account
        {account !== null && (
          <span className="font-mono text-faint text-xs">{shortenAddress(account.address)}</span>
        )}
      </Button>
      {account !== null && (
        <p className="mt-2 break-all text-faint text-xs leading-relaxed">
          Address for the configuration: <span className="font-mono">{account.address}</span>
        </p>
      )}
      {error !== null && <SignInProblemNote problem={explainSignInError(error)} className="mt-3" />}
    </div>
  );
}
