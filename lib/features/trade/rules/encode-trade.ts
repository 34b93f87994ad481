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
import type { Permit } from "./permit";
import { poolKeyOf } from "./pool-key";
import type { RouterVersion } from "./universal-router";

/** `buy` spends ETH, `sell` spends tokens. */
export type TradeSide = "buy" | "sell";

export type TradeInput = {
  side: TradeSide;
  token: Address;
  /** Amount of the spent currency, in smallest units. */
  amountIn: bigint;
  /** The trade reverts below this output amount. */
  minimumOut: bigint;
  /** Unix seconds; the trade reverts after this time. */
  deadlineSeconds: bigint;
  /** Gets a share of the fee, if the token's creator set one; absent means no referrer. */
  referrer?: Address | undefined;
};

/** The contracts that a trade calls. */
export type TradeRoute = {
  universalRouter: Address;
  universalRouterVersion: RouterVersion;
  launchHook: Address;
};

/** Lets the router transfer the seller's tokens in the same transaction. */
export type SignedPermit = { permit: Permit; signature: Hex };

const routerAbi = parseAbi([
  "function execute(bytes commands, bytes[] inputs, uint256 deadline) payable",
]);
const PERMIT2_PERMIT: Hex = "0x0a";
const V4_SWAP: Hex = "0x10";
/** SWAP_EXACT_IN_SINGLE, SETTLE_ALL, TAKE_ALL. */
const SWAP_SETTLE_TAKE: Hex = "0x060c0f";

const KEY =
  "struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }";
const plainSwap = parseAbiParameters([
  "Swap swap",
  "struct Swap { Key key; bool zeroForOne; uint128 amountIn; uint128 minimumOut; bytes hookData; }",
  KEY,
]);
const hopPriceSwap = parseAbiParameters([
  "Swap swap",
  "struct Swap { Key key; bool zeroForOne; uint128 amountIn; uint128 minimumOut; uint256 minHopPriceX36; bytes hookData; }",
  KEY,
]);
const currencyAmount = parseAbiParameters("address currency, uint256 amount");
const actionList = parseAbiParameters("bytes actions, bytes[] params");
const permitInput = parseAbiParameters([
  "Permit permit, bytes signature",
  "struct Permit { Details details; address spender; uint256 sigDeadline; }",
  "struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }",
]);

/** Whether swaps of a release take `minHopPriceX36`. A wrong layout does not always revert. */
const TAKES_HOP_PRICE = { "2.0": false, "2.1.1": true } as const satisfies Record<
  RouterVersion,
  boolean
>;

/** Encodes a trade through the Universal Router. `value` is the ETH to send with it. */
export function encodeTrade(
  trade: TradeInput,
  route: TradeRoute,
  signed: SignedPermit | null = null,
): { to: Address; data: Hex; value: bigint } {
  const { side, amountIn, deadlineSeconds } = trade;
  const swap = encodeSwap(trade, route);
  const commands = signed === null ? V4_SWAP : concatHex([PERMIT2_PERMIT, V4_SWAP]);
  const inputs =
    signed === null
      ? [swap]
      : [encodeAbiParameters(permitInput, [signed.permit, signed.signature]), swap];
  return {
    to: route.universalRouter,
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: "execute",
      args: [commands, inputs, deadlineSeconds],
    }),
    value: side === "buy" ? amountIn : 0n,
  };
}

function encodeSwap(trade: TradeInput, { universalRouterVersion, launchHook }: TradeRoute): Hex {
  const { side, token, amountIn, minimumOut, referrer } = trade;
  const hookData = referrer ?? "0x";
  const zeroForOne = side === "buy";
  const [paid, received] = zeroForOne ? [zeroAddress, token] : [token, zeroAddress];
  const shared = { key: poolKeyOf(token, launchHook), zeroForOne, amountIn, minimumOut } as const;
  const swap = TAKES_HOP_PRICE[universalRouterVersion]
    ? encodeAbiParameters(hopPriceSwap, [{ ...shared, minHopPriceX36: 0n, hookData }])
    : encodeAbiParameters(plainSwap, [{ ...shared, hookData }]);
  return encodeAbiParameters(actionList, [
    SWAP_SETTLE_TAKE,
    [
      swap,
      encodeAbiParameters(currencyAmount, [paid, amountIn]),
      encodeAbiParameters(currencyAmount, [received, minimumOut]),
    ],
  ]);
}
