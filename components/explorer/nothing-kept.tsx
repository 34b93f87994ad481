import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageLink } from "@/components/ui/page-link";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { type ExplorerState, writeExplorerState } from "./explorer-state";

/** Shown instead of a list that this browser stores: it is empty, or only has tokens of other chains. */
export function NothingKept({
  state,
  chains,
  hasKept,
}: {
  state: ExplorerState;
  chains: readonly ChainSlug[];
  /** Whether the list has tokens that are not shown. */
  hasKept: boolean;
}) {
  const isWatchlist = state.list === "watched";
  if (hasKept) return <Elsewhere state={state} chains={chains} isWatchlist={isWatchlist} />;
  return (
    <Card>
      {isWatchlist ? (
        <EmptyState title="Your watchlist is empty">
          Select the star of a token to add it. The list is stored in this browser. When you are
          signed in, it also appears on your other devices.
        </EmptyState>
      ) : (
        <EmptyState title="No recently viewed tokens">
          Tokens that you open appear here. The list stays in this browser.
        </EmptyState>
      )}
    </Card>
  );
}

function Elsewhere({
  state,
  chains,
  isWatchlist,
}: {
  state: ExplorerState;
  chains: readonly ChainSlug[];
  isWatchlist: boolean;
}) {
  const tokens = isWatchlist ? "watched tokens" : "recently viewed tokens";
  const [only, ...others] = chains;
  if (only === undefined || others.length > 0) {
    return (
      <Card>
        <EmptyState title={`Your ${tokens} are not available`}>
          This launchpad does not list them now.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState
        title={`No ${tokens} on ${CHAINS[only].name}`}
        action={
          <PageLink
            href={`/explore${writeExplorerState(state)}`}
            className="underline underline-offset-4"
          >
            Show all chains
          </PageLink>
        }
      >
        Your list has tokens of other chains.
      </EmptyState>
    </Card>
  );
}
