import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import type { ChainSlug } from "@/lib/shared/chains";
import { shareFor } from "@/lib/shared/share-for";
import { within } from "@/lib/support/within";
import { countMined } from "./count-mined";
import type { NonceGap } from "./rules";
import { walletOf } from "./store/create-signed-transaction-store";

type Ctx = Pick<ServiceContext, "chains" | "nonceGaps">;

/** Requests, health checks and metrics share one query for this long. */
const SHARED_MS = 1_000;
/** A health check does not wait longer for the node, and then reports the last known number. */
const WAIT_MS = 1_000;
const KNOWN_MS = 60_000;

type Checked = {
  query: () => Promise<NonceGap | null>;
  /** `at` on the clock of `performance.now`. */
  latest: { missing: number; at: number } | null;
};
const checked = new WeakMap<object, Checked>();

/**
 * The gap in the server wallet's nonces that blocks a chain's transactions; null if there is none.
 * `npm run heal` closes it.
 * @throws when the node or the database does not respond
 */
export async function findGap({
  ctx,
  chain: slug,
}: {
  ctx: Ctx;
  chain: ChainSlug;
}): Promise<NonceGap | null> {
  const chain = ctx.chains[slug];
  return chain === undefined ? null : checkedBy(ctx, chain).query();
}

/** The number of nonces that block a chain's transactions; null if unknown. For health checks. */
export async function countMissing({
  ctx,
  chain: slug,
}: {
  ctx: Ctx;
  chain: ChainSlug;
}): Promise<number | null> {
  const chain = ctx.chains[slug];
  if (chain === undefined) return 0;
  const of = checkedBy(ctx, chain);
  // The node and the database have their own checks.
  const found = await within(
    WAIT_MS,
    null,
    of.query().then((gap) => gap?.missing ?? 0),
  );
  if (found !== null) return found;
  const { latest } = of;
  return latest !== null && performance.now() - latest.at < KNOWN_MS ? latest.missing : null;
}

function checkedBy(ctx: Ctx, chain: ChainIdentity & ServerSigner): Checked {
  const known = checked.get(chain);
  if (known !== undefined) return known;
  const created: Checked = {
    latest: null,
    query: shareFor(SHARED_MS, async () => {
      const gap = await queryGap(ctx, chain);
      created.latest = { missing: gap?.missing ?? 0, at: performance.now() };
      return gap;
    }),
  };
  checked.set(chain, created);
  return created;
}

async function queryGap(
  ctx: Pick<ServiceContext, "nonceGaps">,
  chain: ChainIdentity & ServerSigner,
): Promise<NonceGap | null> {
  return ctx.nonceGaps.find(walletOf(chain), await countMined(chain.transactionCount));
}
