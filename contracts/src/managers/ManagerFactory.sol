// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ILaunchHook} from "../interfaces/ILaunchHook.sol";
import {IManager} from "../interfaces/IManager.sol";
import {Recipient, Shares} from "../libraries/Shares.sol";
import {SwapFee} from "../libraries/SwapFee.sol";
import {AddressFeeSplitManager} from "./AddressFeeSplitManager.sol";
import {DynamicAddressFeeSplitManager} from "./DynamicAddressFeeSplitManager.sol";
import {RevenueManager} from "./RevenueManager.sol";
import {LibClone} from "solady/src/utils/LibClone.sol";

/// @title ManagerFactory
/// @notice Creates managers as minimal proxies and records which addresses are genuine. Anyone may call it.
/// An address depends on the caller, the salt and all terms, so a repeated call reverts instead of creating
/// a second manager.
contract ManagerFactory {
    /// @param tokens Tokens to sync before the payment.
    struct ManagerClaim {
        address manager;
        address[] tokens;
    }

    uint8 public constant REVENUE = 1;
    uint8 public constant STATIC_SPLIT = 2;
    uint8 public constant DYNAMIC_SPLIT = 3;

    ILaunchHook public immutable hook;
    address public immutable revenueManagerImplementation;
    address public immutable addressFeeSplitManagerImplementation;
    address public immutable dynamicAddressFeeSplitManagerImplementation;

    /// @notice 0 = not a manager of this factory, 1 revenue, 2 fixed split, 3 dynamic split.
    mapping(address manager => uint8) public managerKind;

    /// @notice A manager was created. Its terms follow in RevenueTerms or SplitTerms.
    event ManagerCreated(
        uint8 indexed kind,
        address indexed manager,
        address indexed owner,
        address creator,
        bytes32 salt
    );
    /// @notice Terms of a new RevenueManager: `protocolRecipient` gets `protocolFeeBps` of the creator share.
    event RevenueTerms(
        address indexed manager, address indexed protocolRecipient, uint16 protocolFeeBps
    );
    /// @notice Terms of a new fixed or dynamic split: the creator's part ahead of the recipients, and the
    /// recipients with their shares.
    event SplitTerms(address indexed manager, uint16 creatorFirstBps, Recipient[] recipients);

    /// @notice A share or fee is above 10,000 basis points.
    error InvalidShare();
    /// @notice The owner or the protocol recipient is the zero address.
    error InvalidAddress();
    /// @notice The kind is not that of a split.
    error InvalidKind(uint8 kind);

    constructor(ILaunchHook hook_) {
        hook = hook_;
        revenueManagerImplementation = address(new RevenueManager(hook_));
        addressFeeSplitManagerImplementation = address(new AddressFeeSplitManager(hook_));
        dynamicAddressFeeSplitManagerImplementation =
            address(new DynamicAddressFeeSplitManager(hook_));
    }

    /// @notice Creates a RevenueManager. `protocolFeeBps` is cut out of the creator share.
    function createRevenueManager(
        address owner,
        address protocolRecipient,
        uint16 protocolFeeBps,
        bytes32 salt
    ) external returns (address manager) {
        bytes memory terms = _revenueTerms(owner, protocolRecipient, protocolFeeBps);
        manager = _create(REVENUE, revenueManagerImplementation, owner, terms, salt);
        emit RevenueTerms(manager, protocolRecipient, protocolFeeBps);
    }

    /// @notice Creates a fixed split.
    function createAddressFeeSplitManager(
        address owner,
        uint16 creatorFirstBps,
        Recipient[] calldata recipients,
        bytes32 salt
    ) external returns (address manager) {
        Shares.check(recipients);
        bytes memory terms = _splitTerms(owner, creatorFirstBps, recipients);
        manager = _create(STATIC_SPLIT, addressFeeSplitManagerImplementation, owner, terms, salt);
        emit SplitTerms(manager, creatorFirstBps, recipients);
    }

    /// @notice Creates a split whose `moderator` can change its shares.
    function createDynamicAddressFeeSplitManager(
        address moderator,
        uint16 creatorFirstBps,
        Recipient[] calldata recipients,
        bytes32 salt
    ) external returns (address manager) {
        Shares.check(recipients);
        bytes memory terms = _splitTerms(moderator, creatorFirstBps, recipients);
        manager = _create(
            DYNAMIC_SPLIT, dynamicAddressFeeSplitManagerImplementation, moderator, terms, salt
        );
        emit SplitTerms(manager, creatorFirstBps, recipients);
    }

    /// @notice Address that `creator` gets from `createRevenueManager`.
    function predictRevenueManager(
        address creator,
        address owner,
        address protocolRecipient,
        uint16 protocolFeeBps,
        bytes32 salt
    ) external view returns (address) {
        bytes memory terms = _revenueTerms(owner, protocolRecipient, protocolFeeBps);
        return _predict(revenueManagerImplementation, creator, terms, salt);
    }

    /// @notice Address that `creator` gets from the function that creates splits of `kind` (2 or 3).
    function predictSplitManager(
        uint8 kind,
        address creator,
        address owner,
        uint16 creatorFirstBps,
        Recipient[] calldata recipients,
        bytes32 salt
    ) external view returns (address) {
        if (kind != STATIC_SPLIT && kind != DYNAMIC_SPLIT) revert InvalidKind(kind);
        bytes memory terms = _splitTerms(owner, creatorFirstBps, recipients);
        address implementation = kind == STATIC_SPLIT
            ? addressFeeSplitManagerImplementation
            : dynamicAddressFeeSplitManagerImplementation;
        return _predict(implementation, creator, terms, salt);
    }

    /// @notice Pays `account` from many managers, and many fee streams to their holders, in one call.
    /// A payment that fails is skipped and stays claimable. Anyone may call.
    /// @param streams Tokens whose stream is claimed for its holder.
    /// @param claims Managers of this factory, each with the tokens to sync first.
    /// @return paid Wei paid.
    /// @return skipped Number of entries that failed.
    function claimMany(address account, address[] calldata streams, ManagerClaim[] calldata claims)
        external
        returns (uint256 paid, uint256 skipped)
    {
        for (uint256 i; i < streams.length; ++i) {
            try hook.claim(streams[i]) returns (uint256 amount) {
                paid += amount;
            } catch {
                ++skipped;
            }
        }
        for (uint256 i; i < claims.length; ++i) {
            address manager = claims[i].manager;
            if (managerKind[manager] == 0) {
                ++skipped;
                continue;
            }
            try IManager(manager).syncAndRelease(account, claims[i].tokens) returns (
                uint256 amount
            ) {
                paid += amount;
            } catch {
                ++skipped;
            }
        }
    }

    function _create(
        uint8 kind,
        address implementation,
        address owner,
        bytes memory terms,
        bytes32 salt
    ) private returns (address manager) {
        manager = LibClone.cloneDeterministic(implementation, terms, _salt(msg.sender, salt));
        managerKind[manager] = kind;
        emit ManagerCreated(kind, manager, owner, msg.sender, salt);
    }

    function _predict(address implementation, address creator, bytes memory terms, bytes32 salt)
        private
        view
        returns (address)
    {
        return LibClone.predictDeterministicAddress(
            implementation, terms, _salt(creator, salt), address(this)
        );
    }

    function _revenueTerms(address owner, address protocolRecipient, uint16 protocolFeeBps)
        private
        pure
        returns (bytes memory)
    {
        if (owner == address(0) || protocolRecipient == address(0)) revert InvalidAddress();
        if (protocolFeeBps > SwapFee.BPS) revert InvalidShare();
        return abi.encodePacked(owner, protocolRecipient, protocolFeeBps);
    }

    function _splitTerms(address owner, uint16 creatorFirstBps, Recipient[] calldata recipients)
        private
        pure
        returns (bytes memory)
    {
        if (owner == address(0)) revert InvalidAddress();
        if (creatorFirstBps > SwapFee.BPS) revert InvalidShare();
        return abi.encodePacked(owner, creatorFirstBps, Shares.pack(recipients));
    }

    function _salt(address creator, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(creator, salt));
    }
}
