// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {FeeStream} from "../FeeStream.sol";
import {ILaunchHook} from "../interfaces/ILaunchHook.sol";
import {AttachConsent, IManager} from "../interfaces/IManager.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {LibClone} from "solady/src/utils/LibClone.sol";
import {SafeTransferLib} from "solady/src/utils/SafeTransferLib.sol";

/// @title ManagerBase
/// @notice Common part of all managers. Each manager is a minimal proxy that has its fixed terms in its own
/// code behind the proxy: the owner first, then those of the kind.
/// @dev Attribution follows the hook's lifetime counter of what it paid, not the balance, so it does
/// not matter who triggered a payout. A fee stream never leaves a manager.
abstract contract ManagerBase is IManager, ReentrancyGuardTransient {
    /// @param payee Account of the creator part; zero = not managed.
    /// @param epoch For RevenueManager.
    /// @param isDropped All income goes to the payee. For DynamicAddressFeeSplitManager.
    /// @param seen Lifetime payout of the hook that has been attributed.
    struct TokenRecord {
        address payee;
        uint32 epoch;
        bool isDropped;
        uint128 seen;
    }

    /// @param to Account that may accept the share.
    /// @param stamp `_shareStampOf` at the time of the offer; a later stamp voids it.
    struct ShareOffer {
        address to;
        uint48 stamp;
    }

    /// @dev Length of the owner's address at the start of the terms.
    uint256 internal constant OWNER_BYTES = 20;

    ILaunchHook public immutable hook;
    FeeStream public immutable feeStream;
    address private immutable _launchpad;
    address private immutable _poolManager;

    /// @notice Account that the role was offered to.
    address public pendingOwner;
    address private _owner;

    mapping(address token => TokenRecord) internal _tokens;

    /// @notice Wei of fixed credits (creator parts, protocol fees) that wait for an account.
    mapping(address account => uint256) public owed;

    /// @notice Account that the payee's position of a token was offered to.
    mapping(address token => address) public offeredPayee;
    mapping(address from => ShareOffer) private _shareOffers;

    constructor(ILaunchHook hook_) {
        hook = hook_;
        feeStream = hook_.feeStream();
        _launchpad = hook_.launchpad();
        _poolManager = address(hook_.poolManager());
    }

    /// @notice ETH that is not a payout of the hook is income of the manager as a whole.
    receive() external payable {
        if (msg.sender == _poolManager || msg.value == 0) return;
        emit Received(address(0), address(0), msg.value, 0);
        _creditRest(_currentEpoch(), msg.value);
    }

    modifier onlyOwner() {
        if (msg.sender != owner()) revert NotAllowed();
        _;
    }

    // ---------------------------------------------------------------- roles

    /// @inheritdoc IManager
    function owner() public view returns (address) {
        address changed = _owner;
        if (changed != address(0)) return changed;
        return address(bytes20(LibClone.argsOnClone(address(this), 0, OWNER_BYTES)));
    }

    /// @notice Offers the role to `to`, which takes it with `acceptOwnership`. Owner only.
    function transferOwnership(address to) external onlyOwner {
        pendingOwner = to;
        emit OwnershipOffered(msg.sender, to);
    }

    /// @notice Takes over the role that was offered.
    function acceptOwnership() external {
        if (msg.sender != pendingOwner) revert NotAllowed();
        emit OwnershipTransferred(owner(), msg.sender);
        delete pendingOwner;
        _owner = msg.sender;
    }

    // ---------------------------------------------------------------- tokens

    /// @inheritdoc IManager
    function payeeOf(address token) public view returns (address) {
        return _tokens[token].payee;
    }

    /// @inheritdoc IManager
    function attach(address token, address payee) external {
        if (msg.sender != _launchpad) revert NotAllowed();
        _manage(token, payee);
    }

    /// @inheritdoc IManager
    function attachExisting(address token, address payee, AttachConsent calldata consent) external {
        if (msg.sender != _launchpad) revert NotAllowed();
        _useConsent(consent);
        _manage(token, payee);
    }

    /// @inheritdoc IManager
    function adopt(address token) external {
        _checkSender(msg.sender);
        _manage(token, feeStream.senderOf(token));
    }

    /// @notice Receives a fee stream; its sender becomes the token's payee.
    function onERC721Received(address, address from, uint256 id, bytes calldata)
        external
        returns (bytes4)
    {
        if (msg.sender != address(feeStream)) revert NotAllowed();
        _checkSender(from);
        _manage(address(uint160(id)), from);
        return this.onERC721Received.selector;
    }

    // ---------------------------------------------------------------- positions

    /// @inheritdoc IManager
    function offerPayee(address token, address to) external {
        if (msg.sender != _tokens[token].payee) revert NotAllowed();
        offeredPayee[token] = to;
        emit PayeeOffered(token, msg.sender, to);
    }

    /// @inheritdoc IManager
    function acceptPayee(address token) external nonReentrant {
        if (msg.sender != offeredPayee[token]) revert NotAllowed();
        delete offeredPayee[token];
        _sync(token);
        _tokens[token].payee = msg.sender;
        emit PayeeChanged(token, msg.sender);
    }

    /// @inheritdoc IManager
    function offerShare(address to) external {
        _shareOffers[msg.sender] = ShareOffer({to: to, stamp: _shareStampOf(msg.sender)});
        emit ShareOffered(msg.sender, to);
    }

    /// @notice Account that the current share of `from` was offered to.
    function offeredShare(address from) public view returns (address) {
        ShareOffer memory offer = _shareOffers[from];
        return offer.stamp == _shareStampOf(from) ? offer.to : address(0);
    }

    /// @inheritdoc IManager
    function acceptShare(address from) external nonReentrant {
        if (msg.sender != offeredShare(from)) revert NotAllowed();
        delete _shareOffers[from];
        _moveShare(from, msg.sender);
    }

    // ---------------------------------------------------------------- payments

    /// @inheritdoc IManager
    function sync(address token) external nonReentrant returns (uint256 amount) {
        return _sync(token);
    }

    /// @inheritdoc IManager
    function release(address account) external nonReentrant returns (uint256 amount) {
        return _pay(account, account);
    }

    /// @inheritdoc IManager
    function syncAndRelease(address account, address[] calldata tokens)
        external
        nonReentrant
        returns (uint256 amount)
    {
        for (uint256 i; i < tokens.length; ++i) {
            _sync(tokens[i]);
        }
        return _pay(account, account);
    }

    /// @inheritdoc IManager
    function releaseTo(address to) external nonReentrant returns (uint256 amount) {
        if (to == address(0)) revert InvalidAddress();
        return _pay(msg.sender, to);
    }

    /// @inheritdoc IManager
    function claimable(address account, address[] calldata tokens)
        external
        view
        returns (uint256 amount)
    {
        amount = owed[account];
        uint256 rest;
        for (uint256 i; i < tokens.length; ++i) {
            TokenRecord memory record = _tokens[tokens[i]];
            if (record.payee == address(0) || _seenBefore(tokens, i)) continue;
            (uint256 earned,) = hook.creatorLedger(tokens[i]);
            (uint256 payeePart, uint256 restPart) = _partsOf(record.isDropped, earned - record.seen);
            if (record.payee == account) amount += payeePart;
            rest += _restFor(account, record.epoch, restPart);
        }
        amount += _restDue(account, rest);
    }

    // ---------------------------------------------------------------- internals

    function _sync(address token) internal returns (uint256 amount) {
        TokenRecord storage record = _tokens[token];
        address payee = record.payee;
        if (payee == address(0)) revert NotManaged(token);
        hook.claim(token);
        (, uint256 paid) = hook.creatorLedger(token);
        amount = paid - record.seen;
        if (amount != 0) {
            (uint256 payeePart, uint256 restPart) = _partsOf(record.isDropped, amount);
            record.seen = uint128(paid);
            if (payeePart != 0) owed[payee] += payeePart;
            emit Received(token, payee, amount, payeePart);
            if (restPart != 0) _creditRest(record.epoch, restPart);
        }
        if (record.epoch != _currentEpoch()) record.epoch = _currentEpoch();
    }

    function _partsOf(bool isDropped, uint256 amount)
        private
        view
        returns (uint256 payee, uint256 rest)
    {
        return isDropped ? (amount, 0) : _divide(amount);
    }

    /// @dev Effects first, one payment last. The receiver's return data is not copied, so that it cannot
    /// make its sender pay for it.
    function _pay(address account, address to) private returns (uint256 amount) {
        amount = owed[account];
        if (amount != 0) owed[account] = 0;
        amount += _takeRest(account);
        if (amount == 0) return 0;
        emit Paid(account, to, amount);
        if (!SafeTransferLib.trySafeTransferETH(to, amount, gasleft())) revert PaymentFailed(to);
    }

    /// @dev Payments of the stream before it came here belong to earlier holders.
    function _manage(address token, address payee) private {
        if (payee == address(0)) revert InvalidAddress();
        if (_tokens[token].payee != address(0)) revert AlreadyManaged(token);
        if (feeStream.holderOf(token) != address(this)) revert NotManaged(token);
        _tokens[token] = TokenRecord({
            payee: payee,
            epoch: _currentEpoch(),
            isDropped: false,
            seen: uint128(feeStream.paidAtTransfer(token))
        });
        _onManage(token);
        emit TokenAttached(token, payee);
    }

    function _seenBefore(address[] calldata tokens, uint256 at) private pure returns (bool) {
        for (uint256 i; i < at; ++i) {
            if (tokens[i] == tokens[at]) return true;
        }
        return false;
    }

    /// @dev Splits income into the payee's part and the rest.
    function _divide(uint256 amount) internal view virtual returns (uint256 payee, uint256 rest);

    /// @dev Credits the rest to those who share it.
    function _creditRest(uint32 epoch, uint256 amount) internal virtual;

    /// @dev Settles and returns what is due to `account` of the rest.
    function _takeRest(address account) internal virtual returns (uint256 amount);

    /// @dev The part of `amount` that counts for `account` when it is credited under `epoch`.
    function _restFor(address account, uint32 epoch, uint256 amount)
        internal
        view
        virtual
        returns (uint256);

    /// @dev The part of the rest due to `account` after a credit of `more`, a result of `_restFor`.
    function _restDue(address account, uint256 more) internal view virtual returns (uint256);

    function _currentEpoch() internal view virtual returns (uint32) {
        return 0;
    }

    /// @dev Changes whenever the share of `from` changes or is set again.
    function _shareStampOf(address from) internal view virtual returns (uint48);

    /// @dev Moves the share of the rest from one account to another.
    function _moveShare(address from, address to) internal virtual;

    function _checkSender(address from) internal view virtual {}

    function _useConsent(AttachConsent calldata consent) internal virtual {}

    function _onManage(address token) internal virtual {}
}
