// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {FixedPoint96} from "@uniswap/v4-core/src/libraries/FixedPoint96.sol";
import {FullMath} from "@uniswap/v4-core/src/libraries/FullMath.sol";
import {SqrtPriceMath} from "@uniswap/v4-core/src/libraries/SqrtPriceMath.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {EfficientHashLib} from "solady/src/utils/EfficientHashLib.sol";
import {FixedPointMathLib} from "solady/src/utils/FixedPointMathLib.sol";
import {SafeCastLib} from "solady/src/utils/SafeCastLib.sol";

/// @title PoolMath
/// @notice Price, tick and liquidity helpers for pools of native ETH (currency 0) and a token
/// (currency 1): the pool's price is tokens per ETH, so a higher tick is a cheaper token.
library PoolMath {
    using SafeCastLib for uint256;

    int24 internal constant TICK_SPACING = 60;
    /// @notice Smallest units of every launched token, all of which go into its pool.
    uint256 internal constant SUPPLY = 100_000_000_000e18;
    /// @notice Lowest tick that is a multiple of the spacing.
    int24 internal constant MIN_USABLE_TICK = -887_220;
    /// @notice Distinguishes a wall from the seed if both have the same range.
    uint256 private constant WALL_SALT = 1;

    /// @dev (1 - 1.0001^-30) x 2^128, rounded up by one part in 2^60, which is more than the rounding of
    /// any price within the bounds of market caps: a wall never costs more than intended.
    uint256 private constant ONE_MINUS_RATIO = 0xc44db7935722959383f1f35da47488;
    /// @dev Rounding of square roots of prices is less than one part in 2^60.
    uint256 private constant ROUNDING = 60;
    /// @dev Slot of the mapping `pools` in the PoolManager, as in v4-core's StateLibrary, which we
    /// do not import because it pulls in a file under BUSL.
    uint256 private constant POOLS_SLOT = 6;
    /// @dev Place of the mapping `positions` in a pool's state.
    uint256 private constant POSITIONS_AT = 6;
    /// @dev bytes32(uint256(keccak256("Currency")) - 1), where the PoolManager keeps the currency
    /// that was last synced, as in v4-core's CurrencyReserves.
    bytes32 private constant SYNCED_CURRENCY_SLOT =
        0x27e098c505d44ec3574004bca052aabf76bd35004c182099d8c575fb238593b9;

    /// @notice Id of the pool of native ETH and `token` with `hook`: the hash of its key.
    function poolId(address token, address hook) internal pure returns (bytes32 id) {
        assembly ("memory-safe") {
            let key := mload(0x40)
            mstore(key, 0)
            mstore(add(key, 0x20), shr(96, shl(96, token)))
            mstore(add(key, 0x40), 0)
            mstore(add(key, 0x60), TICK_SPACING)
            mstore(add(key, 0x80), shr(96, shl(96, hook)))
            id := keccak256(key, 0xa0)
        }
    }

    /// @notice Price and tick of a pool.
    function slot0(IPoolManager manager, bytes32 id)
        internal
        view
        returns (uint160 sqrtPriceX96, int24 tick)
    {
        bytes32 data = manager.extsload(EfficientHashLib.hash(id, bytes32(POOLS_SLOT)));
        sqrtPriceX96 = uint160(uint256(data));
        tick = int24(int256(uint256(data) >> 160));
    }

    /// @notice Liquidity that `owner` has between two ticks of a pool.
    function positionLiquidity(
        IPoolManager manager,
        bytes32 id,
        address owner,
        int24 lower,
        int24 upper,
        bytes32 salt
    ) internal view returns (uint128) {
        bytes32 position = keccak256(abi.encodePacked(owner, lower, upper, salt));
        uint256 pool = uint256(EfficientHashLib.hash(id, bytes32(POOLS_SLOT)));
        bytes32 slot = EfficientHashLib.hash(position, bytes32(pool + POSITIONS_AT));
        return uint128(uint256(manager.extsload(slot)));
    }

    /// @notice Changes the hook's own wall position, one tick spacing wide. The call is encoded by hand,
    /// which saves about 2,000 gas per move of the wall.
    /// @return eth ETH owed to the hook, negative if the hook owes it.
    /// @return tokens The same for tokens.
    function modifyWall(IPoolManager manager, address token, int24 lower, int256 liquidityDelta)
        internal
        returns (int256 eth, int256 tokens)
    {
        bytes4 selector = IPoolManager.modifyLiquidity.selector;
        assembly ("memory-safe") {
            let m := mload(0x40)
            lower := signextend(2, lower)
            mstore(m, selector)
            // the pool's key
            mstore(add(m, 0x04), 0)
            mstore(add(m, 0x24), shr(96, shl(96, token)))
            mstore(add(m, 0x44), 0)
            mstore(add(m, 0x64), TICK_SPACING)
            mstore(add(m, 0x84), address())
            // the position
            mstore(add(m, 0xa4), lower)
            mstore(add(m, 0xc4), add(lower, TICK_SPACING))
            mstore(add(m, 0xe4), liquidityDelta)
            mstore(add(m, 0x104), WALL_SALT)
            // no hook data
            mstore(add(m, 0x124), 0x140)
            mstore(add(m, 0x144), 0)
            if iszero(call(gas(), manager, 0, m, 0x164, m, 0x40)) {
                returndatacopy(m, 0, returndatasize())
                revert(m, returndatasize())
            }
            if lt(returndatasize(), 0x40) { revert(0, 0) }
            eth := sar(128, mload(m))
            tokens := signextend(15, mload(m))
        }
    }

    /// @notice Currency between `sync` and `settle` in this transaction; zero for none or ETH.
    function syncedCurrency(IPoolManager manager) internal view returns (address) {
        return address(uint160(uint256(manager.exttload(SYNCED_CURRENCY_SLOT))));
    }

    /// @notice Number of the tick spacing that contains `tick`, rounded towards minus infinity: its
    /// position in the tick bitmap of the PoolManager.
    function unit(int24 tick) internal pure returns (int256 at) {
        assembly ("memory-safe") {
            tick := signextend(2, tick)
            at := sub(sdiv(tick, TICK_SPACING), slt(smod(tick, TICK_SPACING), 0))
        }
    }

    /// @notice First multiple of the spacing strictly above `tick`.
    function nextUsableTick(int24 tick) internal pure returns (int24) {
        unchecked {
            return int24((unit(tick) + 1) * TICK_SPACING);
        }
    }

    /// @notice Lower tick of a wall below the price of `tick`: the first multiple of the spacing above
    /// it, or the second where the position would reach from one word of the PoolManager's tick
    /// bitmap into the next.
    function wallTick(int24 tick) internal pure returns (int24) {
        unchecked {
            int256 at = unit(tick) + 1;
            if (at & 0xff == 0xff) ++at;
            return int24(at * TICK_SPACING);
        }
    }

    /// @notice Tokens per ETH at a tick, times 2^64.
    function priceX64(int24 tick) internal pure returns (uint256) {
        uint256 root = TickMath.getSqrtPriceAtTick(tick);
        return FullMath.mulDiv(root, root, 1 << 128);
    }

    /// @notice Lower tick of a wall that never pays more for a token than a price, in tokens per ETH
    /// times 2^64, within one word of the tick bitmap.
    function wallTickAt(uint256 priceX64_) internal pure returns (int24 lower) {
        uint256 root = FixedPointMathLib.sqrt(uint256(priceX64_.toUint128()) << 128);
        int24 tick = TickMath.getTickAtSqrtPrice(root.toUint160());
        lower = nextUsableTick(tick - 1);
        if (lower == tick) {
            uint256 exact = TickMath.getSqrtPriceAtTick(lower);
            if (exact + (exact >> ROUNDING) < root) lower += TICK_SPACING;
        }
        return wallTick(lower - 1);
    }

    /// @notice How far a level lies below the price of a tick, in parts of 2^32, rounded down,
    /// so that rounding never makes the wall pay more.
    /// @param levelX64_ Tokens per ETH times 2^64, at most that of the tick.
    function belowX32(int24 lower, uint256 levelX64_) internal pure returns (uint256) {
        uint256 top = priceX64(lower);
        return levelX64_ < top ? FullMath.mulDiv(top - levelX64_, 1 << 32, top) : 0;
    }

    /// @notice The level that `belowX32` described.
    function levelX64(int24 lower, uint256 below) internal pure returns (uint256) {
        uint256 top = priceX64(lower);
        return top - FullMath.mulDiv(top, below, 1 << 32);
    }

    /// @notice ETH in a wall that the price has not touched, rounded down.
    function ethInWall(int24 lower, uint128 liquidity) internal pure returns (uint256) {
        return SqrtPriceMath.getAmount0Delta(
            TickMath.getSqrtPriceAtTick(lower),
            TickMath.getSqrtPriceAtTick(lower + TICK_SPACING),
            liquidity,
            false
        );
    }

    /// @notice Half of what the wall gets of the fees when ETH worth the pool's depth is traded; never
    /// more than `most`. Depth is the ETH that a full range of the pool's liquidity would hold: the
    /// square root of starting times current market cap.
    /// @param share Part of the fee that does not go to the wall, in basis points.
    function wallBatch(
        int24 startTick,
        uint256 sqrtPriceX96,
        uint256 share,
        uint256 feeBps,
        uint256 most
    ) internal pure returns (uint256 eth) {
        unchecked {
            uint256 root = uint256(TickMath.getSqrtPriceAtTick(startTick)) >> 64;
            eth = (SUPPLY << 64) / (root * (sqrtPriceX96 >> 64) + 1);
            eth = eth * (10_000 - share) * feeBps / 200_000_000;
            if (eth > most) eth = most;
        }
    }

    /// @notice Multiple of the spacing closest to `tick`.
    function nearestUsableTick(int24 tick) internal pure returns (int24) {
        return nextUsableTick(tick - TICK_SPACING / 2);
    }

    /// @notice Liquidity that `amount0` of ETH buys in one tick spacing below the price, rounded
    /// down. With prices a < b at its ends that is amount0 x a / (1 - a / b) / 2^96, where a / b is
    /// the same everywhere.
    function wallLiquidity(int24 lower, uint256 amount0) internal pure returns (uint256) {
        uint256 a = TickMath.getSqrtPriceAtTick(lower);
        return FullMath.mulDiv(amount0, a << 32, ONE_MINUS_RATIO);
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

    /// @notice Amounts in a position at a price, rounded down.
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
