import type { ServiceContext } from "@/lib/context";
import type { AccountReader } from "@/lib/drivers/chain/readers/create-account-reader";
import { chainTime } from "@/lib/shared/chain/chain-time";

/**
 * The time of a chain, from which deadlines are counted, in Unix seconds.
 * @throws when the node does not respond
 */
export async function readChainTime(
  { clock }: Pick<ServiceContext, "clock">,
  chain: Pick<AccountReader, "timestamp">,
): Promise<bigint> {
  return chainTime(clock.now().getTime(), await chain.timestamp());
}
