// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ILaunchHook} from "../interfaces/ILaunchHook.sol";
import {ManagerBase, SplitManagerBase} from "./SplitManagerBase.sol";

/// @title AddressFeeSplitManager
/// @notice Splits fees among 1..100 recipients whose shares nobody else can change. A recipient can
/// transfer its own share. The owner can only transfer its role.
contract AddressFeeSplitManager is SplitManagerBase {
    constructor(ILaunchHook hook_) ManagerBase(hook_) {}

    function kind() external pure returns (uint8) {
        return 2;
    }
}
