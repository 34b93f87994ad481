"use client";

import { useQuery } from "@tanstack/react-query";
import { Wallet } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { inPart } from "@/components/ui/part-boundary";
import type { ChainSlug } from "@/lib/shared/chains";
import { configQuery } from "@/lib/web/queries";

const ConnectDialog = inPart(
  dynamic(() => import("./connect-dialog").then((module) => module.ConnectDialog), { ssr: false }),
);

/**
 * Connects an external wallet, also from inside a dialog, which covers the header's button. Nothing
 * on a sandbox chain, where only a burner signs.
 * @param chain the chain to sign for; any real chain by default
 */
export function ConnectWallet({ chain }: { chain?: ChainSlug }) {
  const { data: config } = useQuery(configQuery());
  const [isOpen, setOpen] = useState(false);
  const isReal = config?.chains.some(
    ({ slug, sandbox }) => !sandbox && (chain === undefined || slug === chain),
  );
  if (config === undefined || isReal !== true) return null;
  return (
    <>
      <Button size="small" className="mt-3" onClick={() => setOpen(true)}>
        <Wallet aria-hidden="true" className="size-3.5" />
        Connect a wallet
      </Button>
      {isOpen && <ConnectDialog config={config} onClose={() => setOpen(false)} />}
    </>
  );
}
