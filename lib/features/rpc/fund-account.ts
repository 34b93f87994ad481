import { parseEther } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { InputOf } from "@/lib/operations/operation";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import type { sandboxFaucet as operation } from "./operations";
import type { FaucetAnswer } from "./schema";

const AMOUNT_WEI = parseEther("10");

/**
 * Sends ETH of a sandbox chain to an address.
 * @throws AppError not_found for a real chain; rate_limited, dependency_unavailable
 */
export async function fundAccount({
  ctx,
  input,
  limit,
}: {
  ctx: Pick<ServiceContext, "faucets">;
  input: Pick<InputOf<typeof operation>, "body">;
  limit: () => Promise<void>;
}): Promise<FaucetAnswer> {
  const { chain, address } = input.body;
  const faucet = ctx.faucets[chain];
  if (faucet === undefined)
    throw new AppError("not_found", `${chain} is not a sandbox on this launchpad`);
  await limit();
  const balanceWei = await faucet.fund(address, AMOUNT_WEI).catch((cause: unknown) => {
    const text = "The chain is unreachable. Try again later.";
    throw new AppError("dependency_unavailable", text, { cause, retryAfterSeconds: 5 });
  });
  return {
    success: true,
    chain,
    address,
    amountETH: formatWei(AMOUNT_WEI),
    balanceETH: formatWei(balanceWei),
  };
}
