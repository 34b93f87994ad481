import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { managerTypeOf } from "@/lib/features/managers/rules/manager-kind";
import type { InputOf } from "@/lib/operations/operation";
import { formatWei } from "@/lib/shared/text/decimal";
import type { getAccount as operation } from "../operations/market";
import { renderMeta, renderWithStats } from "../render/token";
import { ACCOUNT_MANAGERS_MAX, type AddressFees, MANAGER_ROLES } from "../schema/fees";
import type { ManagerPart } from "../store/events/fee-ledger";

/** The managers with the highest claimable amounts. */
export function listedManagers(managers: readonly ManagerPart[]): ManagerPart[] {
  return managers
    .toSorted((a, b) =>
      a.claimableWei === b.claimableWei ? 0 : a.claimableWei > b.claimableWei ? -1 : 1,
    )
    .slice(0, ACCOUNT_MANAGERS_MAX);
}

/**
 * Extension: tokens, managers and earnings of an address.
 * @throws AppError invalid_parameters
 */
export async function getAccount({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market" | "wallets">;
  input: InputOf<typeof operation>;
}): Promise<AddressFees> {
  const { address } = input.params;
  const chain = requireDataChain(ctx, input.params.chain);
  const [ledger, [known]] = await Promise.all([
    ctx.market.readAccount({ chainId: chain.chainId, address }),
    ctx.wallets.identitiesOf([address]),
  ]);
  const sum = (start: bigint, of: (manager: ManagerPart) => bigint) =>
    ledger.managers.reduce((total, manager) => total + of(manager), start);
  const claimedWei = sum(ledger.streamsClaimedWei, (manager) => manager.claimedWei);
  const claimableWei = sum(ledger.streamsClaimableWei, (manager) => manager.claimableWei);
  return {
    address,
    identity: known?.identity ?? null,
    ...renderFlows(claimedWei, claimableWei),
    totalTokens: String(ledger.createdTokens),
    tokens: ledger.tokens.map((token) => renderWithStats(ctx, token)),
    streams: ledger.streams
      .filter(({ claimableWei }) => claimableWei > 0n)
      .map(({ token, symbol, name, claimableWei }) => ({
        tokenAddress: token,
        symbol,
        name,
        claimable: formatWei(claimableWei),
      })),
    managers: listedManagers(ledger.managers).map(renderManager),
    isComplete: ledger.isComplete,
    meta: renderMeta(ctx, chain),
  };
}

/** A manager in the wire format. */
export function renderManager(manager: ManagerPart): AddressFees["managers"][number] {
  return {
    managerAddress: manager.address,
    type: managerTypeOf(manager.kind),
    roles: renderRoles(manager.roles),
    ...renderFlows(manager.claimedWei, manager.claimableWei),
    tokens: manager.tokens,
  };
}

/** The roles of an address in a manager, in the wire format. */
export function renderRoles(roles: ManagerPart["roles"]): AddressFees["managers"][number]["roles"] {
  return MANAGER_ROLES.filter((role) => roles[role]);
}

export function renderFlows(claimedWei: bigint, claimableWei: bigint) {
  return {
    earned: formatWei(claimedWei + claimableWei),
    claimed: formatWei(claimedWei),
    claimable: formatWei(claimableWei),
  };
}
