// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {SwapRouter} from "../utils/SwapRouter.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {FeeStream} from "contracts/src/FeeStream.sol";
import {LaunchHook} from "contracts/src/LaunchHook.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {IManager} from "contracts/src/interfaces/IManager.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {Recipient} from "contracts/src/libraries/Shares.sol";
import {
    DynamicAddressFeeSplitManager
} from "contracts/src/managers/DynamicAddressFeeSplitManager.sol";
import {RevenueManager} from "contracts/src/managers/RevenueManager.sol";
import {Test} from "forge-std/Test.sol";
import {VmSafe} from "forge-std/Vm.sol";

/// @notice Trades in several pools, waits, claims, moves streams, changes shares, payees and
/// recipients, sends ETH, and keeps its own ledger from the events.
contract Handler is Test {
    LaunchHook public immutable hook;
    SwapRouter public immutable router;
    FeeStream public immutable stream;
    address public immutable trader;
    address public immutable owner;

    LaunchToken[] public tokens;
    IManager[] public managers;
    address[] public people;

    mapping(LaunchToken => uint256) public fees;
    mapping(LaunchToken => uint256) public creatorFees;
    mapping(LaunchToken => uint256) public ethInPool;
    /// @dev What the wall got of the fees and has not been given, the ETH that was set aside when it was
    /// taken down, and the best price that it may pay, in tokens per ETH times 2^64.
    mapping(LaunchToken => uint256) private _wallFees;
    mapping(LaunchToken => uint256) private _aside;
    mapping(LaunchToken => uint256) private _level;
    mapping(IManager => uint256) public received;
    mapping(IManager => uint256) public paid;
    uint256 public claimedDirectly;
    uint256 public moves;
    uint256 public burned;
    uint256 public shareChanges;
    uint256 public streamMoves;

    constructor(LaunchHook hook_, SwapRouter router_, address trader_, address owner_) {
        hook = hook_;
        router = router_;
        stream = hook_.feeStream();
        trader = trader_;
        owner = owner_;
    }

    function addToken(LaunchToken token) external {
        tokens.push(token);
    }

    function addManager(IManager manager) external {
        managers.push(manager);
    }

    function addPerson(address person) external {
        people.push(person);
    }

    // ---------------------------------------------------------------- actions

    function buy(uint256 which, uint256 eth) external {
        LaunchToken token = tokens[which % tokens.length];
        eth = bound(eth, 1, 15 ether);
        PoolKey memory key = hook.poolKey(address(token));
        vm.deal(trader, trader.balance + eth);
        vm.recordLogs();
        vm.prank(trader);
        router.swap{value: eth}(key, true, -int256(eth));
        _record(token);
    }

    function buyExactOut(uint256 which, uint256 amount) external {
        LaunchToken token = tokens[which % tokens.length];
        amount = bound(amount, 1, 1_000_000_000e18);
        PoolKey memory key = hook.poolKey(address(token));
        if (token.balanceOf(trader) > 80_000_000_000e18) return;
        vm.deal(trader, trader.balance + 1_000 ether);
        vm.recordLogs();
        vm.prank(trader);
        router.swap{value: 1_000 ether}(key, true, int256(amount));
        _record(token);
    }

    function sell(uint256 which, uint256 part) external {
        LaunchToken token = tokens[which % tokens.length];
        uint256 amount = token.balanceOf(trader) * bound(part, 1, 100) / 100;
        if (amount == 0) return;
        PoolKey memory key = hook.poolKey(address(token));
        vm.recordLogs();
        vm.startPrank(trader);
        token.approve(address(router), amount);
        router.swap(key, false, -int256(amount));
        vm.stopPrank();
        _record(token);
    }

    function sellExactOut(uint256 which, uint256 eth) external {
        LaunchToken token = tokens[which % tokens.length];
        eth = bound(eth, 1, 1 ether);
        if (ethInPool[token] < 4 ether) return;
        PoolKey memory key = hook.poolKey(address(token));
        vm.recordLogs();
        vm.startPrank(trader);
        token.approve(address(router), type(uint256).max);
        router.swap(key, false, int256(eth));
        vm.stopPrank();
        _record(token);
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 1, 2 days));
    }

    function waitAndPoke(uint256 which) external {
        LaunchToken token = tokens[which % tokens.length];
        vm.warp(block.timestamp + 7 days);
        vm.recordLogs();
        try hook.poke(address(token)) {}
        catch (bytes memory reason) {
            assertEq(bytes4(reason), ILaunchHook.NothingPending.selector);
        }
        _record(token);
    }

    function claim(uint256 which) external {
        LaunchToken token = tokens[which % tokens.length];
        uint256 amount = hook.claim(address(token));
        if (!_isManager(stream.holderOf(address(token)))) claimedDirectly += amount;
    }

    function sync(uint256 which) external {
        LaunchToken token = tokens[which % tokens.length];
        address holder = stream.holderOf(address(token));
        if (!_isManager(holder)) return;
        received[IManager(holder)] += IManager(holder).sync(address(token));
    }

    function release(uint256 which, uint256 who) external {
        IManager manager = managers[which % managers.length];
        paid[manager] += manager.release(people[who % people.length]);
    }

    function sendEth(uint256 which, uint256 eth) external {
        IManager manager = managers[which % managers.length];
        eth = bound(eth, 1, 1 ether);
        vm.deal(address(this), eth);
        (bool sent,) = address(manager).call{value: eth}("");
        assertTrue(sent);
        received[manager] += eth;
    }

    function changeShares(uint256 seed) external {
        DynamicAddressFeeSplitManager m = _dynamic();
        seed %= 2 ** 128;
        uint256 count = bound(seed, 1, people.length);
        Recipient[] memory list = new Recipient[](count);
        uint32 part = uint32(bound(seed >> 8, 1, 10_000_000 / count));
        for (uint256 i; i < count; ++i) {
            list[i] = Recipient(people[(i + seed) % people.length], part);
        }
        list[count - 1].share = uint32(10_000_000 - part * (count - 1));
        address[] memory held = m.managedTokens();
        uint256 before;
        for (uint256 i; i < held.length; ++i) {
            before += _unattributed(m, held[i]);
        }
        vm.prank(m.owner());
        m.setShares(list);
        received[m] += before;
        shareChanges++;
    }

    function changeProtocolRecipient(uint256 who, uint256 which) external {
        RevenueManager m = RevenueManager(payable(address(managers[0])));
        LaunchToken token = tokens[which % tokens.length];
        address[] memory list = new address[](0);
        if (stream.holderOf(address(token)) == address(m)) {
            list = new address[](1);
            list[0] = address(token);
            received[m] += _unattributed(m, address(token));
        }
        vm.prank(owner);
        m.setProtocolRecipient(people[who % people.length], list);
    }

    function changePayee(uint256 who, uint256 which) external {
        RevenueManager m = RevenueManager(payable(address(managers[0])));
        LaunchToken token = tokens[which % tokens.length];
        if (stream.holderOf(address(token)) != address(m)) return;
        received[m] += _unattributed(m, address(token));
        vm.prank(owner);
        m.setPayee(address(token), people[who % people.length]);
    }

    /// @dev Streams move between users; some end in the revenue manager permanently.
    function moveStream(uint256 which, uint256 who, bool intoManager) external {
        LaunchToken token = tokens[which % tokens.length];
        address holder = stream.holderOf(address(token));
        if (_isManager(holder)) return;
        vm.prank(holder);
        if (intoManager) {
            stream.safeTransferFrom(holder, address(managers[0]), uint160(address(token)));
        } else {
            address to = people[who % people.length];
            stream.transferFrom(holder, to, uint160(address(token)));
        }
        streamMoves++;
    }

    // ---------------------------------------------------------------- ledger

    function _record(LaunchToken token) private {
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != address(hook)) continue;
            bytes32 topic = logs[i].topics[0];
            if (topic == ILaunchHook.TokenSwap.selector) {
                (int128 eth,, uint128 fee, uint128 creatorEth,,) =
                    abi.decode(logs[i].data, (int128, int128, uint128, uint128, uint160, int24));
                fees[token] += fee;
                creatorFees[token] += creatorEth;
                _wallFees[token] += fee - creatorEth;
                ethInPool[token] = uint256(int256(ethInPool[token]) + eth);
            } else if (topic == ILaunchHook.BidWallRepositioned.selector) {
                (uint256 placed, uint256 returned, uint256 tokensBurned, int24 lower,) =
                    abi.decode(logs[i].data, (uint256, uint256, uint256, int24, int24));
                _checkLevel(token, placed, returned, lower);
                ethInPool[token] = ethInPool[token] + placed - returned;
                moves++;
                burned += tokensBurned;
            } else if (topic == ILaunchHook.BidWallSkipped.selector) {
                revert("the wall must be able to move");
            }
        }
    }

    /// @dev At each move the wall stands below both price and anchor, and never at a better price than
    /// the mean of those at which its ETH came in.
    function _checkLevel(LaunchToken token, uint256 placed, uint256 returned, int24 lower) private {
        int24 anchor = hook.poolState(address(token)).anchorTick;
        (, int24 tick) = PoolMath.slot0(hook.poolManager(), hook.poolId(address(token)));
        int24 below = tick > anchor ? tick : anchor;
        uint256 held = returned == 0 ? _aside[token] : returned;
        uint256 fresh = _wallFees[token];
        uint256 price = PoolMath.priceX64(PoolMath.wallTick(below));
        uint256 old = _level[token];
        if (held == 0 || old < price) old = price;
        _level[token] = price + (old - price) / 2 ** 32 * (held * 2 ** 32 / (held + fresh));
        if (placed == 0) {
            _aside[token] = held + fresh;
            _wallFees[token] = 0;
            return;
        }
        assertGt(lower, below, "not below price and anchor");
        uint256 level = PoolMath.priceX64(lower);
        assertGe(level + level / 2 ** 24, _level[token], "pays more than its ETH came in at");
        _aside[token] = 0;
        _wallFees[token] = held + fresh - placed;
    }

    function _unattributed(IManager m, address token) private view returns (uint256) {
        (uint256 earned,) = hook.creatorLedger(token);
        return earned - seen(m, token);
    }

    /// @dev Lifetime payout that the manager has attributed, read from its storage.
    function seen(IManager m, address token) public view returns (uint256) {
        bytes32 slot = bytes32(uint256(keccak256(abi.encode(token, uint256(2)))) + 1);
        return uint128(uint256(vm.load(address(m), slot)));
    }

    function _dynamic() private view returns (DynamicAddressFeeSplitManager) {
        return DynamicAddressFeeSplitManager(payable(address(managers[2])));
    }

    function _isManager(address account) private view returns (bool) {
        for (uint256 i; i < managers.length; ++i) {
            if (address(managers[i]) == account) return true;
        }
        return false;
    }

    function tokenCount() external view returns (uint256) {
        return tokens.length;
    }

    function managerCount() external view returns (uint256) {
        return managers.length;
    }

    function peopleCount() external view returns (uint256) {
        return people.length;
    }
}
