import { Anchor, Rocket } from "lucide-react";
import { launchPath } from "@/components/launch/form/launch-path";
import { useSiteFacts } from "@/components/layout/site-facts";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageLink } from "@/components/ui/page-link";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/** Shown for a chain without published token data: the remaining actions, or a notice if it is not served. */
export function UnpublishedChain({ chain }: { chain: ChainSlug }) {
  const { name } = CHAINS[chain];
  if (!useSiteFacts().chains.includes(chain)) {
    return (
      <Card>
        <EmptyState
          icon={<Anchor aria-hidden="true" className="mb-1 size-7 text-faint" />}
          title={`${name} is not served by this launchpad`}
        >
          Choose another chain.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState
        icon={<Anchor aria-hidden="true" className="mb-1 size-7 text-faint" />}
        title={`No charts or token lists for ${name} here`}
        action={
          <PageLink href={launchPath({ chain })} className={buttonClass({ variant: "primary" })}>
            <Rocket aria-hidden="true" className="size-4" />
            Launch a token on {name}
          </PageLink>
        }
      >
        You can launch and trade tokens on {name}. To open a token’s page, paste its address into
        the search.
      </EmptyState>
    </Card>
  );
}
