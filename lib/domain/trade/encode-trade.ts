import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from "viem";
import type { Permit } from "./permit";
import { poolKeyOf } from "./pool-key";

/** `buy` spends ETH, `sell` spends tokens. */
export type TradeSide = "buy" | "sell";

export type Trade = {
  side: TradeSide;
  token: Address;
  /** Of what is spent, in smallest units. */
  amountIn: bigint;
  /** The least that must come out, else the trade reverts. */
  minimumOut: bigint;
  /** Unix seconds after which the trade reverts. */
  deadlineSeconds: bigint;
};

/** Lets the router take the seller's tokens in the same transaction. */
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

/**
 * Routers from 2.1.1 on take one more field in a swap. A wrong layout need not revert, so it is
 * chosen by address. Source: @uniswap/universal-router-sdk 5.13.0 (Robinhood Chain, 2.1.1).
 */
const HOP_PRICE_ROUTERS: readonly Address[] = ["0x8876789976dEcBfCbBbe364623C63652db8C0904"];

/** The transaction that makes a trade through the Universal Router: calldata and ETH sent along. */
export function encodeTrade(
  trade: Trade,
  contracts: { universalRouter: Address; launchHook: Address },
  signed: SignedPermit | null = null,
): { to: Address; data: Hex; value: bigint } {
  const { side, amountIn, deadlineSeconds } = trade;
  const swap = encodeSwap(trade, contracts.universalRouter, contracts.launchHook);
  const commands = signed === null ? V4_SWAP : concatHex([PERMIT2_PERMIT, V4_SWAP]);
  const inputs =
    signed === null
      ? [swap]
      : [encodeAbiParameters(permitInput, [signed.permit, signed.signature]), swap];
  return {
    to: contracts.universalRouter,
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: "execute",
      args: [commands, inputs, deadlineSeconds],
    }),
    value: side === "buy" ? amountIn : 0n,
  };
}

function encodeSwap(trade: Trade, router: Address, hook: Address): Hex {
  const { side, token, amountIn, minimumOut } = trade;
  const zeroForOne = side === "buy";
  const [paid, got] = zeroForOne ? [zeroAddress, token] : [token, zeroAddress];
  const shared = { key: poolKeyOf(token, hook), zeroForOne, amountIn, minimumOut } as const;
  const takesHopPrice = HOP_PRICE_ROUTERS.some((address) => isAddressEqual(address, router));
  const swap = takesHopPrice
    ? encodeAbiParameters(hopPriceSwap, [{ ...shared, minHopPriceX36: 0n, hookData: "0x" }])
    : encodeAbiParameters(plainSwap, [{ ...shared, hookData: "0x" }]);
  return encodeAbiParameters(actionList, [
    SWAP_SETTLE_TAKE,
    [
      swap,
      encodeAbiParameters(currencyAmount, [paid, amountIn]),
      encodeAbiParameters(currencyAmount, [got, minimumOut]),
    ],
  ]);
}
