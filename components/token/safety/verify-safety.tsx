"use client";

import { ShieldCheck } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatExact } from "@/lib/web/format/format-decimal";

/** Reads the contracts' facts again, from the chain itself, in the browser. */
export function VerifySafety({ chain, address }: { chain: ChainSlug; address: string }) {
  const { mutate, isPending, data, error } = useSoleMutation({
    // Loads viem when it is pressed.
    mutationFn: async () => {
      const { verifySafety } = await import("@/lib/web/token/verify-safety");
      return verifySafety(chain, address);
    },
  });
  return (
    <div className="mt-3 border-t pt-3">
      <Button size="small" disabled={isPending} onClick={() => mutate()}>
        <ShieldCheck aria-hidden="true" className="size-3.5" />
        {isPending ? "Reading the contracts…" : "Check the contracts now"}
      </Button>
      <div role="status" className="mt-2 text-xs">
        {error !== null && !isPending && (
          <p className="text-danger">Could not read the contracts: {error.message}</p>
        )}
        {data !== undefined && (
          <ul className="grid gap-0.5 text-muted">
            <li>
              {data.isLocked ? "✓ All liquidity of the launch is in the pool." : WRONG.locked}
            </li>
            <li>{data.hasKnownCode ? "✓ The code is that of this launchpad." : WRONG.code}</li>
            <li>✓ The fee is {formatExact(data.feeBps / 100)}%.</li>
          </ul>
        )}
      </div>
    </div>
  );
}

const WRONG = {
  locked: "✗ The pool has less liquidity than at launch.",
  code: "– The code differs from that of the newest contracts: an earlier deployment.",
};
