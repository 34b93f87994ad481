import { type Address, type Hex, type PublicClient, parseAbi, toHex } from "viem";
import { DATA_FEE_MULTIPLE, gasLimitFor } from "@/lib/features/budget/rules/gas-limit";
import { shareFor } from "@/lib/shared/share-for";
import { createDependency } from "@/lib/support/calls/dependency";
import type { Call, Fees, PayableCall, Transfer } from "./chain-types";
import { decodeRevert } from "./decode-revert";

/** Fees are cached this long; the estimate has a margin for increases. */
const FEES_KEPT_MS = 1_000;
/** Predeploy of OP Stack chains that reports the L1 data fee. */
const GAS_PRICE_ORACLE: Address = "0x420000000000000000000000000000000000000F";
const oracleAbi = parseAbi(["function getL1Fee(bytes data) view returns (uint256)"]);
/** Size of a transfer: nonce, fees, recipient, amount and signature. */
const TRANSFER_BYTES = 160;

/** Simulates calls and transfers without sending them, and estimates their cost. */
export function createDryRun(client: PublicClient, serverWallet: Address) {
  const fees = createDependency("the fees of the chain");
  const readFees = shareFor(FEES_KEPT_MS, (): Promise<Fees> => client.estimateFeesPerGas());

  return {
    /** Simulates a call from an account other than the server wallet. Throws CallRevertedError. */
    async simulateCall(from: Address, call: Call): Promise<void> {
      await orRevert(client.call({ account: from, ...call }));
    },
    /**
     * Simulates a call from the server wallet and returns its gas limit. Throws CallRevertedError.
     * @param extra gas for additional work that the call may have when it is mined
     * @param paid fees of the simulation; none by default. The node checks that the wallet has them.
     */
    async estimateGas(call: Call, extra?: bigint, paid?: Fees): Promise<bigint> {
      const gas = await orRevert(client.estimateGas({ account: serverWallet, ...call, ...paid }));
      return gasLimitFor(gas, extra);
    },
    /**
     * Gas limit for a transfer from an account other than the server wallet. Throws
     * CallRevertedError.
     */
    async estimateTransferGas(from: Address, { to, valueWei }: Transfer): Promise<bigint> {
      return gasLimitFor(
        await orRevert(client.estimateGas({ account: from, to, value: valueWei })),
      );
    },
    /**
     * Simulates a call of another wallet and returns its output and gas limit, whether or not the
     * wallet has the ETH. Throws CallRevertedError.
     * @param extra gas for additional work that the call may have when it is mined
     */
    async simulatePayable(
      from: Address,
      { to, data, valueWei: value }: PayableCall,
      extra?: bigint,
    ): Promise<{ output: Hex; gas: bigint }> {
      const balanceWei = await client.getBalance({ address: from });
      // Not every node can override a balance for an estimate.
      const lacks = balanceWei < value;
      const stateOverride = lacks ? [{ address: from, balance: value * 2n }] : undefined;
      const call = { account: from, to, data, value, stateOverride };
      const [{ data: output = "0x" }, gas] = await Promise.all([
        orRevert(client.call(call)),
        orRevert(client.estimateGas(call)),
      ]);
      return { output, gas: gasLimitFor(gas, extra) };
    },
    /** L1 data fee of a transfer, in wei, with a margin. */
    estimateTransferDataFeeWei: (): Promise<bigint> => estimateDataFeeWei(client, TRANSFER_BYTES),
    /** L1 data fee of calls that another wallet sends one by one, in wei, with a margin. */
    async estimateDataFeeWei(calls: readonly Call[]): Promise<bigint> {
      const bytes = calls.reduce((sum, { data }) => sum + data.length / 2 + TRANSFER_BYTES, 0);
      return estimateDataFeeWei(client, Math.ceil(bytes));
    },
    // A request may join the call of background work, which waits longer.
    estimateFees: (): Promise<Fees> => fees.call(readFees),
  };
}

async function estimateDataFeeWei(client: PublicClient, bytes: number): Promise<bigint> {
  const code = await client.getCode({ address: GAS_PRICE_ORACLE });
  if (code === undefined) return 0n;
  const feeWei = await client.readContract({
    address: GAS_PRICE_ORACLE,
    abi: oracleAbi,
    functionName: "getL1Fee",
    args: [toHex(new Uint8Array(bytes).fill(0xff))],
  });
  return feeWei * DATA_FEE_MULTIPLE;
}

export type DryRun = ReturnType<typeof createDryRun>;

async function orRevert<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw decodeRevert(error) ?? error;
  }
}
