// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ILaunchHook} from "../interfaces/ILaunchHook.sol";
import {Recipient, Shares} from "../libraries/Shares.sol";
import {SwapFee} from "../libraries/SwapFee.sol";
import {ManagerBase} from "./ManagerBase.sol";
import {LibClone} from "solady/src/utils/LibClone.sol";

/// @title SplitManagerBase
/// @notice What both splits share: the creator's part of each token goes ahead, the rest to the
/// recipients by their shares.
/// @dev Terms: owner (20 bytes), creator-first part in basis points (2), recipients (24 each).
abstract contract SplitManagerBase is ManagerBase {
    uint256 internal constant RECIPIENTS_AT = TERMS + 2;

    /// @notice Part of each token's income for its payee, ahead of the recipients, in basis points.
    function creatorFirstBps() public view returns (uint16) {
        return uint16(bytes2(LibClone.argsOnClone(address(this), TERMS, RECIPIENTS_AT)));
    }

    /// @notice Current recipients and their shares; the shares sum to 10,000,000.
    function recipients() external view virtual returns (Recipient[] memory) {
        return Shares.unpack(LibClone.argsOnClone(address(this)), RECIPIENTS_AT);
    }

    /// @dev Share that the manager was made with.
    function _firstShareOf(address account) internal view returns (uint256) {
        return Shares.shareOf(LibClone.argsOnClone(address(this)), RECIPIENTS_AT, account);
    }

    function _divide(uint256 amount) internal view override returns (uint256 payee, uint256 rest) {
        return SwapFee.split(amount, creatorFirstBps());
    }

    function _restFor(address, uint32, uint256 amount) internal pure override returns (uint256) {
        return amount;
    }
}
