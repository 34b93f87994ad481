// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ILaunchHook} from "../interfaces/ILaunchHook.sol";
import {Recipient, Shares} from "../libraries/Shares.sol";
import {SwapFee} from "../libraries/SwapFee.sol";
import {ManagerBase} from "./ManagerBase.sol";
import {LibClone} from "solady/src/utils/LibClone.sol";
import {SSTORE2} from "solady/src/utils/SSTORE2.sol";

/// @title SplitManagerBase
/// @notice Common part of both splits: the creator's part of each token comes first, the rest goes to the
/// recipients by their shares.
/// @dev Terms: owner (20 bytes), creator-first part in basis points (2), recipients (24 each).
/// An account is settled when it is paid or its share changes. The moderator of a dynamic split
/// replaces all shares at once: each list that it sets is a generation. An account that was dropped
/// needs no settling, because the total at which its generation ended is stored.
/// Recipients can send their payouts back without limit, so a full counter must not stop payments:
/// `accumulated` wraps at 2^88 wei. The difference of two totals is never more than what was credited in
/// between, so nothing is paid twice, and it is exact below 309 million ETH, more than there is. Cycling that
/// much past an unsettled account costs its share of it (31 ETH for the smallest share), which stays in the
/// manager. Of its own income the account loses far less: its share of what it had not been settled for.
abstract contract SplitManagerBase is ManagerBase {
    /// @param isWritten False: the share is that of the terms.
    /// @param share Share in `generation`; 24 bits hold 10,000,000.
    /// @param mark `accumulated` up to which the account has been settled.
    /// @param owedScaled Wei times 10,000,000 that it is owed from before.
    struct Account {
        bool isWritten;
        uint24 share;
        uint24 generation;
        uint88 mark;
        uint112 owedScaled;
    }

    uint256 internal constant RECIPIENTS_AT = OWNER_BYTES + 2;

    /// @notice Lifetime wei credited to all recipients together, modulo 2^88.
    uint88 public accumulated;
    /// @notice Number of times that the moderator set the shares; the nonce of the next signed change.
    uint24 public generation;
    /// @notice Number of lists so far; recipients who transfer their shares create new ones as well, so it has
    /// more bits than anyone can use up.
    uint48 public version;
    address private _list;

    mapping(uint256 generation => uint88) private _endOf;
    mapping(address account => Account) private _accounts;

    /// @notice The shares were changed; these are all of them.
    event SharesChanged(uint256 indexed version, Recipient[] recipients);

    /// @notice The account has no share to transfer.
    error NoShare(address account);

    /// @notice Part of each token's income for its payee, ahead of the recipients, in basis points.
    function creatorFirstBps() public view returns (uint16) {
        return uint16(bytes2(LibClone.argsOnClone(address(this), OWNER_BYTES, RECIPIENTS_AT)));
    }

    /// @notice Current recipients and their shares; the shares sum to 10,000,000.
    function recipients() public view returns (Recipient[] memory) {
        if (_list != address(0)) return Shares.unpack(SSTORE2.read(_list), 0);
        return Shares.unpack(LibClone.argsOnClone(address(this)), RECIPIENTS_AT);
    }

    /// @notice Current share of `account` in micro-percent (10,000,000 = 100 %).
    function shareOf(address account) external view returns (uint256) {
        return _settled(account, accumulated).share;
    }

    function _divide(uint256 amount) internal view override returns (uint256 payee, uint256 rest) {
        return SwapFee.split(amount, creatorFirstBps());
    }

    function _restFor(address, uint32, uint256 amount) internal pure override returns (uint256) {
        return amount;
    }

    function _creditRest(uint32, uint256 amount) internal override {
        unchecked {
            accumulated += uint88(amount);
        }
    }

    function _takeRest(address account) internal override returns (uint256 amount) {
        Account memory a = _settled(account, accumulated);
        amount = a.owedScaled / Shares.TOTAL;
        if (amount == 0) return 0;
        a.owedScaled -= uint112(amount * Shares.TOTAL);
        _accounts[account] = a;
    }

    function _restDue(address account, uint256 more) internal view override returns (uint256) {
        return _settled(account, uint88(accumulated + more)).owedScaled / Shares.TOTAL;
    }

    function _shareStampOf(address from) internal view override returns (uint48) {
        return uint48(generation) << 24 | _settled(from, accumulated).share;
    }

    /// @dev The list stays in its order; a recipient who takes a second share has one entry.
    function _moveShare(address from, address to) internal override {
        uint88 total = accumulated;
        Account memory a = _settled(from, total);
        if (a.share == 0 || from == to) revert NoShare(from);
        Account memory b = _settled(to, total);
        b.share += a.share;
        a.share = 0;
        _accounts[from] = a;
        _accounts[to] = b;
        _setList(Shares.moved(recipients(), from, to));
    }

    /// @dev Ends the generation and begins one with these shares.
    function _replaceShares(Recipient[] calldata recipients_) internal {
        uint88 total = accumulated;
        _endOf[generation] = total;
        ++generation;
        for (uint256 i; i < recipients_.length; ++i) {
            address account = recipients_[i].account;
            Account memory a = _settled(account, total);
            a.share = uint24(recipients_[i].share);
            _accounts[account] = a;
        }
        _setList(recipients_);
    }

    function _setList(Recipient[] memory list) private {
        _list = SSTORE2.write(Shares.pack(list));
        emit SharesChanged(++version, list);
    }

    /// @dev The account after it is settled up to `total`, in the current generation.
    function _settled(address account, uint88 total) private view returns (Account memory a) {
        a = _accounts[account];
        uint24 current = generation;
        if (!a.isWritten) {
            a.isWritten = true;
            a.share =
                uint24(Shares.shareOf(LibClone.argsOnClone(address(this)), RECIPIENTS_AT, account));
        }
        uint256 until = a.generation == current ? total : _endOf[a.generation];
        uint256 credited;
        unchecked {
            credited = uint88(until - a.mark);
        }
        a.owedScaled += uint112(credited * a.share);
        if (a.generation != current) {
            a.generation = current;
            a.share = 0;
        }
        a.mark = total;
    }
}
