// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {PoolMath} from "./PoolMath.sol";
import {SafeCastLib} from "solady/src/utils/SafeCastLib.sol";

/// @dev The part of a token's state that every trade reads and writes, in one storage slot. From the low
/// end: lifetime ETH of the fee stream (88 bits, then from zero again), ETH that waits for the wall (73),
/// a referrer's percent of the fee (5), whether purchases may still cost more (1), whether the wall was
/// taken down (1), tick of the anchor (24), time of the anchor (34), fee share in basis points (14),
/// starting tick over its spacing (16).
type TradeWord is uint256;

/// @dev The wall of a token, in one storage slot. From the low end: lower tick over its spacing (16
/// bits), how far the wall's level lies below the price of that tick (32: parts of 2^32), liquidity
/// or, when it was taken down, ETH (120), ETH ever taken for it (88).
type WallWord is uint256;

using TradeWords for TradeWord global;
using WallWords for WallWord global;

/// @title TradeWords
/// @notice Reads and creates the word that every trade touches. Written out because the compiler
/// would load and store the slot once for each field.
library TradeWords {
    uint256 private constant PENDING_AT = 88;
    uint256 private constant PENDING_MASK = (1 << 73) - 1;
    uint256 private constant REFERRAL_AT = 161;
    uint256 private constant REFERRAL_MASK = (1 << 5) - 1;
    uint256 private constant PROTECTED = 1 << 166;
    uint256 private constant DOWN = 1 << 167;
    /// @dev Earnings, pending ETH, tick and time of the anchor.
    uint256 private constant LEDGER_MASK =
        ((1 << 226) - 1) ^ (REFERRAL_MASK << REFERRAL_AT | PROTECTED | DOWN);
    uint256 private constant ANCHOR_AT = 168;
    uint256 private constant TIME_AT = 192;
    uint256 private constant SHARE_AT = 226;
    uint256 private constant START_AT = 240;
    uint256 private constant TIME_MASK = (1 << 34) - 1;
    uint256 private constant SHARE_MASK = (1 << 14) - 1;

    function make(
        int24 start,
        uint40 time,
        uint16 shareBps,
        bool isProtected_,
        uint8 referralPercent_
    ) internal pure returns (TradeWord) {
        uint256 word =
            uint256(uint16(int16(start / PoolMath.TICK_SPACING))) << START_AT;
        word |= uint256(shareBps) << SHARE_AT;
        word |= (uint256(time) & TIME_MASK) << TIME_AT;
        word |= (uint256(referralPercent_) & REFERRAL_MASK) << REFERRAL_AT;
        if (isProtected_) word |= PROTECTED;
        return TradeWord.wrap(word | uint256(uint24(start)) << ANCHOR_AT);
    }

    /// @notice The word with new earnings, pending ETH and anchor; the terms of the launch stay.
    /// @param creatorEth Added to the stream's earnings. The counter may wrap: the unpaid part is always
    /// less than it can hold, which is more ETH than there is.
    function update(TradeWord t, uint256 creatorEth, uint256 pending, int24 anchor, uint256 time)
        internal
        pure
        returns (TradeWord)
    {
        unchecked {
            uint256 old = TradeWord.unwrap(t);
            uint256 word = old & ~LEDGER_MASK;
            word |= uint256(uint88(old + creatorEth));
            word |= _checked(pending) << PENDING_AT;
            word |= uint256(uint24(anchor)) << ANCHOR_AT;
            return TradeWord.wrap(word | (time & TIME_MASK) << TIME_AT);
        }
    }

    /// @notice The state after a move of the wall.
    function withMove(TradeWord t, uint256 pending, bool down) internal pure returns (TradeWord) {
        uint256 rest = TradeWord.unwrap(t) & ~(PENDING_MASK << PENDING_AT | DOWN);
        uint256 word = rest | _checked(pending) << PENDING_AT;
        return TradeWord.wrap(down ? word | DOWN : word);
    }

    function isEmpty(TradeWord t) internal pure returns (bool) {
        return TradeWord.unwrap(t) == 0;
    }

    /// @notice Lifetime earnings of the stream, modulo 2^88.
    function creatorEarned(TradeWord t) internal pure returns (uint88) {
        return uint88(TradeWord.unwrap(t));
    }

    function wallPending(TradeWord t) internal pure returns (uint256) {
        return (TradeWord.unwrap(t) >> PENDING_AT) & PENDING_MASK;
    }

    /// @notice Whether the wall's ETH is out of the pool, waiting for the next trade to put it back.
    function isDown(TradeWord t) internal pure returns (bool) {
        return TradeWord.unwrap(t) & DOWN != 0;
    }

    /// @notice Whether purchases may still cost more than the trading fee: the pool was launched with
    /// protection, and no trade has taken place since it ended.
    function isProtected(TradeWord t) internal pure returns (bool) {
        return TradeWord.unwrap(t) & PROTECTED != 0;
    }

    function withoutProtection(TradeWord t) internal pure returns (TradeWord) {
        return TradeWord.wrap(TradeWord.unwrap(t) & ~PROTECTED);
    }

    /// @notice Percent of the trading fee that a referrer gets out of the creator share.
    function referralPercent(TradeWord t) internal pure returns (uint256) {
        return (TradeWord.unwrap(t) >> REFERRAL_AT) & REFERRAL_MASK;
    }

    function anchorTick(TradeWord t) internal pure returns (int24) {
        return int24(uint24(TradeWord.unwrap(t) >> ANCHOR_AT));
    }

    /// @notice Time of the last trade or `poke`; before the first trade, when trading opens.
    function anchorTime(TradeWord t) internal pure returns (uint256) {
        return (TradeWord.unwrap(t) >> TIME_AT) & TIME_MASK;
    }

    function feeShareBps(TradeWord t) internal pure returns (uint256) {
        return (TradeWord.unwrap(t) >> SHARE_AT) & SHARE_MASK;
    }

    function startTick(TradeWord t) internal pure returns (int24) {
        return int24(int16(uint16(TradeWord.unwrap(t) >> START_AT))) * PoolMath.TICK_SPACING;
    }

    function _checked(uint256 pending) private pure returns (uint256) {
        if (pending > PENDING_MASK) revert SafeCastLib.Overflow();
        return pending;
    }
}

