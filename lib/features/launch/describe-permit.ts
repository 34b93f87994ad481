import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { priceCalls } from "@/lib/features/budget/price-calls";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import { minimumReceived } from "@/lib/features/trade/rules/figures";
import { toLaunch } from "@/lib/features/transactions/kinds/launch";
import type { Payloads } from "@/lib/features/transactions/transaction";
import { sendCallsOf } from "@/lib/shared/chain/send-calls";
import { CHAINS } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import { tooLarge } from "./check-first-buy";
import { largestFirstBuyWei } from "./rules/first-buy";

/**
 * Signs the permit of a launch, simulates the launch as its sender, and describes the calls.
 * @throws AppError invalid_body with the contract's error, dependency_unavailable
 */
export async function describePermit(chain: LaunchChain, payload: Payloads["prepared_launch"]) {
  try {
    return await describe(chain, payload);
  } catch (cause) {
    if (cause instanceof CallRevertedError) {
      throw new AppError("invalid_body", cause.message, { cause });
    }
    return rethrowChainError(cause);
  }
}

async function describe(chain: LaunchChain, payload: Payloads["prepared_launch"]) {
  const { sender, deadline, firstBuyWei: valueWei, expectedAddress } = payload;
  const launch = toLaunch(payload);
  const permit = await chain.signPermit(launch, { sender, deadline });
  const { call, gas, firstBuy } = await sizeCall(chain, payload, (minTokens) =>
    chain.permitCall(launch, permit, { valueWei, minTokens }),
  );
  const { chainId, sandbox } = chain.deployment;
  return {
    expectedAddress,
    sendCalls: sendCallsOf({ chainId, from: sender, calls: [call] }),
    sandbox,
    summary: summaryOf(chain, payload, firstBuy),
    cost: await priceCalls(chain, { from: sender, calls: [call], gas }),
    firstBuy,
    expiresAt: Number(deadline),
  };
}

/** The call with the least tokens that its first buy must bring, and its gas limit. */
async function sizeCall(
  chain: LaunchChain,
  payload: Payloads["prepared_launch"],
  callFor: (minTokens: bigint) => ReturnType<LaunchChain["permitCall"]>,
) {
  const { sender, firstBuyWei, slippageBps, marketCapUsdc } = payload;
  if (firstBuyWei === 0n) {
    const call = callFor(0n);
    const { gas } = await chain.simulatePayable(sender, call);
    return { call, gas, firstBuy: null };
  }
  const isProtected = payload.launchProtection === true;
  const terms = await chain.firstBuyTerms({ marketCapUsdc, isProtected });
  const maxWei = largestFirstBuyWei(terms);
  const { output, gas } = await chain
    .simulatePayable(sender, callFor(0n))
    .catch((error: unknown) => {
      // The ETH price changed since the limit was checked.
      const isTooLarge =
        error instanceof CallRevertedError && error.errorName === "FirstBuyTooLarge";
      throw isTooLarge ? tooLarge(maxWei, terms.maxBps) : error;
    });
  const expectedTokens = chain.boughtOf(output);
  const minTokens = minimumReceived(expectedTokens, slippageBps);
  const firstBuy = {
    valueWei: firstBuyWei.toString(),
    expectedTokens: expectedTokens.toString(),
    minTokens: minTokens.toString(),
    feeBps: Number(terms.feeBps),
    feeWei: ((firstBuyWei * terms.feeBps) / 10_000n).toString(),
    maxWei: maxWei.toString(),
  };
  return { call: callFor(minTokens), gas, firstBuy };
}

function summaryOf(
  { deployment }: Pick<LaunchChain, "deployment">,
  { token, creator, firstBuyWei, sender }: Payloads["prepared_launch"],
  firstBuy: { minTokens: string; feeBps: number; feeWei: string } | null,
): string {
  const { name } = CHAINS[deployment.slug];
  const launch = `Launch ${token.name} (${token.symbol}) on ${name}, sent and paid for by ${sender}.`;
  const fees = `${creator} earns the creator fees.`;
  if (firstBuy === null) return `${launch} ${fees}`;
  const least = formatWei(BigInt(firstBuy.minTokens));
  const fee = `a fee of ${firstBuy.feeBps / 100}% (${formatWei(BigInt(firstBuy.feeWei))} ETH)`;
  const paid = `${formatWei(firstBuyWei)} ETH, which includes ${fee}`;
  return `${launch} ${fees} ${creator} buys at least ${least} ${token.symbol} for ${paid}.`;
}
