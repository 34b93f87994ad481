// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title IPriceFeed
/// @notice The part of Chainlink's AggregatorV3Interface that the contracts read; our own feeds have it
/// too.
interface IPriceFeed {
    function decimals() external view returns (uint8);

    function description() external view returns (string memory);

    function latestRoundData()
        external
        view
        returns (
            uint80 roundId,
            int256 answer,
            uint256 startedAt,
            uint256 updatedAt,
            uint80 answeredInRound
        );
}
