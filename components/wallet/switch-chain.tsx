"use client";

import { Button } from "@/components/ui/button";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { inPart } from "@/components/ui/part-boundary";
import { Spinner } from "@/components/ui/spinner";
import type { Config } from "@/lib/features/system/schema";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";
import { switchWallet } from "@/lib/web/wallet/switch-wallet";
import { untilAborted } from "@/lib/web/wallet/until-aborted";
import type { Wagmi } from "@/lib/web/wallet/wagmi";
import { StopWaiting } from "./stop-waiting";
import { useWagmi } from "./use-wagmi";
import { useWalletWait } from "./use-wallet-wait";

type Props = { chain: ChainSlug; label: string; className: string };

/** Requests the connected wallet to switch to a chain, and to add it if needed. */
export const SwitchChain = inPart(function SwitchChain({
  config,
  ...props
}: Props & { config: Config }) {
  const wagmi = useWagmi(config);
  if (wagmi === null) {
    return (
      <Button variant="primary" disabled className={props.className}>
        {props.label}
      </Button>
    );
  }
  return <Ready wagmi={wagmi} {...props} />;
});

function Ready({ wagmi, chain, label, className }: Props & { wagmi: Wagmi }) {
  const wait = useWalletWait();
  const { mutate, isPending, error } = useSoleMutation({
    mutationFn: () => untilAborted(wait.begin(), switchWallet(wagmi, CHAINS[chain].chainId)),
  });
  const problem = error === null ? null : explainTradeError(error);
  return (
    <>
      <Button variant="primary" className={className} disabled={isPending} onClick={() => mutate()}>
        {isPending && <Spinner />}
        {isPending ? "Confirm in your wallet…" : label}
      </Button>
      {isPending && <StopWaiting onStop={wait.stop} />}
      {problem !== null && (
        <p role="alert" className="mt-2 text-center text-danger text-xs">
          {problem.title}. {problem.detail}
        </p>
      )}
    </>
  );
}
