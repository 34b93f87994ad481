"use client";

import { LogOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import type { Config } from "@/lib/features/system/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { disconnectWallet, type Wagmi } from "@/lib/web/wallet/wagmi";
import { AccountMark } from "./account-mark";
import { ConnectorList } from "./connector-list";
import { EtherRow } from "./ether-row";
import { useConnectedWallet } from "./use-account";
import { useWagmi } from "./use-wagmi";

type Facts = { slug: ChainSlug; name: string };

/** External wallet, for real chains. */
export function WalletSection({ config, chains }: { config: Config; chains: readonly Facts[] }) {
  const wagmi = useWagmi(config);
  const wallet = useConnectedWallet();
  if (wagmi === null) return <Skeleton className="m-4 h-24" />;
  if (wallet === null) {
    return (
      <section aria-label="Connect a wallet" className="p-4">
        <p className="font-semibold">Connect a wallet</p>
        <p className="mt-1 text-muted text-sm">
          It trades on {chains.map(({ name }) => name).join(", ")}.
        </p>
        <ConnectorList wagmi={wagmi} className="mt-3" />
      </section>
    );
  }
  const { address, name } = wallet;
  return (
    <section aria-label="Wallet" className="p-4">
      <div className="flex items-center gap-2.5">
        <AccountMark address={address} className="size-8" />
        <div className="min-w-0 grow">
          <p className="font-mono text-sm" title={address}>
            {shortenAddress(address)}
          </p>
          <p className="truncate text-faint text-xs">
            Connected with <bdi>{name}</bdi>
          </p>
        </div>
        <CopyButton text={address} label="Copy wallet address" className="size-8" />
      </div>
      <ul className="mt-3 border-line border-t pt-2">
        {chains.map((chain) => (
          <EtherRow key={chain.slug} chain={chain.slug} name={chain.name} address={address} />
        ))}
      </ul>
      <Disconnect wagmi={wagmi} />
    </section>
  );
}

function Disconnect({ wagmi }: { wagmi: Wagmi }) {
  const { mutate, isPending, isError } = useSoleMutation({
    mutationFn: () => disconnectWallet(wagmi),
    // Works offline: most wallets are part of the browser.
    networkMode: "always",
  });
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className="-ml-2 mt-2 px-2"
        disabled={isPending}
        onClick={() => mutate(undefined)}
      >
        {isPending ? <Spinner /> : <LogOut aria-hidden="true" className="size-3.5" />}
        {isPending ? "Disconnecting…" : "Disconnect"}
      </Button>
      {isError && (
        <p role="alert" className="text-danger text-xs">
          Could not disconnect the wallet. Try again.
        </p>
      )}
    </>
  );
}
