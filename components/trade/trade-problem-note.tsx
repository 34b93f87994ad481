import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { CopyableTransactionLink } from "@/components/tokens/copyable-transaction-link";
import type { ChainSlug } from "@/lib/shared/chains";
import type { TradeProblem } from "@/lib/web/trade/explain-trade-error";

/** Describes an error, the contract's own message and the next steps. */
export function TradeProblemNote({
  problem,
  chain,
  children,
}: {
  problem: TradeProblem;
  chain: ChainSlug;
  children?: ReactNode;
}) {
  return (
    <div role="alert" className="mt-3 rounded-control border border-danger/45 p-3 text-sm">
      <p className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />
        {problem.title}
      </p>
      <p className="mt-1 text-muted leading-relaxed">{problem.detail}</p>
      <details className="mt-1.5 text-faint text-xs">
        <summary className="w-fit">Technical details</summary>
        <p className="wrap-anywhere mt-1 font-mono">{problem.technical}</p>
      </details>
      {problem.hash !== null && (
        <CopyableTransactionLink chain={chain} hash={problem.hash} className="mt-2" />
      )}
      {children !== undefined && <div className="mt-3 flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
