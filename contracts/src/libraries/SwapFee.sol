// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ILaunchHook} from "../interfaces/ILaunchHook.sol";
import {BalanceDelta} from "@uniswap/v4-core/src/types/BalanceDelta.sol";
import {SwapParams} from "@uniswap/v4-core/src/types/PoolOperation.sol";
import {SafeCastLib} from "solady/src/utils/SafeCastLib.sol";

/// @title SwapFee
/// @notice The fee is a part of the gross ETH leg of a swap: the total that a buyer pays, or what a
/// seller's tokens are worth before the fee.
library SwapFee {
    using SafeCastLib for uint256;

    uint256 internal constant BPS = 10_000;
    /// @notice Largest percent of the trading fee that a trade's referrer may get.
    uint256 internal constant MAX_REFERRAL_PERCENT = 20;

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

    /// @notice Whether a swap names its ETH amount.
    function isEthSpecified(SwapParams calldata params) internal pure returns (bool) {
        return (params.amountSpecified < 0) == params.zeroForOne;
    }

    /// @notice Fee of a swap that names its ETH amount: part of the total that a buyer pays, or on top of
    /// what a seller gets.
    function ofSpecified(SwapParams calldata params, uint256 bps) internal pure returns (uint256) {
        int256 amount = params.amountSpecified;
        return params.zeroForOne ? ofGross(uint256(-amount), bps) : onNet(uint256(amount), bps);
    }

    /// @notice The fee of a finished swap, and the part that the hook still takes of the unspecified
    /// currency. The specified amount must have been filled to the last wei.
    function settle(SwapParams calldata params, BalanceDelta delta, uint256 bps)
        internal
        pure
        returns (uint256 fee, int128 hookDelta)
    {
        if (isEthSpecified(params)) {
            fee = ofSpecified(params, bps);
            if (delta.amount0() != params.amountSpecified + fee.toInt256()) {
                revert ILaunchHook.PartialFill();
            }
        } else {
            if (delta.amount1() != params.amountSpecified) revert ILaunchHook.PartialFill();
            int128 eth = delta.amount0();
            fee = params.zeroForOne ? onNet(uint128(-eth), bps) : ofGross(uint128(eth), bps);
            hookDelta = fee.toInt128();
        }
    }
}
