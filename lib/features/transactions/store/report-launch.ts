import type { Executor } from "@/lib/drivers/db/create-database";
import { addLaunchDelivery } from "@/lib/features/webhooks/store/add-launch-delivery";
import type { Realm } from "@/lib/shared/realm";
import type { Transaction } from "../transaction";
import { COLUMNS } from "./find-of-owners";
import { transactions } from "./tables";

/** The columns that `reportLaunch` reads. */
export const REPORTED_COLUMNS = { ...COLUMNS, realm: transactions.realm };

/** Notifies webhooks of a launch's new state, in the transaction that changes it. */
export async function reportLaunch(
  tx: Executor,
  { realm, ...changed }: Transaction & { realm: Realm },
  at: Date,
): Promise<void> {
  const { id, state, chain, payload, result, transactionHash, error } = changed;
  // Only a launch has it.
  if (!("expectedAddress" in payload)) return;
  const { token, creator, expectedAddress } = payload;
  const { name, symbol } = token;
  const address =
    result !== null && "tokenAddress" in result ? result.tokenAddress : expectedAddress;
  const launch = { id, state, realm, chain, token: address, creator, name, symbol };
  await addLaunchDelivery(tx, { ...launch, transactionHash, error }, at);
}
