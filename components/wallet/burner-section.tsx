"use client";

import { Eye, EyeOff, Flame, Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Spinner } from "@/components/ui/spinner";
import type { ChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { burner } from "@/lib/web/wallet/burner";
import { createBurner } from "@/lib/web/wallet/create-burner";
import { AccountMark } from "./account-mark";
import { EtherRow } from "./ether-row";
import { useBurner } from "./use-account";
import { useFaucet } from "./use-faucet";

type Facts = { slug: ChainSlug; name: string };

/** The burner account for sandbox chains: create, fund, export and remove. */
export function BurnerSection({ chains }: { chains: readonly Facts[] }) {
  const account = useBurner();
  if (account === null) return <NoBurner />;
  const { address, privateKey } = account;
  return (
    <section aria-label="Burner account" className="p-4">
      <DeveloperTools />
      <div className="flex items-center gap-2.5">
        <AccountMark address={address} className="size-8" />
        <div className="min-w-0 grow">
          <p className="flex items-center gap-2">
            <span className="font-mono text-sm" title={address}>
              {shortenAddress(address)}
            </span>
            <Badge tone="sea">Burner</Badge>
          </p>
          <p className="text-faint text-xs">For this sandbox only. It holds no real value.</p>
        </div>
        <CopyButton text={address} label="Copy account address" className="size-8" />
      </div>
      <ul className="mt-3 border-line border-t pt-2">
        {chains.map(({ slug, name }) => (
          <EtherRow key={slug} chain={slug} name={name} address={address}>
            <FaucetButton chain={slug} name={name} address={address} />
          </EtherRow>
        ))}
      </ul>
      <KeyTools privateKey={privateKey} />
    </section>
  );
}

function NoBurner() {
  return (
    <section aria-label="Burner account" className="p-4">
      <DeveloperTools />
      <p className="flex items-center gap-2 font-semibold text-sm">
        <Flame aria-hidden="true" className="size-4 text-accent-text" />
        Burner account
      </p>
      <p className="mt-1.5 text-muted text-sm leading-relaxed">
        This launchpad runs on simulated chains. For tests without a sign-in, create an account with
        a key in this browser and fund it with test ETH. Your own wallet is not used.
      </p>
      <Button className="mt-3 w-full" onClick={() => createBurner()}>
        Create a burner account
      </Button>
    </section>
  );
}

function DeveloperTools() {
  return <p className="mb-2 font-medium text-faint text-xs">Developer tools</p>;
}

function FaucetButton({
  chain,
  name,
  address,
}: {
  chain: ChainSlug;
  name: string;
  address: `0x${string}`;
}) {
  const { mutate, isPending, isError, error } = useFaucet(chain);
  return (
    <>
      <Button
        size="small"
        className="h-7 w-14 px-0"
        disabled={isPending}
        aria-label={`Get test ETH on ${name}`}
        title={isError ? error.message : undefined}
        onClick={() => mutate(address)}
      >
        {isPending ? <Spinner className="size-3.5" /> : isError ? "Retry" : "Faucet"}
      </Button>
      <span role="status" className="sr-only">
        {isError ? `Faucet error: ${error.message}` : ""}
      </span>
    </>
  );
}

/** Shows the key on request, and removes the account. */
function KeyTools({ privateKey }: { privateKey: string }) {
  const [shown, setShown] = useState(false);
  const [confirming, setConfirming] = useState(false);
  return (
    <div className="mt-2 border-line border-t pt-3">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="ghost"
          size="small"
          aria-expanded={shown}
          className="-ml-2 px-2"
          onClick={() => setShown(!shown)}
        >
          {shown ? (
            <EyeOff aria-hidden="true" className="size-3.5" />
          ) : (
            <Eye aria-hidden="true" className="size-3.5" />
          )}
          {shown ? "Hide private key" : "Export private key"}
        </Button>
        <Button
          variant="ghost"
          size="small"
          aria-expanded={confirming}
          className="ml-auto px-2"
          onClick={() => setConfirming(!confirming)}
        >
          <Trash2 aria-hidden="true" className="size-3.5" />
          Remove
        </Button>
      </div>
      {shown && (
        <div className="mt-2 flex items-center gap-1 rounded-control bg-raised py-1 pr-1 pl-3">
          <code className="wrap-anywhere grow font-mono text-muted text-xs">{privateKey}</code>
          <CopyButton text={privateKey} label="Copy private key" className="size-8" />
        </div>
      )}
      {confirming && <ForgetQuestion onClose={() => setConfirming(false)} />}
    </div>
  );
}

function ForgetQuestion({ onClose }: { onClose: () => void }) {
  return (
    <div role="alert" className="mt-2 rounded-control bg-raised p-3 text-sm">
      <p>Without the exported key, its tokens are lost.</p>
      <div className="mt-2.5 flex gap-2">
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="small"
          className="text-danger"
          onClick={() => {
            burner.write(null);
          }}
        >
          Remove account
        </Button>
      </div>
    </div>
  );
}
