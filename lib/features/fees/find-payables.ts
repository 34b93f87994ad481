import { type Address, isAddressEqual } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { PayoutReader } from "@/lib/drivers/chain/readers/create-payout-reader";
import { slicesOf } from "@/lib/shared/slices-of";
import type { Payable } from "./rules/payout";

/** Maximum tokens, and maximum managers, read for one wallet on one chain. */
const POSITIONS_MAX = 500;
const TOKENS_A_CALL = 100;
const MANAGERS_A_CALL = 20;
/** A call looks up each token in each manager; nodes limit its gas. */
const LOOKUPS_A_CALL = 200;
/**
 * Maximum streams that one payment claims into its manager; the rest are claimed by the next one.
 */
export const SYNCED_MAX = 40;

/**
 * Everything that can be paid to a wallet on a chain now, largest first. The index supplies the
 * candidates, the chain the amounts: streams that the wallet holds, managers that would pay it once
 * the streams they hold are claimed into them, and what it earned as a referrer.
 */
export async function findPayables({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "managers">;
  input: { chain: ChainIdentity & PayoutReader; account: Address };
}): Promise<Payable[]> {
  const { chain, account } = input;
  const positions = await ctx.managers.positionsOf(chain.deployment.slug, account, POSITIONS_MAX);
  const tokens = new Set([...positions.tokens, ...positions.managers.flatMap((one) => one.tokens)]);
  const [streams, referrals] = await Promise.all([
    readStreams(chain, [...tokens]),
    chain.referralsOf(account),
  ]);
  const own = streams
    .filter(({ holder }) => isAddressEqual(holder, account))
    .map(({ token, claimableWei }) => ({
      kind: "token" as const,
      source: token,
      tokens: [],
      amountWei: claimableWei,
    }));
  const held = new Map(streams.map((stream) => [stream.token, stream]));
  const unsynced = new Set(positions.unsynced);
  // In the order of the index: what brings the wallet the most, not what earns the most.
  const managers = positions.managers.map(({ address, tokens: managed }) => ({
    address,
    tokens: managed
      .filter((token) => {
        const stream = held.get(token);
        if (stream === undefined || !isAddressEqual(stream.holder, address)) return false;
        // Income that anyone has claimed into the manager waits there; the index may not know the latest.
        return stream.claimableWei > 0n || unsynced.has(token);
      })
      .slice(0, SYNCED_MAX),
  }));
  const shared = await readShares(chain, account, managers);
  const referred = referrals.map(({ hook, earnedWei, paidWei }) => ({
    kind: "referral" as const,
    source: hook,
    tokens: [],
    amountWei: earnedWei - paidWei,
  }));
  return [...own, ...shared, ...referred]
    .filter(({ amountWei }) => amountWei > 0n)
    .sort((a, b) => (a.amountWei < b.amountWei ? 1 : -1));
}

/** The streams of this launchpad's tokens. */
async function readStreams(chain: PayoutReader, tokens: readonly Address[]) {
  const found: { token: Address; holder: Address; claimableWei: bigint }[] = [];
  for (const part of slicesOf(tokens, TOKENS_A_CALL)) {
    const streams = await chain.streamsOf(part);
    for (const [index, token] of part.entries()) {
      const stream = streams[index];
      if (stream) found.push({ token, ...stream });
    }
  }
  return found;
}

async function readShares(
  chain: PayoutReader,
  account: Address,
  managers: readonly { address: Address; tokens: Address[] }[],
): Promise<Payable[]> {
  const shares: Payable[] = [];
  for (const part of lookups(managers)) {
    const tokens = part.flatMap((manager) => manager.tokens);
    const addresses = part.map(({ address }) => address);
    const amounts = await chain.releasableWei(account, tokens, addresses);
    for (const [index, { address, tokens }] of part.entries()) {
      const amountWei = amounts[index] ?? 0n;
      shares.push({ kind: "manager", source: address, tokens, amountWei });
    }
  }
  return shares;
}

/** Managers that one call reads with the tokens of all of them. */
function lookups<M extends { tokens: Address[] }>(managers: readonly M[]): M[][] {
  const parts: M[][] = [];
  let part: M[] = [];
  let count = 0;
  for (const manager of managers) {
    const size = part.length + 1;
    const isFull =
      size > MANAGERS_A_CALL || size * (count + manager.tokens.length) > LOOKUPS_A_CALL;
    if (part.length === 0 || isFull) {
      part = [];
      count = 0;
      parts.push(part);
    }
    part.push(manager);
    count += manager.tokens.length;
  }
  return parts;
}
