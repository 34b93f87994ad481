// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {CustomRevert} from "@uniswap/v4-core/src/libraries/CustomRevert.sol";
import {CurrencyLibrary} from "@uniswap/v4-core/src/types/Currency.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {VmSafe} from "forge-std/Vm.sol";

/// @dev Refuses ETH.
contract Refuser {
    function claimTo(ILaunchHook hook, address to) external {
        hook.claimReferralTo(to);
    }
}

contract ReferralTest is Fixture {
    address private referrer = makeAddr("referrer");
    LaunchToken private token;

    function setUp() public override {
        super.setUp();
        token = _launchReferring(8_000, 20);
    }

    function _launchReferring(uint16 shareBps, uint8 percent) private returns (LaunchToken one) {
        ILaunchpad.LaunchParams memory p = _params(shareBps);
        p.referralPercent = percent;
        (one,) = _launch(p, _noManager());
    }

    function _buyWith(LaunchToken one, uint256 eth, bytes memory data) private {
        PoolKey memory key = hook.poolKey(address(one));
        vm.prank(trader);
        router.swapWith{value: eth}(key, true, -int256(eth), data);
    }

    function _earned(address who) private view returns (uint256 earned) {
        (earned,) = hook.referralEarned(who);
    }

    function test_referral_isPaidByTheCreator() public {
        vm.expectEmit(address(hook));
        emit ILaunchHook.ReferralEarned(hook.poolId(address(token)), referrer, 0.002 ether);
        _buyWith(token, 1 ether, abi.encode(referrer));
        assertEq(_earned(referrer), 0.002 ether);
        assertEq(_state(token).creatorEarned, 0.006 ether);
        assertEq(_state(token).wallPending, 0.002 ether);
        assertEq(_claims(), 0.01 ether);
        assertEq(_state(token).referralPercent, 20);
        assertEq(lens.tokenView(address(token)).referralPercent, 20);
    }

    function test_referral_ofASale_andPacked() public {
        _buyWith(token, 1 ether, abi.encodePacked(referrer));
        assertEq(_earned(referrer), 0.002 ether);
        uint256 amount = token.balanceOf(trader);
        PoolKey memory key = hook.poolKey(address(token));
        vm.startPrank(trader);
        token.approve(address(router), amount);
        (int128 got,) = router.swapWith(key, false, -int256(amount), abi.encode(referrer));
        uint256 fee = uint256(uint128(got)) / 99;
        assertApproxEqAbs(_earned(referrer) - 0.002 ether, fee / 5, 2);
    }

    /// @dev Never more than the creator's part.
    function testFuzz_referral_isAtMostTheCreatorsPart(uint16 share, uint8 percent, uint256 eth)
        public
    {
        share = uint16(bound(share, 0, 10_000));
        percent = uint8(bound(percent, 0, 20));
        eth = bound(eth, 1, 100 ether);
        LaunchToken one = _launchReferring(share, percent);
        _buyWith(one, eth, abi.encode(referrer));
        uint256 fee = eth / 100;
        uint256 creatorPart = fee * share / 10_000;
        uint256 asked = fee * percent / 100;
        uint256 part = asked < creatorPart ? asked : creatorPart;
        assertEq(_earned(referrer), part);
        ILaunchHook.PoolState memory s = _state(one);
        assertEq(s.creatorEarned, creatorPart - part);
        assertEq(s.wallPending + s.wallSpent, fee - creatorPart);
        assertEq(_claims(), s.creatorEarned + s.wallPending + part);
    }

    /// @dev A referrer gets no part of the fee that launch protection adds.
    function test_referral_ofAProtectedBuy_isOfTheTradingFee() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        (p.launchProtection, p.referralPercent) = (true, 10);
        (LaunchToken one,) = _launch(p, _noManager());
        _buyWith(one, 1 ether, abi.encode(referrer));
        assertEq(_earned(referrer), 0.001 ether);
        assertEq(_state(one).creatorEarned, 0.007 ether);
        ILaunchHook.PoolState memory s = _state(one);
        assertEq(s.wallSpent + s.wallPending, 0.492 ether);
    }

    /// @dev Hook data that is not an address names no referrer, and never stops a swap.
    function testFuzz_malformedData_isNobody(bytes memory data) public {
        vm.assume(data.length != 20 && (data.length != 32 || uint256(bytes32(data)) >> 160 != 0));
        _buyWith(token, 1 ether, data);
        assertEq(_state(token).creatorEarned, 0.008 ether);
    }

    function test_zeroAddress_isNobody() public {
        _buyWith(token, 1 ether, abi.encode(address(0)));
        _buyWith(token, 1 ether, abi.encodePacked(address(0)));
        _buyWith(token, 1 ether, abi.encode(uint256(uint160(referrer)) | 1 << 160));
        _buyWith(token, 1 ether, abi.encode(referrer, uint256(0)));
        _buyWith(token, 1 ether, new bytes(100_000));
        assertEq(_state(token).creatorEarned, 0.04 ether);
        assertEq(_earned(address(0)) + _earned(referrer), 0);
    }

    function test_launchWithoutReferral_creditsNobody() public {
        LaunchToken plain = _launch(8_000);
        _buyWith(plain, 1 ether, abi.encode(referrer));
        assertEq(_earned(referrer), 0);
        assertEq(_state(plain).creatorEarned, 0.008 ether);
    }

    function test_launch_failsIf_shareIsAbove20Percent() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        p.referralPercent = 21;
        vm.prank(launcher);
        vm.expectRevert(ILaunchpad.InvalidShare.selector);
        pad.launch(p, _noManager());
    }

    function test_claimReferral_paysTheReferrer_whoeverCalls() public {
        _buyWith(token, 1 ether, abi.encode(referrer));
        LaunchToken other = _launchReferring(10_000, 10);
        _buyWith(other, 1 ether, abi.encode(referrer));
        vm.expectEmit(address(hook));
        emit ILaunchHook.ReferralPaid(referrer, referrer, 0.003 ether);
        vm.prank(trader);
        assertEq(hook.claimReferral(referrer), 0.003 ether);
        assertEq(referrer.balance, 0.003 ether);
        assertEq(hook.claimReferral(referrer), 0);
        _buyWith(token, 1 ether, abi.encode(referrer));
        (uint256 earned, uint256 paid) = hook.referralEarned(referrer);
        assertEq(earned, 0.005 ether);
        assertEq(paid, 0.003 ether);
        assertEq(hook.claimReferral(referrer), 0.002 ether);
        assertEq(referrer.balance, 0.005 ether);
    }

    function test_claimReferral_isLoggedBeforeThePayment() public {
        _buyWith(token, 1 ether, abi.encode(referrer));
        vm.recordLogs();
        hook.claimReferral(referrer);
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs[0].topics[0], ILaunchHook.ReferralPaid.selector);
        assertGt(logs.length, 1);
    }

    function test_claimReferralTo_isForTheReferrerOnly() public {
        Refuser refuser = new Refuser();
        _buyWith(token, 1 ether, abi.encode(refuser));
        vm.expectRevert(
            abi.encodeWithSelector(
                CustomRevert.WrappedError.selector,
                refuser,
                bytes4(0),
                bytes(""),
                abi.encodeWithSelector(CurrencyLibrary.NativeTransferFailed.selector)
            )
        );
        hook.claimReferral(address(refuser));
        assertEq(_earned(address(refuser)), 0.002 ether);
        vm.prank(trader);
        assertEq(hook.claimReferralTo(trader), 0);
        vm.expectEmit(address(hook));
        emit ILaunchHook.ReferralPaid(address(refuser), creator, 0.002 ether);
        refuser.claimTo(hook, creator);
        assertEq(creator.balance, 0.002 ether);
        (, uint256 paid) = hook.referralEarned(address(refuser));
        assertEq(paid, 0.002 ether);
    }
}
