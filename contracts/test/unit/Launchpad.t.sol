// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {Launchpad} from "contracts/src/Launchpad.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {IManager} from "contracts/src/interfaces/IManager.sol";
import {Shares} from "contracts/src/libraries/Shares.sol";
import {ManagerFactory} from "contracts/src/managers/ManagerFactory.sol";
import {MarketCapPrice} from "contracts/src/price/MarketCapPrice.sol";
import {VmSafe} from "forge-std/Vm.sol";

contract LaunchpadTest is Fixture {
    function _expectRefusal(ILaunchpad.LaunchParams memory p, bytes memory reason) private {
        _expectRefusal(p, _noManager(), reason);
    }

    function _expectRefusal(
        ILaunchpad.LaunchParams memory p,
        ILaunchpad.ManagerParams memory m,
        bytes memory reason
    ) private {
        vm.prank(launcher);
        vm.expectRevert(reason);
        pad.launch(p, m);
    }

    function test_launch_createsEverythingInOneTransaction() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        address predicted = pad.predictToken(launcher, p);
        vm.recordLogs();
        (LaunchToken token, address feeManager) = _launch(p, _noManager());
        assertEq(address(token), predicted);
        assertEq(feeManager, address(0));
        assertEq(pad.tokenOf(launcher, p.launchId), predicted);
        assertEq(token.name(), p.name);
        assertEq(token.symbol(), p.symbol);
        assertEq(token.tokenURI(), p.tokenURI);
        assertEq(token.decimals(), 18);
        assertEq(stream.holderOf(predicted), creator);
        assertEq(_state(token).feeShareBps, 8_000);
        assertEq(_state(token).anchorTime, block.timestamp);
        _assertEvent(p, predicted);
    }

    function _assertEvent(ILaunchpad.LaunchParams memory p, address token) private {
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        VmSafe.Log memory log = logs[logs.length - 1];
        assertEq(log.topics[0], ILaunchpad.TokenLaunched.selector);
        assertEq(log.topics[1], bytes32(uint256(uint160(token))));
        assertEq(log.topics[2], hook.poolId(token));
        assertEq(log.topics[3], bytes32(uint256(uint160(creator))));
        ILaunchpad.LaunchRecord memory r = abi.decode(log.data, (ILaunchpad.LaunchRecord));
        (uint160 sqrtPriceX96, int24 tick) = _slot0(LaunchToken(token));
        assertEq(r.feeOwner, creator);
        assertEq(r.launcher, launcher);
        assertEq(r.launchId, p.launchId);
        assertEq(r.managerKind, 0);
        assertEq(r.supply, SUPPLY);
        assertEq(r.sqrtPriceX96, sqrtPriceX96);
        assertEq(r.tick, tick);
        assertEq(r.name, p.name);
        assertEq(r.symbol, p.symbol);
        assertEq(r.tokenURI, p.tokenURI);
        assertEq(r.feeShareBps, p.feeShareBps);
        assertEq(r.marketCapUsdc, p.marketCapUsdc);
        assertEq(r.startTime, block.timestamp);
    }

    function test_launch_failsIf_idIsReplayedWithOtherContents() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        (LaunchToken token,) = _launch(p, _noManager());
        bytes memory used =
            abi.encodeWithSelector(ILaunchpad.LaunchIdUsed.selector, p.launchId, address(token));
        _expectRefusal(p, used);
        p.tokenURI = "ipfs://other";
        p.marketCapUsdc = 5_000e6;
        p.creator = makeAddr("other");
        _expectRefusal(p, used);
    }

    function test_launch_idIsPerLauncher() public {
        address second = makeAddr("second launcher");
        vm.prank(owner);
        pad.setLauncher(second, true);
        ILaunchpad.LaunchParams memory p = _params(8_000);
        (LaunchToken a,) = _launch(p, _noManager());
        vm.prank(second);
        (address b,) = pad.launch(p, _noManager());
        assertTrue(address(a) != b);
        assertEq(pad.tokenOf(second, p.launchId), b);
    }

    function test_launch_failsIf_callerIsNotAllowed() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotLauncher.selector, address(this)));
        pad.launch(p, _noManager());
        vm.prank(owner);
        pad.setLauncher(launcher, false);
        _expectRefusal(p, abi.encodeWithSelector(ILaunchpad.NotLauncher.selector, launcher));
    }

    function test_launch_failsIf_paused_butTradingGoesOn() public {
        LaunchToken token = _launch(8_000);
        vm.prank(owner);
        pad.setPaused(true);
        _expectRefusal(_params(8_000), abi.encodeWithSelector(ILaunchpad.Paused.selector));
        assertGt(_buy(token, 1 ether), 0);
        hook.claim(address(token));
        vm.prank(owner);
        pad.setPaused(false);
        _launch(8_000);
    }

    function test_launch_failsIf_argumentsAreOutOfBounds() public {
        ILaunchpad.LaunchParams memory p = _params(10_001);
        _expectRefusal(p, abi.encodeWithSelector(ILaunchpad.InvalidShare.selector));
        p = _params(1);
        p.creator = address(0);
        _expectRefusal(p, abi.encodeWithSelector(ILaunchpad.InvalidAddress.selector));
        p = _params(1);
        p.startTime = uint64(block.timestamp + 30 days + 1);
        _expectRefusal(p, abi.encodeWithSelector(ILaunchpad.StartTooLate.selector));
        p.startTime = uint64(block.timestamp + 30 days);
        _launch(p, _noManager());
        p = _params(1);
        p.marketCapUsdc = 100e6 - 1;
        _expectRefusal(
            p, abi.encodeWithSelector(MarketCapPrice.MarketCapOutOfBounds.selector, 100e6 - 1)
        );
    }

    function test_launch_failsIf_textIsOutOfBounds() public {
        bytes memory reason = abi.encodeWithSelector(ILaunchpad.InvalidText.selector);
        ILaunchpad.LaunchParams memory p = _params(1);
        p.name = "";
        _expectRefusal(p, reason);
        p.name = string(new bytes(257));
        _expectRefusal(p, reason);
        p.name = string(new bytes(256));
        p.symbol = "";
        _expectRefusal(p, reason);
        p.symbol = string(new bytes(33));
        _expectRefusal(p, reason);
        p.symbol = string(new bytes(32));
        p.tokenURI = string(new bytes(1_025));
        _expectRefusal(p, reason);
        p.tokenURI = string(new bytes(1_024));
        _launch(p, _noManager());
    }

    function test_launch_withEachManager() public {
        ILaunchpad.ManagerParams memory m = _noManager();
        for (uint8 kind = 2; kind < 4; ++kind) {
            m.kind = kind;
            m.recipients = _recipients(3);
            m.creatorFirstBps = 1_000;
            (LaunchToken token, address at) = _launch(_params(8_000), m);
            assertEq(factory.managerKind(at), kind);
            assertEq(stream.holderOf(address(token)), at);
            assertEq(IManager(at).kind(), kind);
            assertEq(IManager(at).owner(), creator);
            assertEq(IManager(at).payeeOf(address(token)), creator);
        }
        m.moderator = makeAddr("moderator");
        (, address moderated) = _launch(_params(8_000), m);
        assertEq(IManager(moderated).owner(), m.moderator);

        address revenue = factory.createRevenueManager(owner, owner, 2_000, 0);
        m = _noManager();
        m.kind = 1;
        m.manager = revenue;
        (LaunchToken managed, address used) = _launch(_params(8_000), m);
        assertEq(used, revenue);
        assertEq(stream.holderOf(address(managed)), revenue);
        assertEq(IManager(revenue).payeeOf(address(managed)), creator);
    }

    function test_launch_failsIf_managerIsNotGenuine() public {
        ILaunchpad.ManagerParams memory m = _noManager();
        m.kind = 1;
        m.manager = makeAddr("fake");
        _expectRefusal(
            _params(1), m, abi.encodeWithSelector(ILaunchpad.NotManager.selector, m.manager)
        );
        m.kind = 4;
        _expectRefusal(
            _params(1), m, abi.encodeWithSelector(ILaunchpad.InvalidManagerKind.selector, 4)
        );
    }

    function test_launch_failsIf_sharesAreInvalid_andChangesNothing() public {
        ILaunchpad.ManagerParams memory m = _noManager();
        m.kind = 2;
        m.recipients = _recipients(2);
        m.recipients[0].share -= 1;
        ILaunchpad.LaunchParams memory p = _params(1);
        _expectRefusal(p, m, abi.encodeWithSelector(Shares.InvalidShareSum.selector, 9_999_999));
        assertEq(pad.tokenOf(launcher, p.launchId), address(0));
        assertEq(pad.predictToken(launcher, p).code.length, 0);
    }

    function test_owner_functionsRejectOthers() public {
        bytes memory reason =
            abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this));
        vm.expectRevert(reason);
        pad.setLauncher(address(1), true);
        vm.expectRevert(reason);
        pad.setPrice(price);
        vm.expectRevert(reason);
        pad.setPaused(true);
    }

    function test_owner_changesInTwoSteps() public {
        address next = makeAddr("next");
        vm.prank(owner);
        pad.transferOwnership(next);
        assertEq(pad.owner(), owner);
        vm.prank(next);
        pad.acceptOwnership();
        assertEq(pad.owner(), next);
    }

    function test_owner_failsIf_addressesAreEmpty() public {
        vm.startPrank(owner);
        vm.expectRevert(ILaunchpad.InvalidAddress.selector);
        pad.setPrice(MarketCapPrice(address(0xbeef)));
        vm.expectRevert(ILaunchpad.InvalidAddress.selector);
        pad.setLauncher(address(0), true);
    }

    function test_connect_onlyOnceAndOnlyToItsOwn() public {
        vm.prank(connector);
        vm.expectRevert(ILaunchpad.WrongConnection.selector);
        pad.connect(hook, factory);
        Launchpad other = _newLaunchpad(launcher, ILaunchpad(address(0)));
        vm.prank(connector);
        vm.expectRevert(ILaunchpad.WrongConnection.selector);
        other.connect(hook, factory);
        ILaunchpad.LaunchParams memory p = _params(1);
        vm.prank(launcher);
        vm.expectRevert(ILaunchpad.WrongConnection.selector);
        other.launch(p, _noManager());
    }

    function test_connect_onlyByTheConnector_whoMayDoNothingElse() public {
        Launchpad other = _newLaunchpad(launcher, ILaunchpad(address(0)));
        (ILaunchHook at, ManagerFactory own) = _partsOf(other);
        address[3] memory others = [owner, launcher, address(this)];
        for (uint256 i; i < others.length; ++i) {
            vm.prank(others[i]);
            vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotConnector.selector, others[i]));
            other.connect(at, own);
        }
        vm.startPrank(connector);
        other.connect(at, own);
        bytes memory refusal =
            abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, connector);
        vm.expectRevert(refusal);
        other.setPaused(true);
        vm.expectRevert(refusal);
        other.setLauncher(connector, true);
        vm.expectRevert(refusal);
        other.setPrice(price);
    }

    function test_connect_failsIf_factoryIsOfAnotherHook() public {
        Launchpad other = _newLaunchpad(address(0), ILaunchpad(address(0)));
        (ILaunchHook at, ManagerFactory own) = _partsOf(other);
        vm.startPrank(connector);
        vm.expectRevert(ILaunchpad.WrongConnection.selector);
        other.connect(at, factory);
        other.connect(at, own);
        assertEq(address(other.hook()), address(at));
    }

    function _partsOf(Launchpad other) private returns (ILaunchHook at, ManagerFactory own) {
        at = ILaunchHook(address(uint160(uint160(address(other)) & ~uint160(0x3FFF) | FLAGS)));
        _deployHookTo(address(at), _hookArguments(other, 100));
        own = new ManagerFactory(at);
    }

    function _successorOf(Launchpad older) private returns (Launchpad newer) {
        newer = _newLaunchpad(launcher, older);
        (ILaunchHook at, ManagerFactory own) = _partsOf(newer);
        vm.prank(connector);
        newer.connect(at, own);
    }

    function test_launch_failsIf_idWasUsedOnALaunchpadThatThisOneReplaces() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        (LaunchToken token,) = _launch(p, _noManager());
        Launchpad second = _successorOf(pad);
        Launchpad third = _successorOf(second);
        bytes memory used =
            abi.encodeWithSelector(ILaunchpad.LaunchIdUsed.selector, p.launchId, address(token));
        Launchpad[2] memory newer = [second, third];
        for (uint256 i; i < newer.length; ++i) {
            assertEq(newer[i].tokenOf(launcher, p.launchId), address(token));
            vm.prank(launcher);
            vm.expectRevert(used);
            newer[i].launch(p, _noManager());
        }
        vm.startPrank(launcher);
        (address next,) = third.launch(_params(8_000), _noManager());
        vm.stopPrank();
        assertTrue(next != address(token));
        assertGt(_buy(token, 1 ether), 0);
    }

    function test_constructor_failsIf_previousHasNoCode() public {
        vm.expectRevert(ILaunchpad.InvalidAddress.selector);
        _newLaunchpad(launcher, ILaunchpad(address(0xbeef)));
    }

    function testFuzz_launch_overAllMarketCaps(uint256 marketCap, uint16 share) public {
        ILaunchpad.LaunchParams memory p = _params(uint16(bound(share, 0, 10_000)));
        p.marketCapUsdc = bound(marketCap, 100e6, 1_000_000_000e6);
        (LaunchToken token,) = _launch(p, _noManager());
        uint256 wanted = p.marketCapUsdc * 1e12 / 3_000;
        assertApproxEqRel(lens.tokenView(address(token)).marketCapWei, wanted, 0.004e18);
        assertGt(_buy(token, 0.01 ether), 0);
    }
}
