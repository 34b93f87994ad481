import { type Address, getAddress, type Hex, isHex } from "viem";
import type { PreparedCalls } from "@/lib/schemas/prepared-calls";
import type { Anvil } from "./anvil";
import { receiptOf } from "./receipt-of";

type Wallet = ReturnType<Anvil["wallet"]>;

/** The calls of a prepared answer, as a wallet reads them. */
export function callsOf({ calls }: PreparedCalls): { to: Address; data: Hex; value: bigint }[] {
  return calls.map(({ to, data, value }) => {
    if (!isHex(data)) throw new Error("calls without hex data");
    return { to: getAddress(to), data, value: BigInt(value) };
  });
}

/**
 * Sends prepared calls one by one, as a wallet without batches.
 * @returns the receipts; the last one may have reverted
 */
export async function sendPrepared(
  client: Anvil["client"],
  wallet: Wallet,
  prepared: PreparedCalls,
  gas = 4_000_000n,
) {
  const receipts = [];
  for (const call of callsOf(prepared)) {
    const hash = await wallet.sendTransaction({ ...call, gas });
    receipts.push(await receiptOf(client, hash));
  }
  return receipts;
}
