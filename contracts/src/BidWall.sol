// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {LaunchToken} from "./LaunchToken.sol";
import {ILaunchHook} from "./interfaces/ILaunchHook.sol";
import {PoolMath} from "./libraries/PoolMath.sol";
import {TradeWord, WallWord, WallWords} from "./libraries/PoolWords.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {FullMath} from "@uniswap/v4-core/src/libraries/FullMath.sol";
import {Currency} from "@uniswap/v4-core/src/types/Currency.sol";
import {SafeCastLib} from "solady/src/utils/SafeCastLib.sol";

/// @title BidWall
/// @notice The bid wall of each pool: liquidity below the price that a part of the fees pays for.
/// @dev A part of LaunchHook, which holds the ETH and decides when the wall moves.
abstract contract BidWall is ILaunchHook {
    using SafeCastLib for uint256;

    /// @param opening When trading opens; stored and read for protected pools only.
    struct Pool {
        TradeWord trade;
        WallWord wall;
        uint256 opening;
    }

    /// @dev A move of the wall, as its event reports it.
    /// @param level Highest price that the wall pays, in tokens per ETH times 2^64: the mean of the
    /// prices at which its ETH came in, or the current level if that is a lower price.
    /// @param amount Liquidity of the new wall, or ETH when it was taken down.
    struct Move {
        int24 lower;
        uint256 level;
        uint256 amount;
        uint256 ethPlaced;
        uint256 ethReturned;
        uint256 tokensBurned;
    }

    /// @dev Smallest rise of a wall in ticks. It saves most trades that feed the wall the cost of a new
    /// position.
    int24 private constant LEAST_RISE = 300;
    /// @dev Wei. Smaller amounts are never worth a move: rounding leaves them pending in pools whose wall
    /// gets no part of the trading fee.
    uint256 private constant LEAST_BATCH = 1 gwei;

    IPoolManager public immutable poolManager;
    uint16 public immutable feeBps;
    uint24 public immutable anchorSpeed;
    uint64 public immutable wallThreshold;

    mapping(address token => Pool) internal _pools;

    constructor(
        IPoolManager poolManager_,
        uint16 feeBps_,
        uint24 anchorSpeed_,
        uint64 wallThreshold_
    ) {
        poolManager = poolManager_;
        feeBps = feeBps_;
        anchorSpeed = anchorSpeed_;
        wallThreshold = wallThreshold_;
    }

    /// @inheritdoc ILaunchHook
    function poolId(address token) public view returns (bytes32) {
        return PoolMath.poolId(token, address(this));
    }

    /// @dev Pending ETH at which the wall is fed. With more, an attacker could gain from pulling the price
    /// up to where others' ETH is placed; contracts/README.md has the proof.
    function _batch(TradeWord t, uint160 sqrtPriceX96) internal view returns (uint256 eth) {
        eth =
            PoolMath.wallBatch(t.startTick(), sqrtPriceX96, t.feeShareBps(), feeBps, wallThreshold);
        if (eth < LEAST_BATCH) eth = LEAST_BATCH;
    }

    /// @dev Moves with the first trade of each second: it follows a fall at once and a rise at
    /// `anchorSpeed`, so that a price that is held only for a moment cannot pull the wall up. Higher tick =
    /// cheaper token.
    /// @param tick Before that trade.
    function _anchorAt(TradeWord t, int24 tick) internal view returns (int24 anchor) {
        unchecked {
            anchor = t.anchorTick();
            uint256 passed = block.timestamp - t.anchorTime();
            // No early return: an estimate in the second of the last trade must not be lower than the need
            // of the next second. While a pool is protected, falls within a second count as well: fees of
            // later purchases must not go to the wall at a price from before the fall.
            if (passed == 0 && !t.isProtected()) tick = anchor;
            int256 lagging = int256(anchor) - int256(passed * anchorSpeed);
            return lagging > tick ? int24(lagging) : tick;
        }
    }

    /// @dev Adds pending ETH to the wall: below both the price and the anchor, at the mean of the prices at
    /// which its ETH came in. Each wei counts once and is never moved up. If that place is no better than
    /// the wall's own, and no sale has touched it, the wall only grows. Otherwise it is taken down, the
    /// tokens that it bought are burned, and the next trade places it again, because one trade cannot pay
    /// for both.
    /// @param whole True: take down and place at once.
    function _reposition(address token, int24 tick, bool whole) internal returns (int256 ethTaken) {
        Pool storage p = _pools[token];
        TradeWord t = p.trade;
        WallWord w = p.wall;
        Move memory m;
        uint256 pending = t.wallPending();
        bool active = w.amount() != 0 && !t.isDown();
        bool untouched = active && tick < w.lower();
        int24 anchor = t.anchorTick();
        uint256 newLevel = PoolMath.priceX64(PoolMath.wallTick(tick > anchor ? tick : anchor));

        if (active && !untouched) _removeWall(token, w, m);
        uint256 held = untouched
            ? PoolMath.ethInWall(w.lower(), uint128(w.amount()))
            : active ? m.ethReturned : w.amount();
        _aim(m, w, newLevel, held, pending);
        if (untouched && m.lower <= w.lower() && m.lower > w.lower() - LEAST_RISE) {
            m.lower = w.lower();
            _feed(token, held, pending, w.amount(), m);
        } else {
            if (untouched) _removeWall(token, w, m);
            if (active && !whole) return _holdPending(token, p, t, w, m, pending);
            _placeWall(token, held + pending, m);
        }
        uint256 left = held + pending - m.ethPlaced;
        p.wall = WallWords.make(
            m.lower, PoolMath.belowX32(m.lower, m.level), m.amount, w.lifetime() + pending - left
        );
        p.trade = t.withMove(left, false);
        _emitMove(token, m.lower, m);
        return int256(m.ethPlaced) - int256(m.ethReturned);
    }

    /// @dev The level of the wall's `held` ETH and of `pending` ETH together, and its tick. A price that
    /// fell through the old level has lowered it.
    function _aim(Move memory m, WallWord w, uint256 newLevel, uint256 held, uint256 pending)
        private
        pure
    {
        m.level = newLevel;
        if (held != 0) {
            uint256 old = PoolMath.levelX64(w.lower(), w.below());
            if (old > newLevel) {
                m.level = FullMath.mulDivRoundingUp(old - newLevel, held, held + pending) + newLevel;
            }
        }
        m.lower = PoolMath.wallTickAt(m.level);
    }

    /// @dev ETH that was taken down waits together with pending ETH, at their current level.
    function _holdPending(
        address token,
        Pool storage p,
        TradeWord t,
        WallWord w,
        Move memory m,
        uint256 pending
    ) private returns (int256) {
        p.wall = WallWords.make(
            m.lower,
            PoolMath.belowX32(m.lower, m.level),
            m.ethReturned + pending,
            w.lifetime() + pending
        );
        p.trade = t.withMove(0, true);
        _emitMove(token, w.lower(), m);
        return -int256(m.ethReturned);
    }

    function _removeWall(address token, WallWord w, Move memory m) private {
        (int256 eth, int256 tokens) =
            PoolMath.modifyWall(poolManager, token, w.lower(), -int256(w.amount()));
        m.ethReturned = uint256(eth);
        if (tokens == 0) return;
        uint256 id = uint160(token);
        uint256 kept = poolManager.balanceOf(address(this), id);
        uint256 all = uint256(tokens) + kept;
        // Taking tokens out would break a payment of this token that a router has begun. A seller that pays
        // after the swap may not have sent enough yet. In both cases the tokens are kept as claims until
        // the next time.
        if (
            PoolMath.syncedCurrency(poolManager) == token
                || LaunchToken(token).balanceOf(address(poolManager)) < all
        ) {
            poolManager.mint(address(this), id, uint256(tokens));
            return;
        }
        if (kept != 0) poolManager.burn(address(this), id, kept);
        m.tokensBurned = all;
        poolManager.take(Currency.wrap(token), address(this), m.tokensBurned);
        LaunchToken(token).burn(m.tokensBurned);
    }

    function _placeWall(address token, uint256 available, Move memory m) private {
        m.amount = PoolMath.wallLiquidity(m.lower, available);
        if (m.amount == 0) return;
        (int256 eth,) = PoolMath.modifyWall(poolManager, token, m.lower, m.amount.toInt256());
        m.ethPlaced = uint256(-eth);
    }

    /// @dev Adds to a wall without moving it.
    function _feed(address token, uint256 held, uint256 pending, uint256 liquidity, Move memory m)
        private
    {
        m.amount = PoolMath.wallLiquidity(m.lower, held + pending);
        if (m.amount < liquidity) m.amount = liquidity;
        m.ethReturned = held;
        m.ethPlaced = held;
        if (m.amount == liquidity) return;
        (int256 eth,) =
            PoolMath.modifyWall(poolManager, token, m.lower, int256(m.amount - liquidity));
        m.ethPlaced = held + uint256(-eth);
    }

    function _emitMove(address token, int24 lower, Move memory m) private {
        emit BidWallRepositioned(
            poolId(token),
            m.ethPlaced,
            m.ethReturned,
            m.tokensBurned,
            lower,
            lower + PoolMath.TICK_SPACING
        );
    }
}
