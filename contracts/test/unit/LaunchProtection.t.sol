// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {IHooks} from "@uniswap/v4-core/src/interfaces/IHooks.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {LaunchHook} from "contracts/src/LaunchHook.sol";
import {LaunchLens} from "contracts/src/LaunchLens.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {VmSafe} from "forge-std/Vm.sol";

/// @dev Uniswap's V4Quoter, from its npm package.
interface IQuoter {
    struct QuoteExactSingleParams {
        PoolKey poolKey;
        bool zeroForOne;
        uint128 exactAmount;
        bytes hookData;
    }

    function quoteExactInputSingle(QuoteExactSingleParams memory params)
        external
        returns (uint256 amountOut, uint256 gasEstimate);

    function quoteExactOutputSingle(QuoteExactSingleParams memory params)
        external
        returns (uint256 amountIn, uint256 gasEstimate);
}

contract LaunchProtectionTest is Fixture {
    LaunchToken private token;
    uint256 private opening;
    IQuoter private quoter;

    function setUp() public override {
        super.setUp();
        token = _launchProtected(8_000);
        opening = block.timestamp;
        quoter =
            IQuoter(deployCode("contracts/artifacts/uniswap/V4Quoter.json", abi.encode(manager)));
    }

    function _at(uint256 second) private {
        vm.warp(opening + second);
    }

    // ---------------------------------------------------------------- the fee

    /// @dev 50% at the opening, 1% after ten minutes, in a straight line in between, rounded up.
    function test_buyFee_fallsInAStraightLine() public {
        uint16[8] memory seconds_ = [0, 1, 60, 300, 599, 600, 601, 60_000];
        uint16[8] memory fees = [5_000, 4_992, 4_510, 2_550, 109, 100, 100, 100];
        for (uint256 i; i < seconds_.length; ++i) {
            _at(seconds_[i]);
            uint256 snapshot = vm.snapshotState();
            assertEq(hook.buyFeeBps(address(token)), fees[i]);
            assertEq(_state(token).buyFeeBps, fees[i]);
            assertEq(lens.tokenView(address(token)).buyFeeBps, fees[i]);
            _buy(token, 1 ether);
            assertEq(_claims() + _placed(token), uint256(1 ether) * fees[i] / 10_000);
            vm.revertToState(snapshot);
        }
    }

    /// @dev The condition of the proof in contracts/README.md.
    function test_buyFee_fallsAtLeastAsFastAsTheAnchorRises() public {
        for (uint256 s; s <= 600; ++s) {
            _at(s);
            assertGe(hook.buyFeeBps(address(token)), 100 + (600 - s) * hook.anchorSpeed());
        }
    }

    function test_buyFee_startsAtTheOpening_notAtTheLaunch() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        p.launchProtection = true;
        p.startTime = uint64(opening + 3 days);
        (LaunchToken later,) = _launch(p, _noManager());
        assertEq(_state(later).protectionEnd, opening + 3 days + 600);
        assertEq(hook.buyFeeBps(address(later)), 5_000);
        PoolKey memory key = hook.poolKey(address(later));
        _at(3 days - 1);
        bytes memory reason =
            abi.encodeWithSelector(ILaunchHook.NotStarted.selector, opening + 3 days);
        vm.expectRevert(_wrapped(IHooks.afterSwap.selector, reason));
        vm.prank(trader);
        router.swap{value: 1 ether}(key, true, -1 ether);
        _at(3 days);
        assertEq(hook.buyFeeBps(address(later)), 5_000);
        _at(3 days + 300);
        _buy(later, 1 ether);
        assertEq(_claims() + _placed(later), 0.255 ether);
    }

    function test_buyFee_isOrdinaryWithoutProtection() public {
        LaunchToken plain = _launch(8_000);
        assertEq(hook.buyFeeBps(address(plain)), 100);
        assertEq(_state(plain).protectionEnd, 0);
        assertEq(_state(token).protectionEnd, opening + 600);
        assertEq(lens.tokenView(address(token)).protectionEnd, opening + 600);
        _buy(plain, 1 ether);
        assertEq(_claims(), 0.01 ether);
    }

    /// @dev 1% is split as ever, also below the start; all above goes to the wall.
    function test_buy_givesTheSurplusToTheWall() public {
        uint16[4] memory shares = [0, 5_000, 8_000, 10_000];
        for (uint256 i; i < shares.length; ++i) {
            LaunchToken one = _launchProtected(shares[i]);
            vm.warp(block.timestamp + 60);
            vm.recordLogs();
            _buy(one, 1 ether);
            (uint256 fee, uint256 creatorEth) = _tradeFees();
            assertEq(fee, 0.451 ether);
            assertEq(creatorEth, uint256(0.01 ether) * shares[i] / 10_000);
            ILaunchHook.PoolState memory s = _state(one);
            assertEq(s.creatorEarned, creatorEth);
            assertEq(s.wallSpent + s.wallPending, fee - creatorEth);
            assertGt(s.wallLiquidity, 0);
        }
    }

    function test_buyExactOut_paysTheSameFee() public {
        _at(120);
        vm.recordLogs();
        uint256 paid = _buyExactOut(token, 5_000_000_000e18);
        (uint256 fee, uint256 creatorEth) = _tradeFees();
        assertApproxEqAbs(fee, paid * 4_020 / 10_000, 1);
        assertEq(creatorEth, paid * 100 / 10_000 * 8_000 / 10_000);
        assertEq(_state(token).wallSpent + _state(token).wallPending, fee - creatorEth);
    }

    function _tradeFees() private returns (uint256 fee, uint256 creatorEth) {
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != ILaunchHook.TokenSwap.selector) continue;
            (,, fee, creatorEth,,,) = abi.decode(
                logs[i].data, (int128, int128, uint128, uint128, uint160, int24, uint128)
            );
        }
    }

    // ---------------------------------------------------------------- sales

    function testFuzz_sell_paysTheTradingFee_atEverySecond(uint256 second, uint256 part) public {
        uint256 tokens = _buy(token, 2 ether);
        _at(bound(second, 0, 700));
        tokens = bound(part, 1e9, tokens);
        (uint256 earned,) = hook.creatorLedger(address(token));
        ILaunchHook.PoolState memory s = _state(token);
        uint256 wall = s.wallSpent + s.wallPending;
        uint256 got = _sell(token, tokens);
        (uint256 now_,) = hook.creatorLedger(address(token));
        s = _state(token);
        uint256 fee = now_ - earned + s.wallSpent + s.wallPending - wall;
        assertEq(fee, (got + fee) / 100);
    }

    function test_sellExactOut_paysTheTradingFee() public {
        _buy(token, 2 ether);
        vm.recordLogs();
        _sellExactOut(token, 0.3 ether);
        (uint256 fee,) = _tradeFees();
        assertEq(fee, uint256(0.3 ether + 98) / 99);
    }

    // ---------------------------------------------------------------- quotes

    function testFuzz_quoter_equalsExecution_atAnySecond(uint256 second, uint256 amount, uint8 kind)
        public
    {
        uint256 held = _buy(token, 1 ether);
        _at(bound(second, 0, 700));
        PoolKey memory key = hook.poolKey(address(token));
        bool isBuy = kind % 2 == 0;
        if (kind % 4 < 2) {
            amount = isBuy ? bound(amount, 1, 50 ether) : bound(amount, 1e9, held);
            (uint256 out,) = quoter.quoteExactInputSingle(
                IQuoter.QuoteExactSingleParams(key, isBuy, uint128(amount), "")
            );
            assertEq(isBuy ? _buy(token, amount) : _sell(token, amount), out);
        } else {
            amount = isBuy ? bound(amount, 1, 40_000_000_000e18) : bound(amount, 1, 0.2 ether);
            (uint256 paid,) = quoter.quoteExactOutputSingle(
                IQuoter.QuoteExactSingleParams(key, isBuy, uint128(amount), "")
            );
            assertEq(isBuy ? _buyExactOut(token, amount) : _sellExactOut(token, amount), paid);
        }
    }

    // ---------------------------------------------------------------- the end

    /// @dev The flag is in the word that every trade writes, so that later swaps read nothing else.
    function test_firstTradeAfterTheEnd_clearsTheFlag() public {
        _at(600);
        _buy(token, 0.01 ether);
        vm.record();
        _buy(token, 0.01 ether);
        (bytes32[] memory later,) = vm.accesses(address(hook));
        LaunchToken plain = _launch(8_000);
        _buy(plain, 0.01 ether);
        vm.record();
        _buy(plain, 0.01 ether);
        (bytes32[] memory ordinary,) = vm.accesses(address(hook));
        assertEq(later.length, ordinary.length);
        assertEq(_state(token).protectionEnd, opening + 600);
    }

    function test_sale_clearsTheFlagToo() public {
        uint256 tokens = _buy(token, 1 ether);
        _at(600);
        _sell(token, tokens / 2);
        vm.record();
        _sell(token, tokens / 4);
        (bytes32[] memory reads,) = vm.accesses(address(hook));
        for (uint256 i; i < reads.length; ++i) {
            assertTrue(uint256(vm.load(address(hook), reads[i])) != opening);
        }
    }

    function test_lastSecond_stillCostsMore() public {
        _at(599);
        _buy(token, 1 ether);
        assertEq(_claims() + _placed(token), 0.0109 ether);
        assertEq(hook.buyFeeBps(address(token)), 109);
        _buy(token, 1 ether);
        assertApproxEqAbs(_claims() + _placed(token), 0.0218 ether, 10);
    }

    // ---------------------------------------------------------------- the wall of it

    /// @dev With a creator share of 100% the wall only gets the fees of protection, and works.
    function test_wall_ofACreatorShareOf100Percent() public {
        LaunchToken one = _launchProtected(10_000);
        _buy(one, 2 ether);
        vm.warp(block.timestamp + 500);
        _buy(one, 5 ether);
        vm.warp(block.timestamp + 60);
        _buy(one, 1 ether);
        vm.warp(block.timestamp + 100);
        // places it again after the last one took it down
        _buy(one, 1 ether);
        uint256 tokens = one.balanceOf(trader);
        assertGt(_placed(one), 0.5 ether);
        assertLt(_state(one).wallPending, 1 gwei);
        // trades do not move it
        vm.recordLogs();
        _buy(one, 1 ether);
        _sell(one, tokens / 100);
        assertEq(_moves(), 0);
        // the sale that touches it clears it, and its tokens are burned
        uint256 supply = one.totalSupply();
        vm.recordLogs();
        _sell(one, one.balanceOf(trader));
        assertEq(_moves(), 1);
        assertLt(one.totalSupply(), supply);
    }

    function _moves() private returns (uint256 count) {
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == ILaunchHook.BidWallRepositioned.selector) ++count;
            assertTrue(logs[i].topics[0] != ILaunchHook.BidWallSkipped.selector);
        }
    }

    /// @dev A fall within a second lowers the anchor while a pool is protected.
    function test_anchor_followsFallsWithinASecond() public {
        _at(300);
        uint256 tokens = _buy(token, 3 ether);
        _at(590);
        _buy(token, 1);
        (, int24 before) = _slot0(token);
        assertGt(_state(token).anchorTick, before);
        _at(595);
        _sell(token, tokens / 2);
        (, int24 fallen) = _slot0(token);
        int24 anchor = _state(token).anchorTick;
        if (fallen <= anchor) {
            _sell(token, tokens * 49 / 100);
            (, fallen) = _slot0(token);
        }
        assertGt(fallen, anchor);
        _buy(token, 0.5 ether);
        assertEq(_state(token).anchorTick, fallen);
    }

    function test_launch_failsIf_theDeploymentOffersNoProtection() public {
        address at = address(uint160(0xABC0000) << 16 | FLAGS);
        bytes memory args = abi.encode(
            manager, address(this), uint16(100), uint24(2), uint64(1), uint16(0), uint32(0)
        );
        _deployHookTo(at, args);
        ILaunchHook.Terms memory terms = ILaunchHook.Terms(1, 0, creator, 8_000, 1, true, 0);
        vm.expectRevert(ILaunchHook.ProtectionUnavailable.selector);
        LaunchHook(at).register(address(7), terms);
        assertEq(LaunchHook(at).protectionStartBps(), 0);
    }

    function test_launch_disclosesProtectionAndReferral() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        p.launchProtection = true;
        p.referralPercent = 20;
        p.startTime = uint64(block.timestamp + 1 hours);
        ILaunchpad.LaunchRecord memory r = _record(p);
        assertEq(r.protectionStartBps, 5_000);
        assertEq(r.protectionEnd, block.timestamp + 1 hours + 600);
        assertEq(r.referralPercent, 20);
        r = _record(_params(8_000));
        assertEq(r.protectionStartBps + r.protectionEnd + r.referralPercent, 0);
    }

    function _record(ILaunchpad.LaunchParams memory p)
        private
        returns (ILaunchpad.LaunchRecord memory)
    {
        vm.recordLogs();
        _launch(p, _noManager());
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != ILaunchpad.TokenLaunched.selector) continue;
            return abi.decode(logs[i].data, (ILaunchpad.LaunchRecord));
        }
        revert("no launch");
    }
}