/// @title WallWords
/// @notice Reads and creates the word that holds a wall.
library WallWords {
    using SafeCastLib for uint256;

    uint256 private constant BELOW_AT = 16;
    uint256 private constant AMOUNT_AT = 48;
    uint256 private constant LIFETIME_AT = 168;

    /// @param lower_ Lower tick of the wall.
    /// @param below_ See `PoolMath.belowX32`.
    /// @param amount_ Liquidity; ETH when the wall was taken down.
    function make(int24 lower_, uint256 below_, uint256 amount_, uint256 lifetime_)
        internal
        pure
        returns (WallWord)
    {
        uint256 word = uint256(uint16(int16(lower_ / PoolMath.TICK_SPACING)));
        word |= uint256(below_.toUint32()) << BELOW_AT;
        word |= uint256(amount_.toUint120()) << AMOUNT_AT;
        return WallWord.wrap(word | uint256(lifetime_.toUint88()) << LIFETIME_AT);
    }

    function isEmpty(WallWord w) internal pure returns (bool) {
        return WallWord.unwrap(w) == 0;
    }

    function lower(WallWord w) internal pure returns (int24) {
        return int24(int16(uint16(WallWord.unwrap(w)))) * PoolMath.TICK_SPACING;
    }

    function below(WallWord w) internal pure returns (uint256) {
        return uint32(WallWord.unwrap(w) >> BELOW_AT);
    }

    function amount(WallWord w) internal pure returns (uint256) {
        return uint120(WallWord.unwrap(w) >> AMOUNT_AT);
    }

    function lifetime(WallWord w) internal pure returns (uint256) {
        return WallWord.unwrap(w) >> LIFETIME_AT;
    }
}
