import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from "viem";

/**
 * Calls of the Universal Router that the npm package @uniswap/universal-router 2.1.0 brings: its
 * single-swap structs have no `minHopPriceX36`, which later deployments take.
 */

const routerAbi = parseAbi(["function execute(bytes commands, bytes[] inputs) payable"]);
const V4_SWAP: Hex = "0x10";
const SWEEP: Hex = "0x04";
const SWAP_EXACT_IN_SINGLE: Hex = "0x06";
const SWAP_EXACT_OUT_SINGLE: Hex = "0x08";
const SETTLE_ALL: Hex = "0x0c";
const TAKE_ALL: Hex = "0x0f";
const MAX = 2n ** 128n - 1n;
/** The router's constant for its caller. */
const MSG_SENDER: Address = "0x0000000000000000000000000000000000000001";

const swapParameters = parseAbiParameters([
  "Swap swap",
  "struct Swap { Key key; bool zeroForOne; uint128 amount; uint128 limit; bytes hookData; }",
  "struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
]);
const amountParameters = parseAbiParameters("address currency, uint256 amount");

export type RouterSwap = {
  token: Address;
  hook: Address;
  /** Buys spend ETH, sells spend tokens. */
  side: "buy" | "sell";
  /** Whether `amount` is what goes in or what comes out. */
  exact: "in" | "out";
  amount: bigint;
  /** Passed to the hook: an address names a referrer. */
  hookData?: Hex;
};

/** Calldata of `execute` for one swap in the pool of a launched token. */
export function encodeRouterSwap({ token, hook, side, exact, amount, hookData }: RouterSwap): Hex {
  const buys = side === "buy";
  const swap = encodeAbiParameters(swapParameters, [
    {
      key: { currency0: zeroAddress, currency1: token, fee: 0, tickSpacing: 60, hooks: hook },
      zeroForOne: buys,
      amount,
      limit: exact === "in" ? 0n : MAX,
      hookData: hookData ?? "0x",
    },
  ]);
  const [paid, got] = buys ? [zeroAddress, token] : [token, zeroAddress];
  const actions = concatHex([
    exact === "in" ? SWAP_EXACT_IN_SINGLE : SWAP_EXACT_OUT_SINGLE,
    SETTLE_ALL,
    TAKE_ALL,
  ]);
  const input = encodeAbiParameters(parseAbiParameters("bytes actions, bytes[] params"), [
    actions,
    [
      swap,
      encodeAbiParameters(amountParameters, [paid, MAX]),
      encodeAbiParameters(amountParameters, [got, 0n]),
    ],
  ]);
  const refunds = buys && exact === "out";
  const sweep = encodeAbiParameters(
    parseAbiParameters("address token, address recipient, uint256 minimum"),
    [zeroAddress, MSG_SENDER, 0n],
  );
  return encodeFunctionData({
    abi: routerAbi,
    functionName: "execute",
    args: [refunds ? concatHex([V4_SWAP, SWEEP]) : V4_SWAP, refunds ? [input, sweep] : [input]],
  });
}
