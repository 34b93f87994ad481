import { CircleCheck } from "lucide-react";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Spinner } from "@/components/ui/spinner";
import type { ChainSlug } from "@/lib/shared/chains";

/** State of a sent transaction: pending, or done. */
export function TransactionState({
  chain,
  isDone,
  title,
  hash,
}: {
  chain: ChainSlug;
  isDone: boolean;
  title: string;
  hash: string | null;
}) {
  return (
    <div role="status" className="text-sm">
      <p className="flex items-center gap-2.5 font-semibold">
        {isDone ? (
          <CircleCheck aria-hidden="true" className="size-5 text-up" />
        ) : (
          <Spinner className="size-5 text-muted" />
        )}
        {title}
      </p>
      <HashLine chain={chain} hash={hash} />
    </div>
  );
}

/** Link to a transaction; nothing while its hash is unknown. */
export function HashLine({ chain, hash }: { chain: ChainSlug; hash: string | null }) {
  if (hash === null) return null;
  return (
    <p className="mt-1 break-all font-mono text-faint text-xs">
      <TransactionLink chain={chain} hash={hash}>
        {hash}
      </TransactionLink>
    </p>
  );
}
