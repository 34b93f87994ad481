import { setTimeout } from "node:timers/promises";
import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import type { ChainSlug } from "@/lib/shared/chains";
import { shareFor } from "@/lib/support/share-for";
import { countMined } from "./count-mined";
import type { NonceGap } from "./rules";
import { walletOf } from "./store/signed-transactions";

type Ctx = Pick<ServiceContext, "chains" | "nonceGaps">;

/** Requests, health checks and metrics share one query for this long. */
const SHARED_MS = 1_000;
/** A health check does not wait longer for the node. */
const WAIT_MS = 1_000;

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

/** The number of nonces that block a chain's transactions; null if unknown. For health checks. */
export async function countMissing(input: { ctx: Ctx; chain: ChainSlug }): Promise<number | null> {
  const late = new AbortController();
  const counted = findGap(input).then(
    (gap) => gap?.missing ?? 0,
    // The node and the database have their own checks.
    () => null,
  );
  const waited = setTimeout(WAIT_MS, null, { signal: late.signal }).catch(() => null);
  try {
    return await Promise.race([counted, waited]);
  } finally {
    late.abort();
  }
}

async function queryGap(
  ctx: Pick<ServiceContext, "nonceGaps">,
  chain: ChainIdentity & ServerSigner,
): Promise<NonceGap | null> {
  return ctx.nonceGaps.find(walletOf(chain), await countMined(chain.transactionCount));
}
