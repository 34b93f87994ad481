// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {SwapRouter} from "./SwapRouter.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {CustomRevert} from "@uniswap/v4-core/src/libraries/CustomRevert.sol";
import {Hooks} from "@uniswap/v4-core/src/libraries/Hooks.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {FeeStream} from "contracts/src/FeeStream.sol";
import {LaunchHook} from "contracts/src/LaunchHook.sol";
import {LaunchLens} from "contracts/src/LaunchLens.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {Launchpad} from "contracts/src/Launchpad.sol";
import {TokenFactory} from "contracts/src/TokenFactory.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {IPriceFeed} from "contracts/src/interfaces/IPriceFeed.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {Recipient} from "contracts/src/libraries/Shares.sol";
import {ManagerFactory} from "contracts/src/managers/ManagerFactory.sol";
import {FixedEthUsdFeed} from "contracts/src/price/FixedEthUsdFeed.sol";
import {MarketCapPrice} from "contracts/src/price/MarketCapPrice.sol";
import {Test} from "forge-std/Test.sol";

/// @notice The whole launchpad on a fresh PoolManager, with helpers to launch and to trade.
abstract contract Fixture is Test {
    uint160 internal constant FLAGS = 0x28EC;
    uint256 internal constant SUPPLY = 100_000_000_000e18;
    uint128 internal constant MARKET_CAP = 10_000e6;
    int256 internal constant ETH_USD = 3_000e8;

    IPoolManager internal manager;
    LaunchHook internal hook;
    Launchpad internal pad;
    FeeStream internal stream;
    TokenFactory internal tokenFactory;
    ManagerFactory internal factory;
    LaunchLens internal lens;
    MarketCapPrice internal price;
    SwapRouter internal router;

    address internal owner = makeAddr("owner");
    address internal connector = makeAddr("connector");
    address internal launcher = makeAddr("launcher");
    address internal creator = makeAddr("creator");
    address internal trader = makeAddr("trader");

    uint256 private _launches;

    /// @dev Settings that a test may override.
    function _wallThreshold() internal view virtual returns (uint64) {
        return 0.1 ether;
    }

    function _anchorSpeed() internal view virtual returns (uint24) {
        return 2;
    }

    function _protectionStartBps() internal view virtual returns (uint16) {
        return 5_000;
    }

    function _protectionDuration() internal view virtual returns (uint32) {
        return 600;
    }

    function setUp() public virtual {
        vm.warp(1_750_000_000);
        manager = IPoolManager(
            deployCode(
                "node_modules/@uniswap/v4-core/out/PoolManager.sol/PoolManager.json",
                abi.encode(address(this))
            )
        );
        router = new SwapRouter(manager);
        tokenFactory = new TokenFactory();
        price = new MarketCapPrice(_priceSettings(new FixedEthUsdFeed(ETH_USD)));
        pad = _newLaunchpad(launcher, ILaunchpad(address(0)));
        hook = LaunchHook(address(uint160(uint256(keccak256("hook"))) & ~uint160(0x3FFF) | FLAGS));
        _deployHookTo(address(hook), _hookArguments(pad, 100));
        stream = hook.feeStream();
        factory = new ManagerFactory(hook);
        lens = new LaunchLens(hook, factory);
        vm.prank(connector);
        pad.connect(hook, factory);
        vm.deal(trader, 1_000_000 ether);
    }

    function _newLaunchpad(address launcher_, ILaunchpad previous) internal returns (Launchpad) {
        return new Launchpad(owner, connector, launcher_, tokenFactory, price, previous);
    }

    function _hookArguments(Launchpad of_, uint16 feeBps) internal view returns (bytes memory) {
        return abi.encode(
            manager,
            address(of_),
            feeBps,
            _anchorSpeed(),
            _wallThreshold(),
            _protectionStartBps(),
            _protectionDuration()
        );
    }

    /// @dev Runs the constructor at an address with the flags of a hook.
    function _deployHookTo(address at, bytes memory args) internal {
        vm.etch(at, bytes.concat(type(LaunchHook).creationCode, args));
        (bool made, bytes memory result) = at.call("");
        if (!made) {
            assembly ("memory-safe") {
                revert(add(result, 32), mload(result))
            }
        }
        vm.etch(at, result);
    }

    function _priceSettings(IPriceFeed feed)
        internal
        pure
        returns (MarketCapPrice.Settings memory)
    {
        return MarketCapPrice.Settings({
            feed: feed,
            heartbeat: 3_600,
            minUsd: 100,
            maxUsd: 100_000,
            sequencerFeed: IPriceFeed(address(0)),
            sequencerGrace: 3_600,
            minMarketCapUsdc: 100e6,
            maxMarketCapUsdc: 1_000_000_000e6
        });
    }

    // ---------------------------------------------------------------- launching

    function _params(uint16 shareBps) internal returns (ILaunchpad.LaunchParams memory) {
        return ILaunchpad.LaunchParams({
            name: "Harbour Cat",
            symbol: "HCAT",
            tokenURI: "ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
            creator: creator,
            feeShareBps: shareBps,
            marketCapUsdc: MARKET_CAP,
            launchId: keccak256(abi.encode("job", ++_launches)),
            startTime: 0,
            launchProtection: false,
            referralPercent: 0
        });
    }

    function _noManager() internal pure returns (ILaunchpad.ManagerParams memory m) {
        m.recipients = new Recipient[](0);
    }

    function _launch(uint16 shareBps) internal returns (LaunchToken token) {
        (token,) = _launch(_params(shareBps), _noManager());
    }

    function _launch(ILaunchpad.LaunchParams memory p, ILaunchpad.ManagerParams memory m)
        internal
        returns (LaunchToken token, address feeManager)
    {
        address at;
        vm.prank(launcher);
        (at, feeManager) = pad.launch(p, m);
        token = LaunchToken(at);
    }

    function _recipients(uint256 count) internal pure returns (Recipient[] memory list) {
        list = new Recipient[](count);
        uint32 part = uint32(10_000_000 / count);
        for (uint256 i; i < count; ++i) {
            list[i] = Recipient({account: _recipient(i), share: part});
        }
        list[count - 1].share = uint32(10_000_000 - part * (count - 1));
    }

    function _recipient(uint256 i) internal pure returns (address) {
        return address(uint160(uint256(keccak256(abi.encode("recipient", i)))));
    }

    function _launchProtected(uint16 shareBps) internal returns (LaunchToken token) {
        ILaunchpad.LaunchParams memory p = _params(shareBps);
        p.launchProtection = true;
        (token,) = _launch(p, _noManager());
    }

    // ---------------------------------------------------------------- trading

    function _buy(LaunchToken token, uint256 eth) internal returns (uint256 tokens) {
        return _buyAs(trader, token, eth);
    }

    function _buyAs(address who, LaunchToken token, uint256 eth) internal returns (uint256 tokens) {
        PoolKey memory key = hook.poolKey(address(token));
        vm.prank(who);
        (, int128 got) = router.swap{value: eth}(key, true, -int256(eth));
        return uint128(got);
    }

    function _sell(LaunchToken token, uint256 tokens) internal returns (uint256 eth) {
        return _sellAs(trader, token, tokens);
    }

    function _sellAs(address who, LaunchToken token, uint256 tokens)
        internal
        returns (uint256 eth)
    {
        PoolKey memory key = hook.poolKey(address(token));
        vm.startPrank(who);
        token.approve(address(router), tokens);
        (int128 got,) = router.swap(key, false, -int256(tokens));
        vm.stopPrank();
        return uint128(got);
    }

    /// @dev Buys exactly `tokens`.
    function _buyExactOut(LaunchToken token, uint256 tokens) internal returns (uint256 eth) {
        PoolKey memory key = hook.poolKey(address(token));
        vm.prank(trader);
        (int128 paid,) = router.swap{value: trader.balance}(key, true, int256(tokens));
        return uint128(-paid);
    }

    /// @dev Sells tokens for exactly `eth`.
    function _sellExactOut(LaunchToken token, uint256 eth) internal returns (uint256 tokens) {
        PoolKey memory key = hook.poolKey(address(token));
        vm.startPrank(trader);
        token.approve(address(router), type(uint256).max);
        (, int128 paid) = router.swap(key, false, int256(eth));
        vm.stopPrank();
        return uint128(-paid);
    }

    /// @dev Trades until the wall was placed at least once.
    function _buildWall(LaunchToken token) internal {
        uint256 tokens = _buy(token, 20 ether);
        for (uint256 i; _state(token).wallLiquidity == 0; ++i) {
            vm.warp(block.timestamp + 1 hours);
            if (i % 2 == 0) _buy(token, 10 ether);
            else _sell(token, tokens / 20);
        }
    }

    /// @dev ETH that the PoolManager holds for the hook.
    function _claims() internal view returns (uint256) {
        return manager.balanceOf(address(hook), 0);
    }

    function _slot0(LaunchToken token) internal view returns (uint160 sqrtPriceX96, int24 tick) {
        return PoolMath.slot0(manager, hook.poolId(address(token)));
    }

    function _state(LaunchToken token) internal view returns (ILaunchHook.PoolState memory) {
        return hook.poolState(address(token));
    }

    function _placed(LaunchToken token) internal view returns (uint256) {
        return lens.tokenView(address(token)).wallPlaced;
    }

    /// @dev The error of the PoolManager when `callback` of the hook reverts with `reason`.
    function _wrapped(bytes4 callback, bytes memory reason) internal view returns (bytes memory) {
        return abi.encodeWithSelector(
            CustomRevert.WrappedError.selector,
            address(hook),
            callback,
            reason,
            abi.encodeWithSelector(Hooks.HookCallFailed.selector)
        );
    }

    function _list(address a) internal pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = a;
    }

    function _list(LaunchToken a) internal pure returns (address[] memory) {
        return _list(address(a));
    }
}
