import { type Address, maxUint256, parseEther } from "viem";
import { encodeTrade } from "@/lib/features/trade/rules/encode-trade";
import { permitFor, permitTypedData } from "@/lib/features/trade/rules/permit";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";
import type { Launchpad } from "../chain/launchpad";
import { receiptOf } from "../chain/receipt-of";
import type { GasTable } from "./measure-gas";

const DAY_SECONDS = 86_400;
const FAR_BUY = parseEther("300");

/**
 * Measures a sale that brings its Permit2 signature, and a sale of everything from a price far above
 * the start, which crosses and takes down the bid wall on its way. Each has a pool of its own.
 */
export async function measureSaleGas(pad: Launchpad, creator: Address): Promise<GasTable> {
  return {
    "sell with a Permit2 signature": await sellWithPermit(pad, creator),
    "far sale with a wall": await sellFromFar(pad, creator),
  };
}

async function sellWithPermit(pad: Launchpad, creator: Address): Promise<number> {
  const { anvil, client, contracts, operator: seller } = pad;
  const { token } = await pad.launch(creator);
  await pad.swap(seller, { token, side: "buy", exact: "in", amount: parseEther("0.1") });
  const approval = await seller.writeContract({
    address: token,
    abi: launchTokenAbi,
    functionName: "approve",
    args: [contracts.permit2, maxUint256],
  });
  await receiptOf(client, approval);
  const { timestamp } = await client.getBlock();
  const sale = { token, amountIn: parseEther("1000000"), deadlineSeconds: timestamp + 3_600n };
  const permit = permitFor({ ...sale, spender: contracts.universalRouter, nonce: 0 });
  const signature = await seller.signTypedData(
    permitTypedData(permit, anvil.chainId, contracts.permit2),
  );
  const route = { ...contracts, universalRouterVersion: pad.universalRouterVersion };
  const transaction = encodeTrade({ ...sale, side: "sell", minimumOut: 1n }, route, {
    permit,
    signature,
  });
  const receipt = await receiptOf(client, await seller.sendTransaction(transaction));
  if (receipt.status !== "success") throw new Error("the sale with a permit reverted");
  return Number(receipt.gasUsed);
}

async function sellFromFar(pad: Launchpad, creator: Address): Promise<number> {
  const seller = pad.operator;
  const { token } = await pad.launch(creator);
  const order = { token, side: "buy", exact: "in", amount: FAR_BUY } as const;
  await pad.approve(seller, token);
  await pad.swap(seller, order);
  await pad.anvil.test.increaseTime({ seconds: DAY_SECONDS });
  await pad.swap(seller, order);
  await pad.swap(seller, { ...order, amount: parseEther("0.01") });
  const amount = await pad.balanceOf(token, seller.account.address);
  const sale = await pad.swap(seller, { token, side: "sell", exact: "in", amount });
  const [move] = sale.moves;
  if (move === undefined || move.args.ethReturned === 0n) throw new Error("it met no wall");
  return Number(sale.gasUsed);
}
