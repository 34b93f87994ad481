// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {FirstBuy} from "./FirstBuy.sol";
import {LaunchToken} from "./LaunchToken.sol";
import {TokenFactory} from "./TokenFactory.sol";
import {ILaunchHook} from "./interfaces/ILaunchHook.sol";
import {ILaunchpad} from "./interfaces/ILaunchpad.sol";
import {IManager} from "./interfaces/IManager.sol";
import {PoolMath} from "./libraries/PoolMath.sol";
import {Signatures} from "./libraries/Signatures.sol";
import {SwapFee} from "./libraries/SwapFee.sol";
import {ManagerFactory} from "./managers/ManagerFactory.sol";
import {MarketCapPrice} from "./price/MarketCapPrice.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";

/// @title Launchpad
/// @notice See ILaunchpad.
/// @dev The owner decides who may launch, at which feed, and may pause launching. It has no power
/// over anything that has been launched.
contract Launchpad is ILaunchpad, FirstBuy, Ownable2Step, EIP712 {
    /// @notice Smallest units of every launched token.
    uint256 public constant SUPPLY = PoolMath.SUPPLY;
    /// @notice Furthest that a launch may set its opening ahead.
    uint256 public constant MAX_START_DELAY = 30 days;

    /// @notice Largest part of the supply that the owner may allow in a first buy, in basis points.
    uint256 public constant FIRST_BUY_LIMIT_BPS = 2_000;

    /// @dev `ManagerParams.kind`; `ManagerFactory.managerKind` numbers the kinds differently. The constants
    /// are the left operands of comparisons: on the right they would change the bytecode.
    uint8 private constant NO_MANAGER = 0;
    uint8 private constant EXISTING_MANAGER = 1;
    uint8 private constant NEW_FIXED_SPLIT = 2;
    uint8 private constant NEW_DYNAMIC_SPLIT = 3;

    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("LaunchPermit(bytes32 launch,address sender,uint256 deadline)");

    TokenFactory public immutable tokenFactory;
    /// @notice May call `connect` once; has no other right. So the owner can be a multisig from the
    /// first block.
    address public immutable connector;
    /// @notice The launchpad that this one replaces, whose launch ids stay used; zero for the first.
    ILaunchpad public immutable previous;

    /// @notice Owner of all pools; zero until `connect`.
    ILaunchHook public hook;
    /// @notice Factory of managers; zero until `connect`.
    ManagerFactory public managerFactory;
    /// @notice Turns market caps into prices.
    MarketCapPrice public price;
    /// @notice Launching is paused. Live pools, claims and managers never are.
    bool public paused;
    /// @notice Largest part of the supply that a launch with a permit may buy, in basis points.
    uint16 public maxFirstBuyBps = 500;

    /// @notice Accounts that may launch.
    mapping(address launcher => bool) public isLauncher;
    mapping(address launcher => mapping(bytes32 launchId => address)) private _tokenOf;

    /// @dev Everything is an argument, because a CREATE2 deployer is the sender.
    constructor(
        address owner_,
        address connector_,
        address launcher_,
        TokenFactory tokenFactory_,
        MarketCapPrice price_,
        ILaunchpad previous_
    ) Ownable(owner_) EIP712("Launchpad", "1") {
        if (address(previous_) != address(0) && address(previous_).code.length == 0) {
            revert InvalidAddress();
        }
        connector = connector_;
        previous = previous_;
        tokenFactory = tokenFactory_;
        _setPrice(price_);
        if (launcher_ != address(0)) _setLauncher(launcher_, true);
    }

    // ---------------------------------------------------------------- owner

    /// @notice Sets the hook and the manager factory, which need this address first. Once; connector
    /// only.
    function connect(ILaunchHook hook_, ManagerFactory managerFactory_) external {
        if (msg.sender != connector) revert NotConnector(msg.sender);
        if (address(hook) != address(0)) revert WrongConnection();
        if (hook_.launchpad() != address(this) || managerFactory_.hook() != hook_) {
            revert WrongConnection();
        }
        hook = hook_;
        managerFactory = managerFactory_;
        emit Connected(address(hook_), address(managerFactory_));
    }

    /// @notice Allows or forbids `launcher` to launch.
    function setLauncher(address launcher, bool allowed) external onlyOwner {
        _setLauncher(launcher, allowed);
    }

    /// @notice Replaces the price source of later launches.
    function setPrice(MarketCapPrice price_) external onlyOwner {
        _setPrice(price_);
    }

    /// @notice Pauses or resumes launching.
    function setPaused(bool paused_) external onlyOwner {
        paused = paused_;
        emit LaunchingPaused(paused_);
    }

    /// @notice Sets the largest first buy of later launches; zero forbids them.
    function setMaxFirstBuy(uint16 bps) external onlyOwner {
        if (bps > FIRST_BUY_LIMIT_BPS) revert InvalidShare();
        maxFirstBuyBps = bps;
        emit MaxFirstBuySet(bps);
    }

    // ---------------------------------------------------------------- launch

    /// @inheritdoc ILaunchpad
    function launch(LaunchParams calldata p, ManagerParams calldata m)
        external
        returns (address token, address manager)
    {
        return _launch(p, m, msg.sender);
    }

    /// @inheritdoc ILaunchpad
    function launchWithPermit(
        LaunchParams calldata p,
        ManagerParams calldata m,
        LaunchPermit calldata permit,
        uint256 minTokens
    ) external payable returns (address token, address manager, uint256 bought) {
        _checkPermit(p, m, permit);
        (token, manager) = _launch(p, m, permit.launcher);
        if (msg.value == 0) return (token, manager, 0);
        bought = _buy(hook.poolKey(token), msg.value, p.creator);
        if (bought < minTokens) revert TooFewTokens(bought, minTokens);
        uint256 most = SUPPLY * maxFirstBuyBps / SwapFee.BPS;
        if (bought > most) revert FirstBuyTooLarge(bought, most);
        emit FirstBought(token, p.creator, msg.value, bought);
    }

    /// @inheritdoc ILaunchpad
    function permitDigest(
        LaunchParams calldata p,
        ManagerParams calldata m,
        address sender,
        uint256 deadline
    ) public view returns (bytes32) {
        bytes32 contents = keccak256(abi.encode(p, m));
        return _hashTypedDataV4(keccak256(abi.encode(PERMIT_TYPEHASH, contents, sender, deadline)));
    }

    function _checkPermit(
        LaunchParams calldata p,
        ManagerParams calldata m,
        LaunchPermit calldata permit
    ) private view {
        if (block.timestamp > permit.deadline) {
            revert PermitExpired(permit.deadline);
        }
        bool isForSender = permit.sender == address(0) || permit.sender == msg.sender;
        bytes32 digest = permitDigest(p, m, permit.sender, permit.deadline);
        if (!isForSender || !Signatures.isSignedBy(permit.launcher, digest, permit.signature)) {
            revert InvalidPermit();
        }
    }

    function _launch(LaunchParams calldata p, ManagerParams calldata m, address launcher)
        private
        returns (address token, address manager)
    {
        uint64 startTime = _validate(p, launcher);
        LaunchRecord memory r;
        (r.tick, r.sqrtPriceX96) = price.startPrice(p.marketCapUsdc, SUPPLY);
        token = _createToken(p, launcher);

        (manager, r.managerKind) = _resolveManager(p, m, launcher);
        r.feeOwner = manager == address(0) ? p.creator : manager;
        bytes32 poolId = hook.register(
            token,
            ILaunchHook.Terms({
                sqrtPriceX96: r.sqrtPriceX96,
                startTick: r.tick,
                feeOwner: r.feeOwner,
                feeShareBps: p.feeShareBps,
                startTime: uint40(startTime),
                launchProtection: p.launchProtection,
                referralPercent: p.referralPercent
            })
        );
        if (EXISTING_MANAGER == m.kind) {
            IManager(manager).attachExisting(token, p.creator, m.consent);
        } else if (manager != address(0)) {
            IManager(manager).attach(token, p.creator);
        }

        r.launcher = launcher;
        r.launchId = p.launchId;
        r.manager = manager;
        r.supply = SUPPLY;
        r.name = p.name;
        r.symbol = p.symbol;
        r.tokenURI = p.tokenURI;
        r.feeShareBps = p.feeShareBps;
        r.marketCapUsdc = p.marketCapUsdc;
        r.startTime = startTime;
        if (p.launchProtection) {
            r.protectionStartBps = hook.protectionStartBps();
            r.protectionEnd = startTime + hook.protectionDuration();
        }
        r.referralPercent = p.referralPercent;
        emit TokenLaunched(token, poolId, p.creator, r);
    }

    /// @inheritdoc ILaunchpad
    function predictToken(address launcher, LaunchParams calldata p)
        external
        view
        returns (address token)
    {
        bytes32 salt = _salt(launcher, p.launchId);
        return
            tokenFactory.predict(address(this), p.name, p.symbol, p.tokenURI, address(hook), salt);
    }

    /// @inheritdoc ILaunchpad
    function tokenOf(address launcher, bytes32 launchId) public view returns (address token) {
        token = _tokenOf[launcher][launchId];
        if (token == address(0) && address(previous) != address(0)) {
            token = previous.tokenOf(launcher, launchId);
        }
    }

    // ---------------------------------------------------------------- internals

    function _poolManager() internal view override returns (IPoolManager) {
        return hook.poolManager();
    }

    function _validate(LaunchParams calldata p, address launcher)
        private
        view
        returns (uint64 startTime)
    {
        if (!isLauncher[launcher]) revert NotLauncher(launcher);
        if (paused) revert Paused();
        if (address(hook) == address(0)) revert WrongConnection();
        address used = tokenOf(launcher, p.launchId);
        if (used != address(0)) revert LaunchIdUsed(p.launchId, used);
        if (p.creator == address(0)) revert InvalidAddress();
        if (p.feeShareBps > SwapFee.BPS || p.referralPercent > SwapFee.MAX_REFERRAL_PERCENT) {
            revert InvalidShare();
        }
        if (
            bytes(p.name).length == 0 || bytes(p.name).length > 256 || bytes(p.symbol).length == 0
                || bytes(p.symbol).length > 32 || bytes(p.tokenURI).length > 1_024
        ) revert InvalidText();
        if (p.startTime > block.timestamp + MAX_START_DELAY) revert StartTooLate();
        startTime = p.startTime > block.timestamp ? p.startTime : uint64(block.timestamp);
    }

    function _createToken(LaunchParams calldata p, address launcher)
        private
        returns (address token)
    {
        bytes32 salt = _salt(launcher, p.launchId);
        token = tokenFactory.create(p.name, p.symbol, p.tokenURI, address(hook), salt);
        _tokenOf[launcher][p.launchId] = token;
    }

    function _resolveManager(LaunchParams calldata p, ManagerParams calldata m, address launcher)
        private
        returns (address manager, uint8 kind)
    {
        if (NO_MANAGER == m.kind) return (address(0), 0);
        address owner = m.moderator == address(0) ? p.creator : m.moderator;
        bytes32 salt = _salt(launcher, p.launchId);
        if (EXISTING_MANAGER == m.kind) {
            manager = m.manager;
        } else if (NEW_FIXED_SPLIT == m.kind) {
            manager = managerFactory.createAddressFeeSplitManager(
                owner, m.creatorFirstBps, m.recipients, salt
            );
        } else if (NEW_DYNAMIC_SPLIT == m.kind) {
            manager = managerFactory.createDynamicAddressFeeSplitManager(
                owner, m.creatorFirstBps, m.recipients, salt
            );
        } else {
            revert InvalidManagerKind(m.kind);
        }
        kind = managerFactory.managerKind(manager);
        if (kind == 0) revert NotManager(manager);
    }

    function _salt(address launcher, bytes32 launchId) private pure returns (bytes32) {
        return keccak256(abi.encode(launcher, launchId));
    }

    function _setLauncher(address launcher, bool allowed) private {
        if (launcher == address(0)) revert InvalidAddress();
        isLauncher[launcher] = allowed;
        emit LauncherSet(launcher, allowed);
    }

    function _setPrice(MarketCapPrice price_) private {
        if (address(price_).code.length == 0) revert InvalidAddress();
        price = price_;
        emit PriceSet(address(price_));
    }
}
