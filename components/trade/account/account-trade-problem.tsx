import { ApiError } from "@slipway-launchpad/client";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { CopyableTransactionLink } from "@/components/tokens/copyable-transaction-link";
import type { ChainSlug } from "@/lib/shared/chains";
import { explainAccountTrade } from "@/lib/web/trade/explain-account-trade";

/** Why a trade was not sent or failed, and what to do. */
export function AccountTradeProblem({
  error,
  chain,
  hash = null,
  children,
}: {
  error: Error;
  chain: ChainSlug;
  hash?: string | null;
  children: ReactNode;
}) {
  const { title, detail } = explainAccountTrade(error);
  return (
    <div role="alert" className="text-sm">
      <p className="flex items-center gap-2.5 font-semibold text-base">
        <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
        {title}
      </p>
      <p className="wrap-anywhere mt-2 text-muted leading-relaxed">{detail}</p>
      {error instanceof ApiError && error.requestId !== undefined && (
        <p className="sr-only">Request {error.requestId}</p>
      )}
      {hash !== null && <CopyableTransactionLink chain={chain} hash={hash} className="mt-2" />}
      <div className="mt-5 flex gap-2">{children}</div>
    </div>
  );
}
