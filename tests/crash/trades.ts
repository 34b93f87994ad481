import { randomUUID } from "node:crypto";
import { type Address, erc20Abi, type PublicClient, parseEther } from "viem";
import type { z } from "zod";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { type AccountTradeAnswer, accountTrade } from "@/lib/features/account-trade/schema";
import type { PersistentClient } from "./persistent-client";

const SPENT = parseEther("0.002");
/** A withdrawal before, a purchase, the approval of the sale, and the sale. */
const TRANSACTIONS = 4;

type Request = <S extends z.ZodType>(
  path: string,
  answer: S,
  body?: object,
) => Promise<z.output<S>>;

/**
 * Buys a token with a managed wallet and sells everything, requesting each until it has ended.
 * @returns 1 when a trade did not happen exactly once, or not as answered
 */
export async function tradeOnce(options: {
  request: Request;
  client: PersistentClient;
  node: PublicClient;
  chain: LaunchChain;
  wallet: Address;
  token: Address;
}): Promise<number> {
  const { request, client, node, chain, wallet, token } = options;
  const { slug } = chain.deployment;

  async function run(side: "buy" | "sell", amountIn: bigint): Promise<AccountTradeAnswer> {
    const requestId = randomUUID();
    const order = await client.persist(async () => {
      const hook = await chain.findHook(token);
      if (hook === null) return null;
      const { amountOut } = await chain.quoteTrade({ side, token, amountIn }, hook);
      // Others trade meanwhile, and a killed process may take minutes to return.
      const minAmountOut = `${(amountOut * 60n) / 100n}`;
      const terms = {
        chain: slug,
        tokenAddress: token,
        side,
        amountIn: `${amountIn}`,
        minAmountOut,
      };
      const body = { ...terms, deadlineMinutes: 60 };
      const { deadline } = await request("/api/account/trades", accountTrade, body);
      return { ...body, deadline, confirm: true, requestId };
    }, `the preview of a trade of ${wallet}`);
    return client.persist(async () => {
      const answer = await request("/api/account/trades", accountTrade, order);
      return answer.state === "completed" || answer.state === "failed" ? answer : null;
    }, `the trade of ${wallet}`);
  }

  const bought = await run("buy", SPENT);
  const held = await client.persist(
    () =>
      node.readContract({
        address: token,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [wallet],
      }),
    `the tokens of ${wallet}`,
  );
  if (bought.state !== "completed" || `${held}` !== bought.amountOut) return 1;
  const sold = await run("sell", held);
  const nonce = await client.persist(
    () => node.getTransactionCount({ address: wallet }),
    `the transactions of ${wallet}`,
  );
  return sold.state === "completed" && nonce === TRANSACTIONS ? 0 : 1;
}
