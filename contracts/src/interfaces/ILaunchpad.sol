// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Recipient} from "../libraries/Shares.sol";
import {AttachConsent} from "./IManager.sol";

/// @title ILaunchpad
/// @notice Launches a token, its pool, its liquidity, its fee stream and, if requested, its manager in one
/// transaction.
interface ILaunchpad {
    /// @param creator Earner of the creator share: holder of the fee stream without a manager, payee of the
    /// token inside a manager.
    /// @param feeShareBps Creator share of the swap fees; the rest funds the bid wall.
    /// @param marketCapUsdc Starting market cap in USDC (6 decimals).
    /// @param launchId Works once per launcher, whatever else changes, on this launchpad and those that it
    /// replaces.
    /// @param startTime When trading opens; 0 or past = at once, at most 30 days ahead.
    /// @param launchProtection Whether purchases cost more at first (`ILaunchHook.protectionStartBps`), where
    /// the deployment offers it.
    /// @param referralPercent Percent of the trading fee, 0 to 20, for the referrer that a trade names,
    /// out of the creator share.
    struct LaunchParams {
        string name;
        string symbol;
        string tokenURI;
        address creator;
        uint16 feeShareBps;
        uint256 marketCapUsdc;
        bytes32 launchId;
        uint64 startTime;
        bool launchProtection;
        uint8 referralPercent;
    }

    /// @param kind 0 none, 1 the existing `manager`, 2 a new fixed split, 3 a new dynamic split. Not the
    /// numbers of `ManagerFactory.managerKind`, where 1 is a revenue manager.
    /// @param creatorFirstBps Creator's part ahead of the recipients (kinds 2 and 3).
    /// @param moderator Owner of a fixed split, moderator of a dynamic one; zero = the creator.
    /// @param consent The moderator's, where `manager` is a dynamic split.
    struct ManagerParams {
        uint8 kind;
        address manager;
        uint16 creatorFirstBps;
        address moderator;
        Recipient[] recipients;
        AttachConsent consent;
    }

    /// @notice Permission of a launcher for one launch, an EIP-712 message (`permitDigest`).
    /// @param launcher Allow-listed account that signed; ERC-1271 for contracts.
    /// @param sender The only account that may send the launch; zero = anyone.
    /// @param deadline Last second at which it can be used.
    struct LaunchPermit {
        address launcher;
        address sender;
        uint256 deadline;
        bytes signature;
    }

    /// @param feeOwner Holder of the fee stream after the launch.
    /// @param managerKind As `ManagerFactory.managerKind`: 0 none, 1 revenue, 2 fixed split, 3 dynamic split.
    /// @param protectionStartBps Fee of a purchase at `startTime`, in basis points, which falls in a straight
    /// line to the trading fee at `protectionEnd`; both 0 = launched without protection.
    struct LaunchRecord {
        address feeOwner;
        address launcher;
        bytes32 launchId;
        uint8 managerKind;
        address manager;
        uint256 supply;
        uint160 sqrtPriceX96;
        int24 tick;
        string name;
        string symbol;
        string tokenURI;
        uint16 feeShareBps;
        uint256 marketCapUsdc;
        uint64 startTime;
        uint16 protectionStartBps;
        uint64 protectionEnd;
        uint8 referralPercent;
    }

    /// @notice A token was launched.
    event TokenLaunched(
        address indexed token, bytes32 indexed poolId, address indexed creator, LaunchRecord record
    );
    /// @notice The creator bought `tokens` for `ethIn` in the transaction of the launch.
    event FirstBought(
        address indexed token, address indexed creator, uint256 ethIn, uint256 tokens
    );
    /// @notice Launches with a permit may buy up to this part of the supply.
    event MaxFirstBuySet(uint16 bps);
    /// @notice The contracts that launches use were set permanently.
    event Connected(address indexed hook, address indexed managerFactory);
    /// @notice `launcher` may launch from now on, or no longer.
    event LauncherSet(address indexed launcher, bool allowed);
    /// @notice Market caps are turned into prices by `price` from now on.
    event PriceSet(address indexed price);
    /// @notice Launching was paused or resumed; pools and claims are not affected.
    event LaunchingPaused(bool paused);

    /// @notice The caller may not launch.
    error NotLauncher(address caller);
    /// @notice Launching is paused.
    error Paused();
    /// @notice The caller used this id before, for `token`.
    error LaunchIdUsed(bytes32 launchId, address token);
    /// @notice The permit could be used until `deadline`.
    error PermitExpired(uint256 deadline);
    /// @notice The permit is for another launch or sender, or is not signed by its launcher.
    error InvalidPermit();
    /// @notice The first buy returns less than the sender accepts.
    error TooFewTokens(uint256 tokens, uint256 minTokens);
    /// @notice The first buy is larger than the owner allows.
    error FirstBuyTooLarge(uint256 tokens, uint256 most);
    /// @notice The caller is not the connector.
    error NotConnector(address caller);
    /// @notice `connect` has been called already, or not yet.
    error WrongConnection();
    /// @notice The address is the zero address or has no code where code is needed.
    error InvalidAddress();
    /// @notice A share is above 10,000 basis points, or a referrer's above 20 percent.
    error InvalidShare();
    /// @notice Name (1..256 bytes), symbol (1..32) or URI (up to 1,024) is out of its bounds.
    error InvalidText();
    /// @notice The opening lies more than 30 days ahead.
    error StartTooLate();
    /// @notice There is no such kind of manager.
    error InvalidManagerKind(uint8 kind);
    /// @notice The address is not a manager of the factory.
    error NotManager(address manager);

    /// @notice Launches a token. Allow-listed launchers only.
    /// @return token The new token.
    /// @return manager Its manager, zero when there is none.
    function launch(LaunchParams calldata p, ManagerParams calldata m)
        external
        returns (address token, address manager);

    /// @notice Launches a token with a launcher's permit; the id counts for that launcher. All ETH of the
    /// call buys tokens for `p.creator`, at the pool's price and fee like any purchase: in a protected pool
    /// at the highest fee.
    /// @param minTokens Least tokens that the ETH must buy.
    /// @return token The new token.
    /// @return manager Its manager, zero when there is none.
    /// @return bought Tokens that the creator received.
    function launchWithPermit(
        LaunchParams calldata p,
        ManagerParams calldata m,
        LaunchPermit calldata permit,
        uint256 minTokens
    ) external payable returns (address token, address manager, uint256 bought);

    /// @notice The digest that a launcher signs: `LaunchPermit(bytes32 launch,address sender,uint256
    /// deadline)`, where `launch` is the hash of the ABI encoding of `p` and `m`.
    function permitDigest(
        LaunchParams calldata p,
        ManagerParams calldata m,
        address sender,
        uint256 deadline
    ) external view returns (bytes32);

    /// @notice Token that `launcher` launched under `launchId`, here or on a launchpad that this one
    /// replaces; zero when there is none.
    function tokenOf(address launcher, bytes32 launchId) external view returns (address token);

    /// @notice Address that `launch` will give to the token. Depends on the launcher and, of `p`, on
    /// launchId, name, symbol and tokenURI.
    function predictToken(address launcher, LaunchParams calldata p)
        external
        view
        returns (address token);
}
