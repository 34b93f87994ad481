import { type Address, isAddressEqual } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { ManagerReader } from "@/lib/drivers/chain/readers/create-manager-reader";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import { type OwnWallet, walletsOf } from "@/lib/features/users/require-account";
import type { Account } from "@/lib/features/users/store/create-account-store";
import { AppError } from "@/lib/shared/errors";

/**
 * The wallet of a user that moderates a dynamic split.
 * @throws AppError forbidden (not the moderator), unsupported_operation (no dynamic split),
 *   dependency_unavailable
 */
export async function requireModerator(
  ctx: Pick<ServiceContext, "wallets">,
  { chain, manager, account }: { chain: ManagerReader; manager: Address; account: Account },
): Promise<OwnWallet> {
  const state = await chain.readManager(manager).catch(rethrowChainError);
  if (state?.kind !== "dynamic_split") {
    const message = `${manager} is not a dynamic split: it has no moderator`;
    throw new AppError("unsupported_operation", message);
  }
  const own = await walletsOf(ctx, account);
  const wallet = own.find(({ address }) => isAddressEqual(address, state.owner));
  if (wallet === undefined) throw new AppError("forbidden", "You do not moderate this split");
  return wallet;
}
