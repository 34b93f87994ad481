// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ILaunchHook} from "../interfaces/ILaunchHook.sol";
import {Recipient, Shares} from "../libraries/Shares.sol";
import {ManagerBase, SplitManagerBase} from "./SplitManagerBase.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {LibClone} from "solady/src/utils/LibClone.sol";
import {SSTORE2} from "solady/src/utils/SSTORE2.sol";

/// @title DynamicAddressFeeSplitManager
/// @notice A split whose moderator (its owner) may change recipients and shares. Everyone keeps what
/// accrued: a change first attributes all income of all its tokens under the old shares.
/// @dev Each list of shares is a generation. An account is settled when it is paid or named again;
/// one that was dropped needs no settling, because the total at which its generation ended is kept.
contract DynamicAddressFeeSplitManager is SplitManagerBase, EIP712 {
    /// @param share Share in `generation`; 24 bits hold 10,000,000.
    /// @param mark `accumulated` up to which the account has been settled.
    /// @param owedScaled Wei times 10,000,000 that it is owed from before.
    struct Account {
        uint24 share;
        uint24 generation;
        uint88 mark;
        uint120 owedScaled;
    }

    /// @notice A change walks over all tokens, so their number is limited.
    uint256 public constant MAX_TOKENS = 100;

    bytes32 private constant SET_SHARES_TYPEHASH = keccak256(
        "SetShares(Recipient[] recipients,uint256 deadline,uint256 nonce)"
        "Recipient(address account,uint32 share)"
    );

    /// @notice Wei ever booked for the recipients together.
    uint88 public accumulated;
    /// @notice Number of share changes so far, and the nonce of the next signed one.
    uint24 public generation;
    address private _list;
    address[] private _managed;

    mapping(uint256 generation => uint88) private _endOf;
    mapping(address account => Account) private _accounts;

    /// @notice The shares were changed; these are all of them.
    event SharesChanged(uint256 indexed generation, Recipient[] recipients);

    /// @notice The manager holds 100 tokens already.
    error TooManyTokens();
    /// @notice The signed change could be sent until `deadline`.
    error SignatureExpired(uint256 deadline);
    /// @notice The signed change is for another generation than the current one.
    error InvalidNonce(uint256 current);
    /// @notice The moderator did not sign this change for this manager on this chain.
    error InvalidSignature();

    constructor(ILaunchHook hook_)
        ManagerBase(hook_)
        EIP712("DynamicAddressFeeSplitManager", "1")
    {}

    function kind() external pure returns (uint8) {
        return 3;
    }

    /// @notice The only account that may change shares. Same as `owner`.
    function moderator() external view returns (address) {
        return owner();
    }

    /// @notice Tokens that are managed.
    function managedTokens() external view returns (address[] memory) {
        return _managed;
    }

    /// @notice Current share of `account` in micro-percent (10,000,000 = 100 %).
    function shareOf(address account) external view returns (uint256) {
        return _settled(account, accumulated).share;
    }

    /// @inheritdoc SplitManagerBase
    function recipients() external view override returns (Recipient[] memory) {
        if (generation == 0) {
            return Shares.unpack(LibClone.argsOnClone(address(this)), RECIPIENTS_AT);
        }
        return Shares.unpack(SSTORE2.read(_list), 0);
    }

    /// @notice Replaces all recipients and shares. Moderator only.
    function setShares(Recipient[] calldata recipients_) external onlyOwner nonReentrant {
        _setShares(recipients_);
    }

    /// @notice Replaces all recipients and shares as signed by the moderator (EIP-712; ERC-1271 for
    /// contracts). Anyone may send it.
    /// @param deadline Last block timestamp at which the signature is valid.
    /// @param nonce The current `generation`, so any change of shares voids unused signatures.
    function setSharesBySig(
        Recipient[] calldata recipients_,
        uint256 deadline,
        uint256 nonce,
        bytes calldata signature
    ) external nonReentrant {
        if (block.timestamp > deadline) revert SignatureExpired(deadline);
        if (nonce != generation) revert InvalidNonce(generation);
        bytes32 structHash =
            keccak256(abi.encode(SET_SHARES_TYPEHASH, Shares.hash(recipients_), deadline, nonce));
        if (!_isSignedBy(owner(), _hashTypedDataV4(structHash), signature)) {
            revert InvalidSignature();
        }
        _setShares(recipients_);
    }

    function _setShares(Recipient[] calldata recipients_) private {
        Shares.check(recipients_);
        for (uint256 i; i < _managed.length; ++i) {
            _sync(_managed[i]);
        }
        uint88 total = accumulated;
        _endOf[generation] = total;
        uint24 next = ++generation;
        for (uint256 i; i < recipients_.length; ++i) {
            address account = recipients_[i].account;
            Account memory a = _settled(account, total);
            a.share = uint24(recipients_[i].share);
            _accounts[account] = a;
        }
        _list = SSTORE2.write(Shares.pack(recipients_));
        emit SharesChanged(next, recipients_);
    }

    /// @dev The key of an account that delegated to a contract (EIP-7702) still signs for it.
    function _isSignedBy(address signer, bytes32 digest, bytes calldata signature)
        private
        view
        returns (bool)
    {
        (address recovered, ECDSA.RecoverError problem,) =
            ECDSA.tryRecoverCalldata(digest, signature);
        if (problem == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(signer, digest, signature);
    }

    function _creditRest(uint32, uint256 amount) internal override {
        uint256 total = accumulated + amount;
        // 88 bits hold 309 million ETH, more than there is.
        assert(total <= type(uint88).max);
        accumulated = uint88(total);
    }

    function _takeRest(address account) internal override returns (uint256 amount) {
        Account memory a = _settled(account, accumulated);
        amount = a.owedScaled / Shares.TOTAL;
        if (amount == 0) return 0;
        a.owedScaled -= uint120(amount * Shares.TOTAL);
        _accounts[account] = a;
    }

    function _restDue(address account, uint256 more) internal view override returns (uint256) {
        return _settled(account, uint88(accumulated + more)).owedScaled / Shares.TOTAL;
    }

    /// @dev The account as it stands at `total`, in the current generation.
    function _settled(address account, uint88 total) private view returns (Account memory a) {
        a = _accounts[account];
        uint24 current = generation;
        // The first generation stands in the code; an account that was never written is in it.
        if (a.generation == 0 && a.share == 0) a.share = uint24(_firstShareOf(account));
        uint256 until = a.generation == current ? total : _endOf[a.generation];
        a.owedScaled += uint120((until - a.mark) * a.share);
        if (a.generation != current) {
            a.generation = current;
            a.share = 0;
        }
        a.mark = total;
    }

    /// @dev Only the moderator can add tokens by hand, so that nobody can fill the list.
    function _checkSender(address from) internal view override {
        if (from != owner()) revert NotAllowed();
    }

    function _onManage(address token) internal override {
        if (_managed.length == MAX_TOKENS) revert TooManyTokens();
        _managed.push(token);
    }
}
