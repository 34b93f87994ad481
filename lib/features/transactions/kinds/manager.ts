import { type Address, type Hash, isAddressEqual } from "viem";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { AppError } from "@/lib/shared/errors";
import type { Transaction } from "../transaction";
import { endOnce } from "./end-once";
import type { Kind, TransactionContext } from "./kind";

/** Creates a revenue or fee split manager. Its address depends on its salt, so it is created only once. */
export const manager: Kind<"manager"> = {
  async prepare(ctx, chain, { id, payload }) {
    const address = await chain.predictManager(payload.manager);
    if (!isAddressEqual(address, payload.managerAddress)) {
      // It was accepted for earlier contracts or another server wallet, which may have created it before a restore.
      if (await exists(chain, { payload })) {
        throw new AppError("invalid_body", managerExists(payload.managerAddress));
      }
      await ctx.transactions.setManagerAddress(id, address);
    }
    return { signer: "server", call: chain.managerCall(payload.manager) };
  },
  isDone: exists,
  /** An existing manager means success: its transaction may be older than a restored database. */
  async findEnd(ctx, chain, transaction, outcome) {
    if (outcome?.status === "success")
      await recordCreatedAddress(ctx, chain, transaction, outcome.hash);
    return endOnce(ctx, transaction, outcome, () => exists(chain, transaction));
  },
};

/**
 * Stores the address of a created manager if it differs. A server with other contracts may have stored its
 * own prediction between `prepare` and the signature.
 */
async function recordCreatedAddress(
  ctx: Pick<TransactionContext, "transactions">,
  chain: LaunchChain,
  { id, payload }: Pick<Transaction<"manager">, "id" | "payload">,
  hash: Hash,
): Promise<void> {
  const created = await chain.findCreatedManager(hash);
  if (created === null || isAddressEqual(created, payload.managerAddress)) return;
  await ctx.transactions.recordManagerAddress(id, created);
}

/** The text of an error: another transaction created the manager. */
export function managerExists(address: Address): string {
  return `The manager ${address} exists already`;
}

/** The address depends on the server wallet and on all terms, so it is this manager. */
async function exists(
  chain: LaunchChain,
  { payload }: Pick<Transaction<"manager">, "payload">,
): Promise<boolean> {
  return (await chain.managerKind(payload.managerAddress)) !== "none";
}
