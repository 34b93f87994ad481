import { type Address, type PublicClient, parseAbi, toHex } from "viem";
import { gasLimitFor } from "@/lib/features/budget/rules/gas-limit";
import { shareFor } from "@/lib/support/share-for";
import { decodeRevert } from "./decode-revert";
import type { Call, Fees, Transfer } from "./launch-chain";

/** Fees are the same for everyone who requests them within this time; they have room for a rise. */
const FEES_KEPT_MS = 1_000;
/** Where OP Stack chains say what a transaction costs on the layer below. */
const GAS_PRICE_ORACLE: Address = "0x420000000000000000000000000000000000000F";
const oracleAbi = parseAbi(["function getL1Fee(bytes data) view returns (uint256)"]);
/** Nonce, fees, recipient, amount and signature of a transfer. */
const TRANSFER_BYTES = 160;

/** Simulates calls and transfers without sending them, and says what they cost. */
export function createDryRun(client: PublicClient, serverWallet: Address) {
  return {
    /** Simulates a call by another account than the server wallet. Throws CallRevertedError. */
    async simulateCall(from: Address, call: Call): Promise<void> {
      await orRevert(client.call({ account: from, ...call }));
    },
    /**
     * Runs a call of the server wallet without sending it and returns a gas limit for it. Throws
     * CallRevertedError.
     * @param extra gas for work that the call may find when it is mined
     */
    async estimateGas(call: Call, extra?: bigint): Promise<bigint> {
      const gas = await orRevert(client.estimateGas({ account: serverWallet, ...call }));
      return gasLimitFor(gas, extra);
    },
    /** Gas limit for a transfer by another account than the server wallet. Throws CallRevertedError. */
    async estimateTransferGas(from: Address, { to, valueWei }: Transfer): Promise<bigint> {
      return gasLimitFor(
        await orRevert(client.estimateGas({ account: from, to, value: valueWei })),
      );
    },
    /** Wei that the chain charges for a transfer's place on the layer below; with room. */
    async estimateTransferDataFeeWei(): Promise<bigint> {
      const code = await client.getCode({ address: GAS_PRICE_ORACLE });
      if (code === undefined) return 0n;
      const feeWei = await client.readContract({
        address: GAS_PRICE_ORACLE,
        abi: oracleAbi,
        functionName: "getL1Fee",
        args: [toHex(new Uint8Array(TRANSFER_BYTES).fill(0xff))],
      });
      // It moves with the fees of the layer below until the transaction is mined.
      return feeWei * 2n;
    },
    estimateFees: shareFor(FEES_KEPT_MS, (): Promise<Fees> => client.estimateFeesPerGas()),
  };
}

export type DryRun = ReturnType<typeof createDryRun>;

async function orRevert<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw decodeRevert(error) ?? error;
  }
}
