import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import type { ChainSlug } from "@/lib/shared/chains";
import { shareFor } from "@/lib/support/share-for";
import { countMined } from "./count-mined";
import type { NonceGap } from "./rules";
import { walletOf } from "./store/signed-transactions";

type Ctx = Pick<ServiceContext, "chains" | "nonceGaps">;

/** Health checks and metrics share one query for this long. */
const SHARED_MS = 10_000;

const shared = new WeakMap<object, () => Promise<NonceGap | null>>();

/**
 * The gap in the server wallet's nonces that blocks a chain's transactions; null if there is none.
 * `npm run heal` closes it.
 * @throws when the node or the database does not respond
 */
export function findGap({
  ctx,
  chain: slug,
}: {
  ctx: Ctx;
  chain: ChainSlug;
}): Promise<NonceGap | null> {
  const chain = ctx.chains[slug];
  if (chain === undefined) return Promise.resolve(null);
  const query = shared.get(chain) ?? shareFor(SHARED_MS, () => queryGap(ctx, chain));
  shared.set(chain, query);
  return query();
}

async function queryGap(
  ctx: Pick<ServiceContext, "nonceGaps">,
  chain: ChainIdentity & ServerSigner,
): Promise<NonceGap | null> {
  return ctx.nonceGaps.find(walletOf(chain), await countMined(chain.transactionCount));
}
