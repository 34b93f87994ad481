// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPriceFeed} from "../interfaces/IPriceFeed.sol";

/// @title FixedEthUsdFeed
/// @notice An ETH/USD feed that never changes and is never stale. For the sandbox and for tests.
contract FixedEthUsdFeed is IPriceFeed {
    uint8 public constant decimals = 8;
    string public constant description = "ETH / USD";

    /// @notice Dollars per ETH, 8 decimals.
    int256 public immutable answer;

    constructor(int256 answer_) {
        answer = answer_;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, answer, block.timestamp, block.timestamp, 1);
    }
}
