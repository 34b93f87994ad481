// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {SwapRouter} from "../utils/SwapRouter.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {FeeStream} from "contracts/src/FeeStream.sol";
import {LaunchHook} from "contracts/src/LaunchHook.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {Launchpad} from "contracts/src/Launchpad.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {IManager} from "contracts/src/interfaces/IManager.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {Test} from "forge-std/Test.sol";
import {VmSafe} from "forge-std/Vm.sol";

/// @notice The state that the handler knows without the hook: a ledger that it maintains from the events,
/// and an anchor of its own. It trades in at most `MAX_TOKENS` pools at a time. A launch beyond that
/// retires a pool: nobody trades in it any more, so its amounts do not change.
abstract contract Ledger is Test {
    uint256 internal constant MAX_TOKENS = 12;
    /// @dev One in each manager, which actions on managers need.
    uint256 private constant KEPT_TOKENS = 3;

    /// @param spread Of all moves that put ETH into the wall, the fewest ticks between the wall and the
    /// higher of price and anchor at that moment.
    struct Wall {
        uint256 moves;
        int256 spread;
    }

    /// @dev The expected anchor of the hook.
    struct Anchor {
        int24 tick;
        uint256 time;
        bool isProtected;
        uint256 protectionEnd;
    }

    LaunchHook public immutable hook;
    SwapRouter public immutable router;
    FeeStream public immutable stream;
    address public immutable trader;
    address public immutable owner;
    Launchpad public pad;
    address public launcher;

    LaunchToken[] public tokens;
    IManager[] public managers;
    address[] public people;

    mapping(LaunchToken => uint256) public fees;
    mapping(LaunchToken => uint256) public creatorFees;
    mapping(LaunchToken => uint256) public referralFees;
    mapping(LaunchToken => Wall) public walls;
    mapping(LaunchToken => Anchor) public anchors;
    /// @dev ETH that traders and walls put into a pool; Uniswap's fee included.
    mapping(LaunchToken => uint256) public ethInPool;
    /// @dev What referrers earned in all pools and were paid.
    mapping(address => uint256) public referralEarned;
    uint256 public referralsPaid;
    mapping(IManager => uint256) public received;
    mapping(IManager => uint256) public paid;
    uint256 public claimedDirectly;
    uint256 public moves;
    uint256 public burned;
    uint256 public launches;
    /// @dev Amounts in pools that nobody trades in any more: pending ETH, ETH in the pool, tokens.
    uint256 public retired;
    uint256 public retiredPending;
    uint256 public retiredEth;
    uint256 public retiredSupply;

    /// @dev Fees of the wall that have not been placed, ETH that was set aside when it was taken down, and
    /// the best price that it may pay, in tokens per ETH times 2^64.
    mapping(LaunchToken => uint256) private _wallFees;
    mapping(LaunchToken => uint256) private _aside;
    mapping(LaunchToken => uint256) private _level;

    constructor(LaunchHook hook_, SwapRouter router_, address trader_, address owner_) {
        hook = hook_;
        router = router_;
        stream = hook_.feeStream();
        trader = trader_;
        owner = owner_;
    }

    function setLaunchpad(Launchpad pad_, address launcher_) external {
        pad = pad_;
        launcher = launcher_;
    }

    function addToken(LaunchToken token) external {
        tokens.push(token);
        _meet(token);
    }

    function addManager(IManager manager) external {
        managers.push(manager);
    }

    function addPerson(address person) external {
        people.push(person);
    }

    // ---------------------------------------------------------------- launches

    function _launch(ILaunchpad.LaunchParams memory p, ILaunchpad.ManagerParams memory m)
        internal
        returns (LaunchToken token)
    {
        vm.prank(launcher);
        (address at,) = pad.launch(p, m);
        token = LaunchToken(at);
        ++launches;
        if (tokens.length < MAX_TOKENS) {
            tokens.push(token);
        } else {
            uint256 place = KEPT_TOKENS + launches % (MAX_TOKENS - KEPT_TOKENS);
            _retire(tokens[place]);
            tokens[place] = token;
        }
        _meet(token);
    }

    function _meet(LaunchToken token) private {
        ILaunchHook.PoolState memory s = hook.poolState(address(token));
        anchors[token] = Anchor(s.startTick, s.anchorTime, s.protectionEnd != 0, s.protectionEnd);
        walls[token].spread = type(int256).max;
    }

    /// @dev Pays out what the pool earned; its wall and pending ETH stay.
    function _retire(LaunchToken token) private {
        address holder = stream.holderOf(address(token));
        if (_isManager(holder)) {
            received[IManager(holder)] += IManager(holder).sync(address(token));
        } else {
            claimedDirectly += hook.claim(address(token));
        }
        ++retired;
        retiredPending += hook.poolState(address(token)).wallPending;
        retiredEth += ethInPool[token];
        retiredSupply += token.totalSupply();
    }

    // ---------------------------------------------------------------- trades

    function _buy(LaunchToken token, uint256 eth, bytes memory hookData) internal {
        vm.deal(trader, trader.balance + eth);
        _trade(token, true, -int256(eth), eth, hookData);
    }

    function _buyExactOut(LaunchToken token, uint256 amount) internal {
        uint256 purse = 1e9 ether;
        vm.deal(trader, trader.balance + purse);
        _trade(token, true, int256(amount), purse, "");
    }

    function _sell(LaunchToken token, int256 amount) internal {
        vm.prank(trader);
        token.approve(address(router), type(uint256).max);
        _trade(token, false, amount, 0, "");
    }

    function _trade(
        LaunchToken token,
        bool buys,
        int256 amount,
        uint256 value,
        bytes memory hookData
    ) private {
        PoolKey memory key = hook.poolKey(address(token));
        Anchor storage a = anchors[token];
        if (block.timestamp >= a.protectionEnd) a.isProtected = false;
        _moveAnchor(token);
        vm.recordLogs();
        vm.prank(trader);
        router.swapWith{value: value}(key, buys, amount, hookData);
        _record(token);
    }

    function _poke(LaunchToken token) internal {
        _moveAnchor(token);
        vm.recordLogs();
        hook.poke(address(token));
        _record(token);
    }

    /// @dev Follows a fall at once and a rise at its speed; within a second it stays, except that the
    /// anchor of a protected pool follows falls in it as well. A higher tick is a cheaper token.
    function _moveAnchor(LaunchToken token) private {
        Anchor storage a = anchors[token];
        (, int24 tick) = _slot0(token);
        uint256 passed = block.timestamp - a.time;
        if (passed == 0 && !a.isProtected) return;
        int256 most = int256(a.tick) - int256(passed * hook.anchorSpeed());
        a.tick = most > tick ? int24(most) : tick;
        a.time = block.timestamp;
    }

    function _slot0(LaunchToken token) internal view returns (uint160 sqrtPriceX96, int24 tick) {
        return PoolMath.slot0(hook.poolManager(), hook.poolId(address(token)));
    }

    // ---------------------------------------------------------------- events

    function _record(LaunchToken token) private {
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != address(hook)) continue;
            bytes32 topic = logs[i].topics[0];
            if (topic == ILaunchHook.TokenSwap.selector) {
                (int128 eth,, uint128 fee, uint128 creatorEth,,, uint128 referralEth) = abi.decode(
                    logs[i].data, (int128, int128, uint128, uint128, uint160, int24, uint128)
                );
                fees[token] += fee;
                creatorFees[token] += creatorEth;
                referralFees[token] += referralEth;
                _wallFees[token] += fee - creatorEth - referralEth;
                ethInPool[token] = uint256(int256(ethInPool[token]) + eth);
            } else if (topic == ILaunchHook.BidWallRepositioned.selector) {
                (uint256 placed, uint256 returned, uint256 tokensBurned, int24 lower,) =
                    abi.decode(logs[i].data, (uint256, uint256, uint256, int24, int24));
                _recordMove(token, placed, returned, lower);
                ethInPool[token] = ethInPool[token] + placed - returned;
                moves++;
                burned += tokensBurned;
            } else if (topic == ILaunchHook.BidWallSkipped.selector) {
                revert("the wall must be able to move");
            }
        }
    }

    /// @dev The wall is never at a better price than the mean of those at which its ETH came in.
    function _recordMove(LaunchToken token, uint256 placed, uint256 returned, int24 lower) private {
        (, int24 higher) = _slot0(token);
        if (anchors[token].tick > higher) higher = anchors[token].tick;
        uint256 held = returned == 0 ? _aside[token] : returned;
        uint256 fresh = _wallFees[token];
        _raiseLevel(token, PoolMath.priceX64(PoolMath.wallTick(higher)), held, fresh);
        if (placed == 0) {
            _aside[token] = held + fresh;
            _wallFees[token] = 0;
            return;
        }
        Wall storage w = walls[token];
        ++w.moves;
        if (int256(lower) - higher < w.spread) w.spread = int256(lower) - higher;
        uint256 level = PoolMath.priceX64(lower);
        assertGe(level + level / 2 ** 24, _level[token], "pays more than its ETH came in at");
        _aside[token] = 0;
        _wallFees[token] = held + fresh - placed;
    }

    /// @dev The mean of the level of `held` ETH and the price at which `fresh` ETH comes in.
    function _raiseLevel(LaunchToken token, uint256 price, uint256 held, uint256 fresh) private {
        uint256 old = _level[token];
        if (held == 0 || old < price) old = price;
        // A wall that gets nothing of the trading fee and was spent to the last wei.
        if (held + fresh == 0) {
            _level[token] = price;
            return;
        }
        _level[token] = price + (old - price) / 2 ** 32 * (held * 2 ** 32 / (held + fresh));
    }

    // ---------------------------------------------------------------- views

    function _unattributed(IManager m, address token) internal view returns (uint256) {
        (uint256 earned,) = hook.creatorLedger(token);
        return earned - seen(m, token);
    }

    /// @dev Lifetime payout that the manager has attributed, read from its storage.
    function seen(IManager m, address token) public view returns (uint256) {
        bytes32 slot = bytes32(uint256(keccak256(abi.encode(token, uint256(2)))) + 1);
        return uint128(uint256(vm.load(address(m), slot)));
    }

    function _isManager(address account) internal view returns (bool) {
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
