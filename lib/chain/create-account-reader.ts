import { type Address, type PublicClient, parseAbi, toHex } from "viem";
import { gasLimitFor } from "../domain/gas-limit";
import { decodeRevert } from "./decode-revert";
import type { LaunchChain } from "./launch-chain";

/** Where OP Stack chains say what a transaction costs on the layer below. */
const GAS_PRICE_ORACLE: Address = "0x420000000000000000000000000000000000000F";
const oracleAbi = parseAbi(["function getL1Fee(bytes data) view returns (uint256)"]);
/** Nonce, fees, recipient, amount and signature of a transfer. */
const TRANSFER_BYTES = 160;

/** What a chain says about accounts that are not the server wallet. */
export function createAccountReader(
  client: PublicClient,
): Pick<
  LaunchChain,
  | "balanceOf"
  | "nonceOf"
  | "timestamp"
  | "simulateCall"
  | "estimateTransferGas"
  | "estimateTransferDataFeeWei"
> {
  return {
    balanceOf: (address) => client.getBalance({ address }),
    nonceOf: (address) => client.getTransactionCount({ address }),
    timestamp: async () => (await client.getBlock({ blockTag: "latest" })).timestamp,
    async simulateCall(from, call) {
      try {
        await client.call({ account: from, ...call });
      } catch (error) {
        throw decodeRevert(error) ?? error;
      }
    },
    async estimateTransferGas(from, { to, valueWei }) {
      try {
        return gasLimitFor(await client.estimateGas({ account: from, to, value: valueWei }));
      } catch (error) {
        throw decodeRevert(error) ?? error;
      }
    },
    async estimateTransferDataFeeWei() {
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
  };
}
