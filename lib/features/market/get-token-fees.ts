import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { percentOf } from "@/lib/features/managers/rules/fee-shares";
import type { InputOf } from "@/lib/operations/operation";
import { formatWei } from "@/lib/shared/text/decimal";
import type { getTokenFees as operation } from "./operations/market";
import { renderMeta } from "./render/token";
import type { TokenFees } from "./schema/fees";
import type { FeeLedger } from "./store/events/fee-ledger";
import { tokenNotFound } from "./token-not-found";

type Earner = Omit<TokenFees["earners"][number], "identity" | "address"> & {
  address: Address | null;
};

/**
 * Extension: the earners of a token's fees. Identities come from the wallet provider, which never
 * returns email addresses.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getTokenFees({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market" | "wallets">;
  input: InputOf<typeof operation>;
}): Promise<TokenFees> {
  const { tokenAddress } = input.params;
  const chain = requireDataChain(ctx, input.params.chain);
  const ledger = await ctx.market.findFees({
    chainId: chain.chainId,
    address: tokenAddress,
  });
  if (ledger === null) throw tokenNotFound(chain, tokenAddress);
  const earners = earnersOf(ledger);
  const addresses = [...new Set(earners.flatMap(({ address }) => address ?? []))];
  const known = await ctx.wallets.identitiesOf(addresses);
  const identities = new Map(addresses.map((address, i) => [address, known[i]?.identity ?? null]));
  return {
    tokenAddress,
    owner: ledger.owner,
    manager: ledger.manager?.address ?? null,
    earners: earners.map(({ address, role, percentage }) => ({
      address,
      role,
      percentage,
      identity: address === null ? null : (identities.get(address) ?? null),
    })),
    totalFees: formatWei(ledger.earnedWei + ledger.referralWei + ledger.wallWei),
    referralFees: formatWei(ledger.referralWei),
    earned: formatWei(ledger.earnedWei),
    claimed: formatWei(ledger.paidWei),
    claimable: formatWei(ledger.earnedWei - ledger.paidWei),
    meta: renderMeta(ctx, chain),
  };
}

const BPS = 10_000;
const SHARES = 10_000_000;

/** All earners with a share above zero, by the rules of the contracts. */
function earnersOf({ owner, manager, feeShareBps }: FeeLedger): Earner[] {
  const creatorShare = { of: feeShareBps, total: BPS };
  const buyback = { of: BPS - feeShareBps, total: BPS };
  const earners: Earner[] = [];
  const add = (address: Address | null, role: Earner["role"], parts: (typeof creatorShare)[]) => {
    const percentage = percentOf(parts);
    if (percentage > 0) earners.push({ address, role, percentage });
  };
  if (manager === null) {
    add(owner, "creator", [creatorShare]);
  } else if (manager.kind === "revenue") {
    add(manager.payee, "creator", [creatorShare, { of: BPS - manager.bps, total: BPS }]);
    add(manager.protocolRecipient, "protocol", [creatorShare, { of: manager.bps, total: BPS }]);
  } else {
    add(manager.payee, "creator", [creatorShare, { of: manager.bps, total: BPS }]);
    for (const { account, share } of manager.shares) {
      const rest = { of: BPS - manager.bps, total: BPS };
      add(account, "recipient", [creatorShare, rest, { of: share, total: SHARES }]);
    }
  }
  add(null, "buyback", [buyback]);
  return earners;
}
