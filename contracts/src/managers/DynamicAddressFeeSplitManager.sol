// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ILaunchHook} from "../interfaces/ILaunchHook.sol";
import {AttachConsent} from "../interfaces/IManager.sol";
import {Recipient, Shares} from "../libraries/Shares.sol";
import {Signatures} from "../libraries/Signatures.sol";
import {ManagerBase, SplitManagerBase} from "./SplitManagerBase.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title DynamicAddressFeeSplitManager
/// @notice A split whose moderator (its owner) may change recipients and shares. Everyone keeps what
/// accrued: a change first attributes all income of all its tokens under the old shares.
contract DynamicAddressFeeSplitManager is SplitManagerBase, EIP712 {
    /// @notice A change iterates over all tokens, so their number is limited.
    uint256 public constant MAX_TOKENS = 100;

    bytes32 private constant SET_SHARES_TYPEHASH = keccak256(
        "SetShares(Recipient[] recipients,uint256 deadline,uint256 nonce)"
        "Recipient(address account,uint32 share)"
    );
    bytes32 private constant ATTACH_TYPEHASH = keccak256("Attach(uint256 nonce,uint256 deadline)");

    address[] private _managed;
    /// @notice Nonces of consents that attached a token.
    mapping(uint256 nonce => bool) public isConsentUsed;

    /// @notice `token` was dropped: all its later earnings go to its payee.
    event TokenDropped(address indexed token);

    /// @notice The manager holds 100 tokens already.
    error TooManyTokens();
    /// @notice The signed change could be sent until `deadline`.
    error SignatureExpired(uint256 deadline);
    /// @notice The signed change is for another generation than the current one.
    error InvalidNonce(uint256 current);
    /// @notice The moderator did not sign this change for this manager on this chain.
    error InvalidSignature();
    /// @notice Only a consent of the moderator attaches a token to this manager.
    error ConsentRequired();
    /// @notice A consent attaches one token; this one did.
    error ConsentUsed(uint256 nonce);

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

    /// @notice Tokens whose income is shared, without dropped ones.
    function managedTokens() external view returns (address[] memory) {
        return _managed;
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
        if (!Signatures.isSignedBy(owner(), _hashTypedDataV4(structHash), signature)) {
            revert InvalidSignature();
        }
        _setShares(recipients_);
    }

    /// @notice Reverts with the reason unless a launch with this consent can attach its token now.
    function checkConsent(AttachConsent calldata consent) public view {
        if (_managed.length == MAX_TOKENS) revert TooManyTokens();
        if (consent.deadline == 0) revert ConsentRequired();
        if (block.timestamp > consent.deadline) revert SignatureExpired(consent.deadline);
        if (isConsentUsed[consent.nonce]) revert ConsentUsed(consent.nonce);
        bytes32 structHash = keccak256(abi.encode(ATTACH_TYPEHASH, consent.nonce, consent.deadline));
        if (!Signatures.isSignedBy(owner(), _hashTypedDataV4(structHash), consent.signature)) {
            revert InvalidSignature();
        }
    }

    /// @notice Drops a token permanently, which makes room for another. Its earnings up to now are shared;
    /// all later ones go to its payee. Moderator only.
    function drop(address token) external onlyOwner nonReentrant {
        if (_tokens[token].isDropped) revert NotManaged(token);
        _sync(token);
        _tokens[token].isDropped = true;
        uint256 last = _managed.length - 1;
        uint256 at;
        while (_managed[at] != token) ++at;
        if (at != last) _managed[at] = _managed[last];
        _managed.pop();
        emit TokenDropped(token);
    }

    function _setShares(Recipient[] calldata recipients_) private {
        Shares.check(recipients_);
        for (uint256 i; i < _managed.length; ++i) {
            _sync(_managed[i]);
        }
        _replaceShares(recipients_);
    }

    /// @dev Only the moderator can add tokens by hand, so that nobody can fill the list.
    function _checkSender(address from) internal view override {
        if (from != owner()) revert NotAllowed();
    }

    function _useConsent(AttachConsent calldata consent) internal override {
        checkConsent(consent);
        isConsentUsed[consent.nonce] = true;
    }

    function _onManage(address token) internal override {
        if (_managed.length == MAX_TOKENS) revert TooManyTokens();
        _managed.push(token);
    }
}
