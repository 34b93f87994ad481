"use client";

import { Wallet } from "lucide-react";
import { useState } from "react";
import type { Address } from "viem";
import { Button } from "@/components/ui/button";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Spinner } from "@/components/ui/spinner";
import { ConnectDialog } from "@/components/wallet/connect-dialog";
import { StopWaiting } from "@/components/wallet/stop-waiting";
import { useConnectedWallet } from "@/components/wallet/use-account";
import { useWalletWait } from "@/components/wallet/use-wallet-wait";
import type { Config } from "@/lib/features/system/schema";
import { explainSignInError } from "@/lib/web/account/explain-sign-in-error";
import type { MessageSigner } from "@/lib/web/account/sign-in-with-wallet";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { loadWagmi } from "@/lib/web/wallet/load-wagmi";
import { untilAborted } from "@/lib/web/wallet/until-aborted";
import { SignInProblemNote } from "./sign-in-problem-note";

/** Connects an external wallet, then signs in with its signature. Only on real chains. */
export function WalletSignInButton({
  config,
  before,
  signIn,
  onSignedIn,
}: {
  config: Config;
  /** Runs before the wallet is used; its error is shown. */
  before?: () => Promise<void>;
  signIn: (signer: MessageSigner) => Promise<void>;
  onSignedIn: () => unknown;
}) {
  const wallet = useConnectedWallet();
  const [isConnecting, setConnecting] = useState(false);
  const wait = useWalletWait();
  const { mutate, isPending, error } = useSoleMutation({
    mutationFn: async (address: Address) => {
      const signal = wait.begin();
      await before?.();
      const signer = await untilAborted(signal, findSigner(config, address));
      await signIn({ ...signer, sign: (message) => untilAborted(signal, signer.sign(message)) });
    },
    onSuccess: onSignedIn,
  });
  return (
    <div>
      <Button
        className="h-11 w-full"
        disabled={isPending}
        onClick={() => (wallet === null ? setConnecting(true) : mutate(wallet.address))}
      >
        {isPending ? <Spinner /> : <Wallet aria-hidden="true" className="size-4" />}
        {isPending ? "Sign the message in your wallet…" : "Sign in with wallet"}
        {wallet !== null && !isPending && (
          <span className="font-mono text-faint text-xs">{shortenAddress(wallet.address)}</span>
        )}
      </Button>
      {isPending && <StopWaiting onStop={wait.stop} />}
      {isConnecting && <ConnectDialog config={config} onClose={() => setConnecting(false)} />}
      {error !== null && <SignInProblemNote problem={explainSignInError(error)} className="mt-3" />}
    </div>
  );
}

async function findSigner(config: Config, address: Address): Promise<MessageSigner> {
  const [first, ...others] = config.chains.filter(({ sandbox }) => !sandbox);
  if (first === undefined) throw new Error("All chains of this launchpad are simulated");
  const { walletMessageSigner } = await import("@/lib/web/account/wallet-message-signer");
  const ids = [first.chainId, ...others.map(({ chainId }) => chainId)] as const;
  const signer = await walletMessageSigner(await loadWagmi(config), [...ids], address);
  if (signer === null) throw new Error("No wallet is connected");
  return signer;
}
