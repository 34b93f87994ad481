// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ILaunchHook} from "../interfaces/ILaunchHook.sol";
import {SwapFee} from "../libraries/SwapFee.sol";
import {ManagerBase} from "./ManagerBase.sol";
import {LibClone} from "solady/src/utils/LibClone.sol";

/// @title RevenueManager
/// @notice Holds the fee streams of many tokens, each with a creator of its own. The protocol fee is cut
/// out of the creator share and cannot be changed. The owner may change its recipient, and the recipient
/// may transfer it; earlier earnings stay with the former recipient. Only the payee of a token can transfer
/// the payee's position.
/// @dev Terms: owner (20 bytes), protocol recipient (20), protocol fee in basis points (2).
contract RevenueManager is ManagerBase {
    uint256 private constant FEE_AT = OWNER_BYTES + 20;

    /// @dev A token's income counts for the recipient of the epoch that the token is in; it enters the
    /// current epoch when it is synced. So a change need not iterate over all tokens.
    uint32 private _epoch;
    mapping(uint32 epoch => address) private _recipients;

    /// @notice Protocol fees go to `recipient` from now on.
    event ProtocolRecipientChanged(address indexed recipient, uint32 epoch);

    constructor(ILaunchHook hook_) ManagerBase(hook_) {}

    function kind() external pure returns (uint8) {
        return 1;
    }

    /// @notice Part of each token's creator share for the protocol, in basis points.
    function protocolFeeBps() public view returns (uint16) {
        return uint16(bytes2(LibClone.argsOnClone(address(this), FEE_AT, FEE_AT + 2)));
    }

    /// @notice Recipient of the protocol fee of tokens that are in the current epoch.
    function protocolRecipient() public view returns (address) {
        return protocolRecipientAt(_epoch);
    }

    /// @notice Recipient of the protocol fee of tokens that are in `epoch`.
    function protocolRecipientAt(uint32 epoch) public view returns (address) {
        if (epoch != 0) return _recipients[epoch];
        return address(bytes20(LibClone.argsOnClone(address(this), OWNER_BYTES, FEE_AT)));
    }

    /// @notice Changes the recipient of protocol fees. Owner only. Earnings of each token up to now stay
    /// with the former recipient. A token counts for the new one once it has been synced: this call syncs
    /// `tokens`, and anyone can sync the others.
    function setProtocolRecipient(address recipient, address[] calldata tokens)
        external
        onlyOwner
        nonReentrant
    {
        if (recipient == address(0)) revert InvalidAddress();
        _setRecipient(recipient);
        for (uint256 i; i < tokens.length; ++i) {
            _sync(tokens[i]);
        }
    }

    /// @dev Tokens follow with their next sync, as in `setProtocolRecipient`.
    function _moveShare(address from, address to) internal override {
        if (from != protocolRecipient()) revert NotAllowed();
        _setRecipient(to);
    }

    function _setRecipient(address recipient) private {
        uint32 epoch = ++_epoch;
        _recipients[epoch] = recipient;
        emit ProtocolRecipientChanged(recipient, epoch);
    }

    function _divide(uint256 amount) internal view override returns (uint256 payee, uint256 rest) {
        (rest, payee) = SwapFee.split(amount, protocolFeeBps());
    }

    function _creditRest(uint32 epoch, uint256 amount) internal override {
        owed[protocolRecipientAt(epoch)] += amount;
    }

    /// @dev The protocol's part is a plain credit.
    function _takeRest(address) internal pure override returns (uint256) {
        return 0;
    }

    function _restFor(address account, uint32 epoch, uint256 amount)
        internal
        view
        override
        returns (uint256)
    {
        return protocolRecipientAt(epoch) == account ? amount : 0;
    }

    function _restDue(address, uint256 more) internal pure override returns (uint256) {
        return more;
    }

    function _shareStampOf(address) internal view override returns (uint48) {
        return _epoch;
    }

    function _currentEpoch() internal view override returns (uint32) {
        return _epoch;
    }
}
