import { useSiteFacts } from "@/components/layout/site-facts";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageLink } from "@/components/ui/page-link";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { addressesByChain } from "@/lib/web/token/stored-tokens";
import { type ExplorerState, writeExplorerState } from "./explorer-state";

type StoredListProps = {
  state: ExplorerState;
  chains: readonly ChainSlug[];
  /** The stored tokens, none of which is shown. */
  keys: readonly string[];
};

/**
 * Shown instead of a list that this browser stores: it is empty, or only has tokens that are hidden or
 * of other chains.
 */
export function EmptyStoredList({ state, chains, keys }: StoredListProps) {
  const isWatchlist = state.list === "watched";
  if (keys.length > 0) return <NotShown state={state} chains={chains} keys={keys} />;
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

function NotShown({ state, chains, keys }: StoredListProps) {
  const { dataChains } = useSiteFacts();
  const tokens = state.list === "watched" ? "watched tokens" : "recently viewed tokens";
  const [only] = chains;
  const hasOthers = [...addressesByChain(keys).keys()].some(
    (chain) => dataChains.includes(chain) && !chains.includes(chain),
  );
  if (only === undefined || !hasOthers) {
    return (
      <Card>
        <EmptyState title={`Your ${tokens} are not available`}>
          This launchpad does not list these tokens at the moment.
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
