import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";

/** Sends the stored transaction of an operation; the same bytes however often it runs. */
export async function sendTransaction({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { chain: LaunchChain; operationId: string };
}): Promise<void> {
  const [latest] = await ctx.transactions.listOf(input.operationId);
  if (latest !== undefined) await input.chain.broadcast(latest.rawTransaction);
}
