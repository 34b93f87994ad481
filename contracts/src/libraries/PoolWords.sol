// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {PoolMath} from "./PoolMath.sol";
import {SafeCastLib} from "solady/src/utils/SafeCastLib.sol";

/// @dev What every trade reads and writes of a token, in one storage slot. From the low end: ETH that
/// the fee stream earned in all its life (88 bits, and round again), ETH that waits for the wall (80),
/// tick of the anchor (24), time of the anchor (34), fee share in basis points (14), starting tick
/// over its spacing (16).
type TradeWord is uint256;

/// @dev The wall of a token, in one storage slot. From the low end: lower tick (24 bits), liquidity
/// (128), ETH ever taken for it (104).
type WallWord is uint256;

using TradeWords for TradeWord global;
using WallWords for WallWord global;

/// @title TradeWords
/// @notice Reads and makes the word that every trade touches. Written out because the compiler
/// would load and store the slot once for each field.
library TradeWords {
    using SafeCastLib for uint256;

    uint256 private constant PENDING_AT = 88;
    uint256 private constant ANCHOR_AT = 168;
    uint256 private constant TIME_AT = 192;
    uint256 private constant SHARE_AT = 226;
    uint256 private constant START_AT = 240;
    uint256 private constant TIME_MASK = (1 << 34) - 1;
    uint256 private constant SHARE_MASK = (1 << 14) - 1;

    function make(int24 start, uint40 time, uint16 shareBps) internal pure returns (TradeWord) {
        uint256 word = uint256(uint16(int16(start / PoolMath.TICK_SPACING))) << START_AT;
        word |= uint256(shareBps) << SHARE_AT;
        word |= (uint256(time) & TIME_MASK) << TIME_AT;
        return TradeWord.wrap(word | uint256(uint24(start)) << ANCHOR_AT);
    }

    /// @notice Another state of the books and the anchor; what was fixed at launch stays.
    /// @param creatorEth Comes on top of what the stream earned. The counter may wrap: what is not
    /// paid out is always less than it can hold, which is more ETH than there is.
    function update(TradeWord t, uint256 creatorEth, uint256 pending, int24 anchor, uint256 time)
        internal
        pure
        returns (TradeWord)
    {
        unchecked {
            uint256 old = TradeWord.unwrap(t);
            uint256 word = (old >> SHARE_AT << SHARE_AT) | uint256(uint88(old + creatorEth));
            word |= uint256(pending.toUint80()) << PENDING_AT;
            word |= uint256(uint24(anchor)) << ANCHOR_AT;
            return TradeWord.wrap(word | (time & TIME_MASK) << TIME_AT);
        }
    }

    function withPending(TradeWord t, uint256 pending) internal pure returns (TradeWord) {
        uint256 rest = TradeWord.unwrap(t) & ~(uint256(type(uint80).max) << PENDING_AT);
        return TradeWord.wrap(rest | uint256(pending.toUint80()) << PENDING_AT);
    }

    function isEmpty(TradeWord t) internal pure returns (bool) {
        return TradeWord.unwrap(t) == 0;
    }

    /// @notice What the stream earned in all its life, modulo 2^88.
    function creatorEarned(TradeWord t) internal pure returns (uint88) {
        return uint88(TradeWord.unwrap(t));
    }

    function wallPending(TradeWord t) internal pure returns (uint256) {
        return uint80(TradeWord.unwrap(t) >> PENDING_AT);
    }

    function anchorTick(TradeWord t) internal pure returns (int24) {
        return int24(uint24(TradeWord.unwrap(t) >> ANCHOR_AT));
    }

    function anchorTime(TradeWord t) internal pure returns (uint256) {
        return (TradeWord.unwrap(t) >> TIME_AT) & TIME_MASK;
    }

    function feeShareBps(TradeWord t) internal pure returns (uint256) {
        return (TradeWord.unwrap(t) >> SHARE_AT) & SHARE_MASK;
    }

    function startTick(TradeWord t) internal pure returns (int24) {
        return int24(int16(uint16(TradeWord.unwrap(t) >> START_AT))) * PoolMath.TICK_SPACING;
    }
}

/// @title WallWords
/// @notice Reads and makes the word that holds a wall.
library WallWords {
    using SafeCastLib for uint256;

    function make(int24 tick, uint256 amount, uint256 taken) internal pure returns (WallWord) {
        uint256 word = uint256(uint24(tick)) | uint256(amount.toUint128()) << 24;
        return WallWord.wrap(word | uint256(taken.toUint104()) << 152);
    }

    function isEmpty(WallWord w) internal pure returns (bool) {
        return WallWord.unwrap(w) == 0;
    }

    function lower(WallWord w) internal pure returns (int24) {
        return int24(uint24(WallWord.unwrap(w)));
    }

    function liquidity(WallWord w) internal pure returns (uint128) {
        return uint128(WallWord.unwrap(w) >> 24);
    }

    function lifetime(WallWord w) internal pure returns (uint256) {
        return WallWord.unwrap(w) >> 152;
    }
}
