import { type Address, concatHex, type PublicClient, parseAbi, toHex } from "viem";
import { decodeRevert } from "./decode-revert";
import type { LaunchChain } from "./launch-chain";

const GAS_MARGIN_PERCENT = 15n;
const PLAIN_TRANSFER_GAS = 21_000n;
/** Where OP Stack chains say what a transaction costs on the layer below. */
const GAS_PRICE_ORACLE: Address = "0x420000000000000000000000000000000000000F";
const oracleAbi = parseAbi(["function getL1Fee(bytes data) view returns (uint256)"]);
/** Nonce, fees, recipient, amount and signature of a transaction, without its data. */
const ENVELOPE_BYTES = 160;

/** What a chain says about accounts that are not the server wallet. */
export function createAccountReader(
  client: PublicClient,
): Pick<LaunchChain, "balanceOf" | "nonceOf" | "estimateGasOf" | "estimateDataFeeWei"> {
  return {
    balanceOf: (address) => client.getBalance({ address }),
    nonceOf: (address) => client.getTransactionCount({ address }),
    async estimateGasOf(from, call) {
      try {
        const gas = await client.estimateGas({ account: from, ...call });
        return gas === PLAIN_TRANSFER_GAS ? gas : (gas * (100n + GAS_MARGIN_PERCENT)) / 100n;
      } catch (error) {
        throw decodeRevert(error) ?? error;
      }
    },
    async estimateDataFeeWei({ data }) {
      const code = await client.getCode({ address: GAS_PRICE_ORACLE });
      if (code === undefined) return 0n;
      const envelope = toHex(new Uint8Array(ENVELOPE_BYTES).fill(0xff));
      const feeWei = await client.readContract({
        address: GAS_PRICE_ORACLE,
        abi: oracleAbi,
        functionName: "getL1Fee",
        args: [concatHex([envelope, data])],
      });
      // It moves with the fees of the layer below until the transaction is mined.
      return feeWei * 2n;
    },
  };
}
