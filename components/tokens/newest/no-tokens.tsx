import { Ship } from "lucide-react";
import Link from "next/link";
import { launchPath } from "@/components/launch/form/launch-path";
import { EmptyState } from "@/components/ui/empty-state";
import type { ChainSlug } from "@/lib/shared/chains";

/** Empty state of a new deployment, with the next step. */
export function NoTokens({ chains }: { chains: readonly ChainSlug[] }) {
  const [chain] = chains;
  return (
    <EmptyState
      className="absolute inset-0 m-auto h-fit w-fit rounded-card bg-canvas"
      icon={<Ship aria-hidden="true" className="mb-1 size-8 text-accent-text" />}
      title="No tokens yet. Launch the first one."
    >
      <Link
        href={launchPath(chains.length === 1 ? { chain } : {})}
        className="text-ink underline underline-offset-4"
      >
        Launch a token
      </Link>{" "}
      or use one API request. The token appears here about two seconds after the response.
    </EmptyState>
  );
}
