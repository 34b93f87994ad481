// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ILaunchHook} from "../interfaces/ILaunchHook.sol";
import {Shares} from "../libraries/Shares.sol";
import {ManagerBase, SplitManagerBase} from "./SplitManagerBase.sol";

/// @title AddressFeeSplitManager
/// @notice Splits fees among 1..100 recipients whose shares never change. The owner can only adopt
/// fee streams that were sent here and hand its role on.
contract AddressFeeSplitManager is SplitManagerBase {
    /// @notice Wei ever booked for the recipients together.
    uint256 public splitTotal;

    /// @notice Wei of the split that an account has taken.
    mapping(address account => uint256) public splitTaken;

    constructor(ILaunchHook hook_) ManagerBase(hook_) {}

    function kind() external pure returns (uint8) {
        return 2;
    }

    /// @notice Share of `account` in micro-percent (10,000,000 = 100 %).
    function shareOf(address account) external view returns (uint256) {
        return _firstShareOf(account);
    }

    function _creditRest(uint32, uint256 amount) internal override {
        splitTotal += amount;
    }

    function _takeRest(address account) internal override returns (uint256 amount) {
        amount = _restDue(account, 0);
        if (amount != 0) splitTaken[account] += amount;
    }

    /// @dev Rounded down on the lifetime sum, so that no more than a wei a recipient stays behind.
    function _restDue(address account, uint256 more) internal view override returns (uint256) {
        uint256 lifetime = (splitTotal + more) * _firstShareOf(account) / Shares.TOTAL;
        return lifetime - splitTaken[account];
    }
}
