// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IHooks} from "@uniswap/v4-core/src/interfaces/IHooks.sol";
import {FirstBuy} from "contracts/src/FirstBuy.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";

contract LaunchPermitTest is Fixture {
    address private signer;
    uint256 private key;
    address private sender = makeAddr("sender");

    function setUp() public override {
        super.setUp();
        (signer, key) = makeAddrAndKey("signer");
        vm.prank(owner);
        pad.setLauncher(signer, true);
        vm.deal(sender, 1_000 ether);
    }

    function _sign(
        ILaunchpad.LaunchParams memory p,
        ILaunchpad.ManagerParams memory m,
        address for_
    ) private view returns (ILaunchpad.LaunchPermit memory permit) {
        uint256 deadline = block.timestamp + 10 minutes;
        bytes32 digest = pad.permitDigest(p, m, for_, deadline);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        permit = ILaunchpad.LaunchPermit({
            launcher: signer, sender: for_, deadline: deadline, signature: abi.encodePacked(r, s, v)
        });
    }

    function _send(
        ILaunchpad.LaunchParams memory p,
        ILaunchpad.LaunchPermit memory permit,
        uint256 value
    ) private returns (LaunchToken token, uint256 bought) {
        address at;
        vm.prank(sender);
        (at,, bought) = pad.launchWithPermit{value: value}(p, _noManager(), permit, 0);
        token = LaunchToken(at);
    }

    function test_permit_letsAnybodyLaunch_underTheLaunchersId() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        address predicted = pad.predictToken(signer, p);
        ILaunchpad.LaunchPermit memory permit = _sign(p, _noManager(), address(0));
        (LaunchToken token, uint256 bought) = _send(p, permit, 0);
        assertEq(address(token), predicted);
        assertEq(bought, 0);
        assertEq(pad.tokenOf(signer, p.launchId), predicted);
        assertEq(stream.holderOf(predicted), creator);
        bytes memory used =
            abi.encodeWithSelector(ILaunchpad.LaunchIdUsed.selector, p.launchId, predicted);
        vm.prank(sender);
        vm.expectRevert(used);
        pad.launchWithPermit(p, _noManager(), permit, 0);
        vm.prank(signer);
        vm.expectRevert(used);
        pad.launch(p, _noManager());
    }

    function test_permit_failsIf_anythingDiffersFromWhatWasSigned() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        ILaunchpad.ManagerParams memory m = _noManager();
        ILaunchpad.LaunchPermit memory permit = _sign(p, m, sender);
        vm.expectRevert(ILaunchpad.InvalidPermit.selector);
        pad.launchWithPermit(p, m, permit, 0);
        vm.startPrank(sender);
        p.creator = sender;
        vm.expectRevert(ILaunchpad.InvalidPermit.selector);
        pad.launchWithPermit(p, m, permit, 0);
        p.creator = creator;
        m.creatorFirstBps = 1;
        vm.expectRevert(ILaunchpad.InvalidPermit.selector);
        pad.launchWithPermit(p, m, permit, 0);
        m.creatorFirstBps = 0;
        permit.deadline += 1;
        vm.expectRevert(ILaunchpad.InvalidPermit.selector);
        pad.launchWithPermit(p, m, permit, 0);
        permit.deadline -= 1;
        permit.launcher = launcher;
        vm.expectRevert(ILaunchpad.InvalidPermit.selector);
        pad.launchWithPermit(p, m, permit, 0);
        permit.launcher = signer;
        permit.sender = address(0);
        vm.expectRevert(ILaunchpad.InvalidPermit.selector);
        pad.launchWithPermit(p, m, permit, 0);
        permit.sender = sender;
        vm.warp(permit.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.PermitExpired.selector, permit.deadline));
        pad.launchWithPermit(p, m, permit, 0);
        vm.warp(permit.deadline);
        pad.launchWithPermit(p, m, permit, 0);
    }

    function test_permit_failsIf_launcherIsForbidden_orLaunchingIsPaused() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        ILaunchpad.LaunchPermit memory permit = _sign(p, _noManager(), address(0));
        vm.prank(owner);
        pad.setPaused(true);
        vm.prank(sender);
        vm.expectRevert(ILaunchpad.Paused.selector);
        pad.launchWithPermit(p, _noManager(), permit, 0);
        vm.startPrank(owner);
        pad.setPaused(false);
        pad.setLauncher(signer, false);
        vm.stopPrank();
        vm.prank(sender);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotLauncher.selector, signer));
        pad.launchWithPermit(p, _noManager(), permit, 0);
    }

    /// @dev The code of an EIP-7702 delegation, here one that checks no signatures.
    function test_permit_ofAKeyThatDelegatedToAContract() public {
        vm.etch(signer, abi.encodePacked(hex"ef0100", address(router)));
        ILaunchpad.LaunchParams memory p = _params(8_000);
        (LaunchToken token,) = _send(p, _sign(p, _noManager(), sender), 0);
        assertEq(pad.tokenOf(signer, p.launchId), address(token));
    }

    function test_permit_isBoundToOneLaunchpad() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        ILaunchpad.LaunchPermit memory permit = _sign(p, _noManager(), address(0));
        ILaunchpad other = ILaunchpad(address(_newLaunchpad(signer, ILaunchpad(address(0)))));
        vm.expectRevert(ILaunchpad.InvalidPermit.selector);
        other.launchWithPermit(p, _noManager(), permit, 0);
    }

    /// @dev The same pool, price and fee as for any purchase right after the launch.
    function testFuzz_firstBuy_getsWhatAnyoneWouldGet(uint256 value) public {
        value = bound(value, 1e9, 0.17 ether);
        ILaunchpad.LaunchParams memory p = _params(8_000);
        uint256 before = vm.snapshotState();
        (LaunchToken plain,) = _send(p, _sign(p, _noManager(), address(0)), 0);
        uint256 expected = _buy(plain, value);
        vm.revertToState(before);
        ILaunchpad.LaunchPermit memory permit = _sign(p, _noManager(), address(0));
        vm.expectEmit(true, true, true, true, address(pad));
        emit ILaunchpad.FirstBought(pad.predictToken(signer, p), creator, value, expected);
        (LaunchToken token, uint256 bought) = _send(p, permit, value);
        assertEq(bought, expected);
        assertEq(token.balanceOf(creator), bought);
        assertEq(address(pad).balance, 0);
        assertEq(token.balanceOf(address(pad)), 0);
        (uint256 earned,) = hook.creatorLedger(address(token));
        assertApproxEqAbs(earned, value / 100 * 8_000 / 10_000, 1);
    }

    function test_firstBuy_failsIf_itExceedsTheOwnersLimit() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        ILaunchpad.LaunchPermit memory permit = _sign(p, _noManager(), address(0));
        assertEq(pad.maxFirstBuyBps(), 500);
        vm.prank(sender);
        vm.expectPartialRevert(ILaunchpad.FirstBuyTooLarge.selector);
        pad.launchWithPermit{value: 1 ether}(p, _noManager(), permit, 0);
        assertEq(pad.tokenOf(signer, p.launchId), address(0));
        vm.prank(owner);
        pad.setMaxFirstBuy(0);
        vm.prank(sender);
        vm.expectPartialRevert(ILaunchpad.FirstBuyTooLarge.selector);
        pad.launchWithPermit{value: 0.001 ether}(p, _noManager(), permit, 0);
        vm.prank(owner);
        pad.setMaxFirstBuy(2_000);
        (, uint256 bought) = _send(p, permit, 0.7 ether);
        assertGt(bought, SUPPLY * 500 / 10_000);
        assertLe(bought, SUPPLY * 2_000 / 10_000);
    }

    function test_firstBuy_failsIf_itReturnsTooLittle_orTradingOpensLater() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        ILaunchpad.LaunchPermit memory permit = _sign(p, _noManager(), address(0));
        vm.prank(sender);
        vm.expectPartialRevert(ILaunchpad.TooFewTokens.selector);
        pad.launchWithPermit{value: 0.1 ether}(p, _noManager(), permit, SUPPLY);
        p.startTime = uint64(block.timestamp + 1 hours);
        permit = _sign(p, _noManager(), address(0));
        bytes memory reason = abi.encodeWithSelector(ILaunchHook.NotStarted.selector, p.startTime);
        vm.expectRevert(_wrapped(IHooks.afterSwap.selector, reason));
        vm.prank(sender);
        pad.launchWithPermit{value: 0.1 ether}(p, _noManager(), permit, 0);
        _send(p, permit, 0);
    }

    function test_setMaxFirstBuy_onlyByTheOwner_upToAFifth() public {
        vm.expectRevert(
            abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this))
        );
        pad.setMaxFirstBuy(1);
        vm.startPrank(owner);
        vm.expectRevert(ILaunchpad.InvalidShare.selector);
        pad.setMaxFirstBuy(2_001);
        vm.expectEmit(address(pad));
        emit ILaunchpad.MaxFirstBuySet(2_000);
        pad.setMaxFirstBuy(2_000);
    }

    function test_unlockCallback_failsIf_callerIsNotThePoolManager() public {
        LaunchToken token = _launch(8_000);
        bytes memory data = abi.encode(hook.poolKey(address(token)), 1 ether, sender);
        vm.expectRevert(FirstBuy.NotPoolManager.selector);
        pad.unlockCallback(data);
    }
}
