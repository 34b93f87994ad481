import { parseAbi } from "viem";

/** The parts of Uniswap's and our contracts' ABIs that quotes and sales read. */
export const quoterAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct Params { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }",
  "function quoteExactInputSingle(Params params) returns (uint256 amountOut, uint256 gasEstimate)",
]);
export const stateViewAbi = parseAbi([
  "function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)",
]);
export const hookFeeAbi = parseAbi([
  "function feeBps() view returns (uint16)",
  "function buyFeeBps(address token) view returns (uint256)",
]);
export const permit2Abi = parseAbi([
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
  "function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);
/** The hook's event of a trade. */
export const tokenSwapAbi = parseAbi([
  "event TokenSwap(bytes32 indexed poolId, address indexed sender, int128 ethToPool, int128 tokenToPool, uint128 feeEth, uint128 creatorEth, uint160 sqrtPriceX96, int24 tick, uint128 referralEth)",
]);
