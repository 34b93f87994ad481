// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {FixedPoint96} from "@uniswap/v4-core/src/libraries/FixedPoint96.sol";
import {FullMath} from "@uniswap/v4-core/src/libraries/FullMath.sol";
import {SqrtPriceMath} from "@uniswap/v4-core/src/libraries/SqrtPriceMath.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";

/// @title PoolMath
/// @notice Price, tick and liquidity helpers for pools of native ETH (currency 0) and a token
/// (currency 1): the pool's price is tokens per ETH, so a higher tick is a cheaper token.
library PoolMath {
    int24 internal constant TICK_SPACING = 60;
    /// @notice Lowest tick that is a multiple of the spacing.
    int24 internal constant MIN_USABLE_TICK = -887_220;

    /// @dev Slot of the mapping `pools` in the PoolManager, as in v4-core's StateLibrary, which we
    /// do not import because it pulls in a file under BUSL.
    uint256 private constant POOLS_SLOT = 6;
    /// @dev bytes32(uint256(keccak256("Currency")) - 1), where the PoolManager keeps the currency
    /// that was last synced, as in v4-core's CurrencyReserves.
    bytes32 private constant SYNCED_CURRENCY_SLOT =
        0x27e098c505d44ec3574004bca052aabf76bd35004c182099d8c575fb238593b9;

    /// @notice Price and tick of a pool.
    function slot0(IPoolManager manager, bytes32 id)
        internal
        view
        returns (uint160 sqrtPriceX96, int24 tick)
    {
        bytes32 data = manager.extsload(keccak256(abi.encode(id, POOLS_SLOT)));
        sqrtPriceX96 = uint160(uint256(data));
        tick = int24(int256(uint256(data) >> 160));
    }

    /// @notice Currency between `sync` and `settle` in this transaction; zero for none or ETH.
    function syncedCurrency(IPoolManager manager) internal view returns (address) {
        return address(uint160(uint256(manager.exttload(SYNCED_CURRENCY_SLOT))));
    }

    /// @notice First multiple of the spacing strictly above `tick`.
    function nextUsableTick(int24 tick) internal pure returns (int24) {
        int24 compressed = tick / TICK_SPACING;
        if (tick < 0 && tick % TICK_SPACING != 0) compressed--;
        return (compressed + 1) * TICK_SPACING;
    }

    /// @notice Multiple of the spacing closest to `tick`.
    function nearestUsableTick(int24 tick) internal pure returns (int24) {
        return nextUsableTick(tick - TICK_SPACING / 2);
    }

    /// @notice Liquidity that `amount0` of ETH buys between two ticks, rounded down.
    function liquidityForEth(int24 lower, int24 upper, uint256 amount0)
        internal
        pure
        returns (uint256)
    {
        uint256 a = TickMath.getSqrtPriceAtTick(lower);
        uint256 b = TickMath.getSqrtPriceAtTick(upper);
        return FullMath.mulDiv(amount0, FullMath.mulDiv(a, b, FixedPoint96.Q96), b - a);
    }

    /// @notice Liquidity that `amount1` of tokens buys between two ticks, rounded down.
    function liquidityForTokens(int24 lower, int24 upper, uint256 amount1)
        internal
        pure
        returns (uint256)
    {
        uint256 a = TickMath.getSqrtPriceAtTick(lower);
        uint256 b = TickMath.getSqrtPriceAtTick(upper);
        return FullMath.mulDiv(amount1, FixedPoint96.Q96, b - a);
    }

    /// @notice ETH that a position between two ticks takes when the price is below both, rounded up.
    function ethToPlace(int24 lower, int24 upper, uint128 liquidity)
        internal
        pure
        returns (uint256)
    {
        uint160 a = TickMath.getSqrtPriceAtTick(lower);
        uint160 b = TickMath.getSqrtPriceAtTick(upper);
        return SqrtPriceMath.getAmount0Delta(a, b, liquidity, true);
    }

    /// @notice What a position holds at a price, rounded down.
    function amountsForLiquidity(uint160 sqrtPriceX96, int24 lower, int24 upper, uint128 liquidity)
        internal
        pure
        returns (uint256 ethAmount, uint256 tokenAmount)
    {
        uint160 a = TickMath.getSqrtPriceAtTick(lower);
        uint160 b = TickMath.getSqrtPriceAtTick(upper);
        uint160 price = sqrtPriceX96 < a ? a : sqrtPriceX96 > b ? b : sqrtPriceX96;
        if (price < b) ethAmount = SqrtPriceMath.getAmount0Delta(price, b, liquidity, false);
        if (price > a) tokenAmount = SqrtPriceMath.getAmount1Delta(a, price, liquidity, false);
    }

    /// @notice Value in wei of `tokens` at a price, rounded down.
    function tokensToEth(uint256 tokens, uint160 sqrtPriceX96) internal pure returns (uint256) {
        return FullMath.mulDiv(
            FullMath.mulDiv(tokens, FixedPoint96.Q96, sqrtPriceX96), FixedPoint96.Q96, sqrtPriceX96
        );
    }
}
