// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {VmSafe} from "forge-std/Vm.sol";

/// @notice The place of the wall, when it moves and the cost of a move. 10,000 USDC at 3,000 is a depth of
/// 3.33 ETH at the start, so a batch of a pool whose fees all go to the wall is 0.0167 ETH there.
contract BidWallTest is Fixture {
    LaunchToken internal token;

    function setUp() public override {
        super.setUp();
        token = _launch(0);
    }

    function _due(LaunchToken t) private view returns (uint256) {
        return _state(t).wallThreshold;
    }

    /// @dev The only move of the wall since the logs were last read.
    function _move() private returns (ILaunchHook.PoolState memory s, uint256[3] memory eth) {
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        uint256 found;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != ILaunchHook.BidWallRepositioned.selector) continue;
            int24 upper;
            (eth[0], eth[1], eth[2], s.wallLower, upper) =
                abi.decode(logs[i].data, (uint256, uint256, uint256, int24, int24));
            assertEq(upper, s.wallLower + 60);
            ++found;
        }
        assertEq(found, 1);
    }

    /// @dev A wall near the price of a pool at four times its start.
    function _settled() private returns (LaunchToken t) {
        t = _launch(0);
        _buy(t, 3.4 ether);
        for (uint256 i; i < 40 || _state(t).wallLiquidity == 0; ++i) {
            vm.warp(block.timestamp + 1 days);
            _sell(t, _buy(t, 1 ether));
        }
        assertGt(_state(t).wallLiquidity, 0);
    }

    /// @dev The same with 2/3 of the wall spent, and nearly a batch pending.
    function _touched() private returns (LaunchToken t) {
        t = _settled();
        uint256 placed = _placed(t);
        uint256 all = t.balanceOf(trader);
        for (uint256 i; i < 1_000 && lens.tokenView(address(t)).wallEth * 3 > placed; ++i) {
            _sell(t, all / 1_000);
            // no batch may fill on the way
            if (_state(t).wallPending * 10 > _due(t) * 9) _reset(t);
        }
        assertGt(lens.tokenView(address(t)).wallTokens, 0);
    }

    /// @dev As if nothing were pending.
    function _reset(LaunchToken t) private {
        bytes32 slot = keccak256(abi.encode(address(t), uint256(0)));
        uint256 word = uint256(vm.load(address(hook), slot));
        uint256 pending = (word >> 88) & (2 ** 73 - 1);
        vm.store(address(hook), slot, bytes32(word ^ pending << 88));
    }

    // ---------------------------------------------------------------- batches

    function test_batch_isHalfTheWallFeesOfTheDepth() public {
        assertApproxEqRel(_due(token), 0.01667 ether, 0.01 ether);
        LaunchToken other = _launch(8_000);
        assertApproxEqRel(_due(other), 0.003333 ether, 0.01 ether);
        assertEq(_due(_launch(10_000)), 1 gwei);
        // at four times the start, twice the depth
        _buy(token, 3.3667 ether);
        assertApproxEqRel(_due(token), 0.03333 ether, 0.01 ether);
    }

    function test_batch_isNeverMoreThanTheSetting() public {
        _buy(token, 100 ether);
        assertEq(_due(token), 0.1 ether);
        assertEq(hook.wallThreshold(), 0.1 ether);
    }

    function test_wall_isPutUpWhenABatchIsFull() public {
        vm.warp(block.timestamp + 1 days);
        _buy(token, 1 ether);
        assertEq(_state(token).wallLiquidity, 0);
        assertEq(_state(token).wallPending, 0.01 ether);
        vm.recordLogs();
        _buy(token, 4 ether);
        ILaunchHook.PoolState memory s = _state(token);
        (ILaunchHook.PoolState memory m, uint256[3] memory eth) = _move();
        (, int24 tick) = _slot0(token);
        assertGt(s.wallLower, tick);
        assertEq(s.wallLower, m.wallLower);
        assertEq(s.wallLower, PoolMath.wallTick(s.anchorTick));
        assertApproxEqAbs(_placed(token), 0.05 ether, 1e6);
        assertEq(eth[0], _placed(token));
        assertEq(eth[1] + eth[2], 0);
        assertEq(s.wallSpent + s.wallPending, 0.05 ether);
        assertEq(_claims(), s.creatorEarned + s.wallPending);
    }

    function test_wall_slotIsInitializedByTheFirstFee() public {
        assertEq(_state(token).wallLower, 0);
        _buy(token, 1 ether);
        assertEq(_state(token).wallLower, _state(token).startTick);
        assertEq(_state(token).wallLiquidity, 0);
        assertEq(_state(token).wallSpent, 0);
        LaunchToken other = _launch(10_000);
        _buy(other, 1 ether);
        assertEq(_state(other).wallLower, 0);
    }

    /// @dev After a move nothing is pending; the next fee must not count as the first one.
    function test_wall_isKeptByTheNextFee() public {
        _buy(token, 10 ether);
        assertLt(_state(token).wallPending, 1e6);
        ILaunchHook.PoolState memory s = _state(token);
        _buy(token, 0.1 ether);
        assertEq(_state(token).wallLiquidity, s.wallLiquidity);
        assertEq(_state(token).wallLower, s.wallLower);
        assertEq(_state(token).wallSpent + _state(token).wallPending, 0.101 ether);
    }

    // ---------------------------------------------------------------- level

    /// @dev The price rises fourfold and stays. ETH that was placed at the start price always counts with
    /// it, so after as much again the wall is at the mean of tokens per ETH.
    function test_level_isTheMeanOfThePrices_neverLifted() public {
        _buy(token, 3.4 ether);
        ILaunchHook.PoolState memory first = _state(token);
        assertEq(first.wallLower, first.startTick + 60);
        uint256 low = PoolMath.priceX64(first.wallLower);
        vm.warp(block.timestamp + 1 days);
        uint256 ethAtLow = 0.034 ether;
        uint256 weighted = ethAtLow * low;
        uint256 eth = ethAtLow;
        for (uint256 i; i < 40; ++i) {
            uint256 before = _state(token).wallSpent;
            _sell(token, _buy(token, 1 ether));
            ILaunchHook.PoolState memory s = _state(token);
            uint256 fed = s.wallSpent + (s.wallLiquidity == 0 ? s.wallPending : 0) - before;
            (, int24 tick) = _slot0(token);
            assertGt(s.wallLower, tick);
            // an upper bound of the level at which it came in: the price now is above the wall's
            weighted += fed * PoolMath.priceX64(tick - 700);
            eth += fed;
            if (s.wallLiquidity == 0) continue;
            assertGe(PoolMath.priceX64(s.wallLower) * (eth / 1e6), weighted / 1e6);
        }
        assertLt(_state(token).wallLower, first.wallLower);
        (, int24 top) = _slot0(token);
        assertGt(_state(token).wallLower, top + 600);
    }

    function test_wall_growsWhereItStands() public {
        _buy(token, 10 ether);
        int24 lower = _state(token).wallLower;
        uint256 placed = _placed(token);
        vm.recordLogs();
        _buy(token, 10 ether);
        (ILaunchHook.PoolState memory m, uint256[3] memory eth) = _move();
        assertEq(m.wallLower, lower);
        assertEq(_state(token).wallLower, lower);
        assertEq(eth[1], placed - 1);
        assertApproxEqAbs(eth[0], _placed(token), 1);
        assertApproxEqAbs(_placed(token), 0.2 ether, 1e6);
        assertEq(eth[2], 0);
        // the same by the rules of the indexer
        uint256 available = 0.2 ether - placed + eth[1];
        assertEq(_state(token).wallLiquidity, PoolMath.wallLiquidity(lower, available));
        assertLt(_state(token).wallPending, 1e6);
        assertEq(_claims(), _state(token).wallPending);
    }

    /// @dev A rise of less than 300 ticks is not worth a new position; the level is kept.
    function test_wall_doesNotRiseByALittle() public {
        _buy(token, 10 ether);
        for (uint256 i; i < 20; ++i) {
            _sell(token, _buy(token, 20 ether));
        }
        int24 old = _state(token).wallLower;
        vm.warp(block.timestamp + 1 days);
        uint256 fed = _state(token).wallSpent;
        uint256 moves;
        while (_state(token).wallLiquidity != 0) {
            assertEq(_state(token).wallLower, old);
            uint256 before = _state(token).wallSpent;
            _buy(token, 0.1 ether);
            if (_state(token).wallSpent != before) ++moves;
            assertLt(_state(token).wallSpent, fed * 106 / 100);
        }
        assertGt(moves, 0);
        assertLe(_state(token).wallLower, old - 300);
        assertGt(_state(token).wallLower, old - 900);
    }

    /// @dev Where it has to move higher, one trade takes it down and the next one places it again.
    function test_wall_risesInTwoTrades() public {
        _buy(token, 10 ether);
        int24 old = _state(token).wallLower;
        uint256 placed = _placed(token);
        vm.warp(block.timestamp + 1 days);
        vm.recordLogs();
        _buy(token, 10 ether);
        (ILaunchHook.PoolState memory m, uint256[3] memory eth) = _move();
        ILaunchHook.PoolState memory s = _state(token);
        assertEq(m.wallLower, old);
        assertEq(eth[0], 0);
        assertApproxEqAbs(eth[1], placed, 1);
        assertEq(s.wallLiquidity, 0);
        assertApproxEqAbs(s.wallPending, 0.2 ether, 1e6);
        assertEq(s.wallSpent + s.wallPending, 0.2 ether);
        assertEq(_claims(), s.wallPending);
        // the level is fixed: a higher price in between does not lift it
        int24 level = s.wallLower;
        vm.warp(block.timestamp + 1 days);
        _buy(token, 0.1 ether);
        (m, eth) = _move();
        s = _state(token);
        assertApproxEqAbs(_placed(token), 0.201 ether, 1e6);
        assertEq(eth[0], _placed(token));
        assertEq(eth[1], 0);
        assertLe(level - s.wallLower, 60);
        assertEq(s.wallLower, m.wallLower);
        assertEq(s.wallSpent + s.wallPending, 0.201 ether);
    }

    function test_wall_staysBelowTheAnchorWhenThePriceJumps() public {
        vm.warp(block.timestamp + 1 days);
        _buy(token, 60 ether);
        ILaunchHook.PoolState memory s = _state(token);
        assertEq(s.anchorTick, s.startTick);
        assertEq(s.wallLower, s.startTick + 60);
    }

    // ---------------------------------------------------------------- burns

    function test_wall_burnsWhatItBought_andTheNextTradePutsItUp() public {
        LaunchToken t = _touched();
        uint256 supply = t.totalSupply();
        uint256 bought = lens.tokenView(address(t)).wallTokens;
        uint256 left = lens.tokenView(address(t)).wallEth;
        _sell(t, t.balanceOf(trader) / 100_000);
        bought = lens.tokenView(address(t)).wallTokens;
        left = lens.tokenView(address(t)).wallEth;
        vm.recordLogs();
        _buy(t, _due(t) * 5);
        while (_state(t).wallLiquidity != 0) {
            vm.getRecordedLogs();
            bought = lens.tokenView(address(t)).wallTokens;
            left = lens.tokenView(address(t)).wallEth;
            _sell(t, t.balanceOf(trader) / 10_000);
        }
        (, uint256[3] memory eth) = _move();
        assertEq(eth[0], 0);
        assertGe(eth[2], bought);
        assertLe(eth[1], left);
        assertEq(supply - t.totalSupply(), eth[2]);
        assertEq(t.balanceOf(address(hook)), 0);
        supply = t.totalSupply();
        _buy(t, 0.001 ether);
        assertEq(t.totalSupply(), supply);
        assertGt(_state(t).wallLiquidity, 0);
        (, int24 tick) = _slot0(t);
        assertGt(_state(t).wallLower, tick);
    }

    /// @dev A router that pays first would be charged for tokens that leave in between. The wall keeps its
    /// tokens as a claim, and burns them the next time.
    function test_wall_burnsLater_ifARouterPaysFirst() public {
        LaunchToken t = _touched();
        uint256 supply = t.totalSupply();
        PoolKey memory key = hook.poolKey(address(t));
        uint256 amount = t.balanceOf(trader) * 9 / 10;
        vm.startPrank(trader);
        t.approve(address(router), amount);
        router.swapTo(key, false, -int256(amount), TickMath.MAX_SQRT_PRICE - 1, true);
        vm.stopPrank();
        assertEq(_state(t).wallLiquidity, 0);
        assertEq(t.totalSupply(), supply);
        uint256 kept = manager.balanceOf(address(hook), uint160(address(t)));
        assertGt(kept, 0);
        _sell(t, t.balanceOf(trader) / 2);
        assertGt(_state(t).wallLiquidity, 0);
        _buy(t, 10 ether);
        vm.warp(block.timestamp + 1 days);
        for (uint256 i; i < 20; ++i) {
            _sell(t, _buy(t, 10 ether));
        }
        for (uint256 i; i < 10; ++i) {
            _sell(t, t.balanceOf(trader) / 3);
        }
        assertEq(manager.balanceOf(address(hook), uint160(address(t))), 0);
        assertGt(supply - t.totalSupply(), kept);
    }

    /// @dev Routers pay after the swap. Where holders have nearly all tokens, the PoolManager does not have
    /// the wall's tokens until the seller pays.
    function test_wall_burnsLater_ifTheSellerBringsTheTokensAfterwards() public {
        LaunchToken t = _launch(0);
        _buy(t, 300 ether);
        vm.warp(block.timestamp + 1 days);
        _buy(t, 300 ether);
        _buy(t, 0.01 ether);
        assertGt(_state(t).wallLiquidity, 0);
        uint256 supply = t.totalSupply();
        vm.recordLogs();
        _sell(t, t.balanceOf(trader));
        (, uint256[3] memory eth) = _move();
        assertGt(eth[1], 0);
        assertEq(_state(t).wallLiquidity, 0);
        assertEq(t.totalSupply(), supply);
        uint256 kept = manager.balanceOf(address(hook), uint160(address(t)));
        assertGt(kept, 0);
        _buy(t, 10 ether);
        for (uint256 i; i < 20; ++i) {
            vm.warp(block.timestamp + 1 days);
            _sell(t, _buy(t, 10 ether));
        }
        for (uint256 i; i < 20; ++i) {
            _sell(t, t.balanceOf(trader) / 3);
        }
        assertEq(manager.balanceOf(address(hook), uint160(address(t))), 0);
        assertGt(supply - t.totalSupply(), kept);
    }

    function test_wall_thatCannotMoveBlocksNoSwap() public {
        _buy(token, 1.5 ether);
        vm.mockCallRevert(
            address(manager), abi.encodeWithSelector(IPoolManager.modifyLiquidity.selector), "x"
        );
        bytes32 id = hook.poolId(address(token));
        vm.expectEmit(address(hook));
        emit ILaunchHook.BidWallSkipped(id);
        assertGt(_buy(token, 4 ether), 0);
        vm.clearMockedCalls();
        assertEq(_state(token).wallLiquidity, 0);
        _buy(token, 1 ether);
        assertGt(_state(token).wallLiquidity, 0);
    }

    // ---------------------------------------------------------------- anchor

    function test_anchor_risesAtItsSpeedAndFallsAtOnce() public {
        uint256 tokens = _buy(token, 5 ether);
        int24 start = _state(token).startTick;
        vm.warp(block.timestamp + 100);
        _buy(token, 0.01 ether);
        assertEq(_state(token).anchorTick, start - 200);
        vm.warp(block.timestamp + 10 days);
        (, int24 high) = _slot0(token);
        _sell(token, tokens / 2);
        assertEq(_state(token).anchorTick, high);
        (, int24 low) = _slot0(token);
        vm.warp(block.timestamp + 1);
        _buy(token, 0.01 ether);
        assertEq(_state(token).anchorTick, low);
    }

    /// @dev A fall and a rise within one second leave the anchor where the second began.
    function test_anchor_isNotMovedTwiceInOneSecond() public {
        _buy(token, 5 ether);
        vm.warp(block.timestamp + 100);
        uint256 tokens = _buy(token, 1 ether);
        int24 anchor = _state(token).anchorTick;
        _sell(token, tokens);
        assertEq(_state(token).anchorTick, anchor);
        // now below the anchor: the next trade of this second must not follow
        _sell(token, token.balanceOf(trader) * 99 / 100);
        (, int24 tick) = _slot0(token);
        assertGt(tick, anchor);
        _buy(token, 0.001 ether);
        assertEq(_state(token).anchorTick, anchor);
        vm.warp(block.timestamp + 1);
        (, tick) = _slot0(token);
        _buy(token, 0.001 ether);
        assertEq(_state(token).anchorTick, tick);
    }

    // ---------------------------------------------------------------- poke

    function test_poke_feedsTheWallAfterSevenIdleDays() public {
        _buy(token, 1 ether);
        vm.warp(block.timestamp + 7 days - 1);
        vm.expectRevert(ILaunchHook.NotIdle.selector);
        hook.poke(address(token));
        vm.warp(block.timestamp + 1);
        vm.prank(makeAddr("anyone"));
        hook.poke(address(token));
        ILaunchHook.PoolState memory s = _state(token);
        assertGt(s.wallLiquidity, 0);
        (, int24 tick) = _slot0(token);
        assertEq(s.anchorTick, tick);
        assertEq(s.wallLower, PoolMath.wallTick(tick));
        assertEq(s.anchorTime, block.timestamp);
        vm.expectRevert(ILaunchHook.NotIdle.selector);
        hook.poke(address(token));
    }

    /// @dev Down and up in one transaction, to the mean of both prices.
    function test_poke_movesAnyDistanceAtOnce() public {
        _buy(token, 10 ether);
        int24 old = _state(token).wallLower;
        _buy(token, 1 ether);
        vm.warp(block.timestamp + 7 days);
        (, int24 tick) = _slot0(token);
        hook.poke(address(token));
        ILaunchHook.PoolState memory s = _state(token);
        assertEq(s.anchorTick, tick);
        assertGt(s.wallLower, tick);
        assertLt(s.wallLower, old);
        assertApproxEqAbs(_placed(token), 0.11 ether, 1e6);
        uint256 mean =
            (PoolMath.priceX64(old) * 10 + PoolMath.priceX64(PoolMath.wallTick(tick))) / 11;
        assertApproxEqAbs(s.wallLower, PoolMath.wallTickAt(mean), 60);
        assertEq(_claims(), s.wallPending);
    }

    function test_poke_putsUpAWallThatIsDownAtOnce() public {
        _buy(token, 10 ether);
        vm.warp(block.timestamp + 1 days);
        _buy(token, 10 ether);
        assertEq(_state(token).wallLiquidity, 0);
        uint256 pending = _state(token).wallPending;
        hook.poke(address(token));
        assertGt(_state(token).wallLiquidity, 0);
        assertApproxEqAbs(_placed(token), pending, 1e6);
        vm.expectRevert(ILaunchHook.NotIdle.selector);
        hook.poke(address(token));
    }

    function test_poke_failsIf_nothingIsPendingOrTokenUnknown() public {
        vm.warp(block.timestamp + 8 days);
        vm.expectRevert(ILaunchHook.NothingPending.selector);
        hook.poke(address(token));
        vm.expectRevert(ILaunchHook.UnknownPool.selector);
        hook.poke(address(0xdead));
    }

    function test_poke_keepsDust() public {
        _buyExactOut(token, 1);
        vm.warp(block.timestamp + 8 days);
        uint256 pending = _state(token).wallPending;
        assertGt(pending, 0);
        hook.poke(address(token));
        assertEq(_state(token).wallSpent + _state(token).wallPending, pending);
    }
}
