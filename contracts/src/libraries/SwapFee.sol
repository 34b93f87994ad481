// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title SwapFee
/// @notice The fee is a part of the gross ETH leg of a swap: the total that a buyer pays, or what a
/// seller's tokens are worth before the fee.
library SwapFee {
    uint256 internal constant BPS = 10_000;

    /// @notice Fee out of a gross amount, rounded down.
    function ofGross(uint256 grossEth, uint256 feeBps) internal pure returns (uint256) {
        return grossEth * feeBps / BPS;
    }

    /// @notice Fee on top of a net amount so that it is `feeBps` of the sum, rounded up.
    function onNet(uint256 netEth, uint256 feeBps) internal pure returns (uint256) {
        uint256 rest = BPS - feeBps;
        return (netEth * feeBps + rest - 1) / rest;
    }

    /// @notice Splits an amount: one part rounded down, the other by subtraction, so that they
    /// always sum to it.
    function split(uint256 amount, uint256 partBps)
        internal
        pure
        returns (uint256 part, uint256 rest)
    {
        part = amount * partBps / BPS;
        rest = amount - part;
    }

    /// @notice Fee of a purchase while a pool is protected: falls in a straight line from `startBps` to
    /// `feeBps` within `duration`, rounded up.
    /// @param remaining Seconds until the end; more than `duration` before the opening.
    function ofBuy(uint256 feeBps, uint256 startBps, uint256 duration, uint256 remaining)
        internal
        pure
        returns (uint256)
    {
        if (remaining >= duration) return startBps;
        return feeBps + ((startBps - feeBps) * remaining + duration - 1) / duration;
    }
}
