// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPriceFeed} from "../interfaces/IPriceFeed.sol";
import {PoolMath} from "../libraries/PoolMath.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {FixedPointMathLib} from "solady/src/utils/FixedPointMathLib.sol";

/// @title MarketCapPrice
/// @notice Turns a market cap in USDC into the starting price of a pool, through an ETH/USD feed.
/// USDC counts as one dollar. Read at launches only: a bad feed cannot touch a live pool.
contract MarketCapPrice {
    /// @param feed ETH/USD feed.
    /// @param heartbeat Seconds after which an answer of the feed is stale.
    /// @param minUsd Lowest plausible price of one ETH in whole dollars.
    /// @param maxUsd Highest.
    /// @param sequencerFeed L2 sequencer uptime feed; zero where the chain has none.
    /// @param sequencerGrace Seconds that the sequencer must have been up.
    /// @param minMarketCapUsdc Lowest market cap (6 decimals).
    /// @param maxMarketCapUsdc Highest.
    struct Settings {
        IPriceFeed feed;
        uint32 heartbeat;
        uint64 minUsd;
        uint64 maxUsd;
        IPriceFeed sequencerFeed;
        uint32 sequencerGrace;
        uint128 minMarketCapUsdc;
        uint128 maxMarketCapUsdc;
    }

    IPriceFeed public immutable feed;
    IPriceFeed public immutable sequencerFeed;
    uint256 public immutable heartbeat;
    uint256 public immutable sequencerGrace;
    uint256 public immutable minMarketCapUsdc;
    uint256 public immutable maxMarketCapUsdc;
    /// @notice Bounds of a plausible answer, in the feed's own decimals.
    uint256 public immutable minAnswer;
    uint256 public immutable maxAnswer;

    uint256 private immutable _feedUnit;

    /// @notice The settings contradict each other.
    error InvalidSettings();
    /// @notice The market cap is out of its bounds.
    error MarketCapOutOfBounds(uint256 marketCapUsdc);
    /// @notice The answer is zero, negative or out of its bounds.
    error InvalidAnswer(int256 answer);
    /// @notice The answer is older than the heartbeat, or from the future.
    error StaleAnswer(uint256 updatedAt);
    /// @notice The L2 sequencer is down.
    error SequencerDown();
    /// @notice The L2 sequencer came back too recently.
    error SequencerGracePeriod();

    constructor(Settings memory s) {
        uint8 decimals = s.feed.decimals();
        bool sane = s.heartbeat != 0 && s.minUsd != 0 && s.minUsd <= s.maxUsd && decimals <= 18
            && s.minMarketCapUsdc >= 100e6 && s.minMarketCapUsdc <= s.maxMarketCapUsdc
            && s.maxMarketCapUsdc <= 1e9 * 1e6 && s.maxUsd <= 1e9;
        if (!sane) revert InvalidSettings();
        feed = s.feed;
        sequencerFeed = s.sequencerFeed;
        heartbeat = s.heartbeat;
        sequencerGrace = s.sequencerGrace;
        minMarketCapUsdc = s.minMarketCapUsdc;
        maxMarketCapUsdc = s.maxMarketCapUsdc;
        _feedUnit = 10 ** decimals;
        minAnswer = s.minUsd * _feedUnit;
        maxAnswer = s.maxUsd * _feedUnit;
    }

    /// @notice Starting price of a pool for `supply` smallest units worth `marketCapUsdc`.
    /// @return tick Multiple of 60 closest to the market cap, off by 0.3 % at most.
    /// @return sqrtPriceX96 The price exactly at that tick.
    function startPrice(uint256 marketCapUsdc, uint256 supply)
        external
        view
        returns (int24 tick, uint160 sqrtPriceX96)
    {
        uint256 marketCapWei = toWei(marketCapUsdc);
        // tokens per ETH, as a square root with 96 fraction bits
        uint256 exact =
            FixedPointMathLib.sqrt(FixedPointMathLib.fullMulDiv(supply, 1 << 192, marketCapWei));
        tick = PoolMath.nearestUsableTick(TickMath.getTickAtSqrtPrice(uint160(exact)));
        sqrtPriceX96 = TickMath.getSqrtPriceAtTick(tick);
    }

    /// @notice A market cap (USDC, 6 decimals) in wei at the current price of ETH.
    function toWei(uint256 marketCapUsdc) public view returns (uint256) {
        if (marketCapUsdc < minMarketCapUsdc || marketCapUsdc > maxMarketCapUsdc) {
            revert MarketCapOutOfBounds(marketCapUsdc);
        }
        return marketCapUsdc * 1e12 * _feedUnit / ethUsd();
    }

    /// @notice Dollars per ETH in the feed's decimals; reverts unless the answer can be trusted.
    function ethUsd() public view returns (uint256) {
        _checkSequencer();
        (, int256 answer,, uint256 updatedAt,) = feed.latestRoundData();
        if (answer <= 0 || uint256(answer) < minAnswer || uint256(answer) > maxAnswer) {
            revert InvalidAnswer(answer);
        }
        if (updatedAt > block.timestamp || block.timestamp - updatedAt > heartbeat) {
            revert StaleAnswer(updatedAt);
        }
        return uint256(answer);
    }

    /// @dev Chainlink's uptime feed: answer 0 = up; startedAt = since when, 0 = not known yet.
    function _checkSequencer() private view {
        if (address(sequencerFeed) == address(0)) return;
        (, int256 answer, uint256 startedAt,,) = sequencerFeed.latestRoundData();
        if (answer != 0) revert SequencerDown();
        if (startedAt == 0 || block.timestamp < startedAt + sequencerGrace) {
            revert SequencerGracePeriod();
        }
    }
}
