// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {LaunchLens} from "contracts/src/LaunchLens.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {AttachConsent, IManager} from "contracts/src/interfaces/IManager.sol";
import {Recipient, Shares} from "contracts/src/libraries/Shares.sol";
import {AddressFeeSplitManager} from "contracts/src/managers/AddressFeeSplitManager.sol";
import {
    DynamicAddressFeeSplitManager
} from "contracts/src/managers/DynamicAddressFeeSplitManager.sol";
import {ManagerFactory} from "contracts/src/managers/ManagerFactory.sol";
import {RevenueManager} from "contracts/src/managers/RevenueManager.sol";
import {SplitManagerBase} from "contracts/src/managers/SplitManagerBase.sol";
import {VmSafe} from "forge-std/Vm.sol";

/// @dev Reenters `release` and `sync` while it is being paid.
contract GreedyRecipient {
    uint256 public attempts;
    uint256 public blocked;

    receive() external payable {
        IManager from = IManager(msg.sender);
        attempts += 3;
        try from.release(address(this)) {}
        catch (bytes memory reason) {
            _count(reason);
        }
        try from.releaseTo(address(this)) {}
        catch (bytes memory reason) {
            _count(reason);
        }
        try from.syncAndRelease(address(this), new address[](0)) {}
        catch (bytes memory reason) {
            _count(reason);
        }
    }

    function _count(bytes memory reason) private {
        if (bytes4(reason) == ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector) {
            blocked++;
        }
    }
}

contract StubbornRecipient {
    function rescue(IManager from, address to) external returns (uint256) {
        return from.releaseTo(to);
    }
}

contract ManagersTest is Fixture {
    address internal protocol = makeAddr("protocol");
    address internal anyone = makeAddr("anyone");

    function _revenue(uint16 feeBps) internal returns (RevenueManager) {
        address at = factory.createRevenueManager(owner, protocol, feeBps, bytes32(uint256(feeBps)));
        return RevenueManager(payable(at));
    }

    function _launchWith(address at, uint16 shareBps) internal returns (LaunchToken token) {
        ILaunchpad.ManagerParams memory m = _noManager();
        m.kind = 1;
        m.manager = at;
        (token,) = _launch(_params(shareBps), m);
    }

    function _split(uint8 kind, uint256 count, uint16 creatorFirstBps)
        internal
        returns (LaunchToken token, address at)
    {
        ILaunchpad.ManagerParams memory m = _noManager();
        m.kind = kind;
        m.recipients = _recipients(count);
        m.creatorFirstBps = creatorFirstBps;
        (token, at) = _launch(_params(8_000), m);
    }

    // ---------------------------------------------------------------- fee example

    function test_feeExample_16_64_20() public {
        RevenueManager r = _revenue(2_000);
        LaunchToken token = _launchWith(address(r), 8_000);
        _buy(token, 100 ether / 10);
        assertEq(r.sync(address(token)), 0.08 ether);
        assertEq(r.release(protocol), 0.016 ether);
        assertEq(r.release(creator), 0.064 ether);
        assertEq(protocol.balance, 0.016 ether);
        assertEq(creator.balance, 0.064 ether);
        assertEq(_state(token).wallPending + _state(token).wallSpent, 0.02 ether);
        assertEq(address(r).balance, 0);
    }

    function testFuzz_feeExample_anyShares(uint256 eth, uint16 share, uint16 fee) public {
        eth = bound(eth, 1, 40 ether);
        share = uint16(bound(share, 0, 10_000));
        fee = uint16(bound(fee, 0, 10_000));
        RevenueManager r = _revenue(fee);
        LaunchToken token = _launchWith(address(r), share);
        _buy(token, eth);
        uint256 all = eth / 100;
        uint256 people = all * share / 10_000;
        assertEq(r.claimable(protocol, _list(token)), people * fee / 10_000);
        vm.startPrank(anyone);
        r.syncAndRelease(protocol, _list(token));
        r.release(creator);
        assertEq(protocol.balance, people * fee / 10_000);
        assertEq(creator.balance, people - people * fee / 10_000);
        assertEq(address(r).balance, 0);
    }

    // ---------------------------------------------------------------- RevenueManager

    function test_revenue_terms() public {
        RevenueManager r = _revenue(2_000);
        assertEq(r.owner(), owner);
        assertEq(r.protocolRecipient(), protocol);
        assertEq(r.protocolFeeBps(), 2_000);
        assertEq(r.kind(), 1);
        assertEq(factory.managerKind(address(r)), 1);
        assertEq(
            factory.predictRevenueManager(
                address(this), owner, protocol, 2_000, bytes32(uint256(2_000))
            ),
            address(r)
        );
    }

    function test_revenue_everyTokenHasItsOwnCreator() public {
        RevenueManager r = _revenue(1_000);
        LaunchToken a = _launchWith(address(r), 8_000);
        creator = makeAddr("second creator");
        LaunchToken b = _launchWith(address(r), 10_000);
        _buy(a, 10 ether);
        _buy(b, 5 ether);
        r.sync(address(a));
        r.sync(address(b));
        assertEq(r.owed(makeAddr("creator")), 0.072 ether);
        assertEq(r.owed(creator), 0.045 ether);
        assertEq(r.owed(protocol), 0.008 ether + 0.005 ether);
    }

    function test_revenue_recipientChangeKeepsEarlierIncome() public {
        RevenueManager r = _revenue(5_000);
        LaunchToken a = _launchWith(address(r), 10_000);
        LaunchToken b = _launchWith(address(r), 10_000);
        _buy(a, 1 ether);
        _buy(b, 2 ether);
        address next = makeAddr("next");
        vm.prank(owner);
        r.setProtocolRecipient(next, _list(a));
        assertEq(r.protocolRecipient(), next);
        assertEq(r.owed(protocol), 0.005 ether);
        // b was not synced: its earlier income still belongs to the old recipient
        assertEq(r.claimable(protocol, _list(b)), 0.005 ether + 0.01 ether);
        assertEq(r.claimable(next, _list(b)), 0);
        r.sync(address(b));
        assertEq(r.owed(protocol), 0.015 ether);
        _buy(a, 1 ether);
        _buy(b, 1 ether);
        r.sync(address(a));
        r.sync(address(b));
        assertEq(r.owed(next), 0.01 ether);
        assertEq(r.owed(protocol), 0.015 ether);
        LaunchToken c = _launchWith(address(r), 10_000);
        _buy(c, 1 ether);
        r.sync(address(c));
        assertEq(r.owed(next), 0.015 ether);
    }

    function test_revenue_syncWithoutIncomeEntersTheEpoch() public {
        RevenueManager r = _revenue(5_000);
        LaunchToken a = _launchWith(address(r), 10_000);
        address next = makeAddr("next");
        vm.prank(owner);
        r.setProtocolRecipient(next, new address[](0));
        r.sync(address(a));
        _buy(a, 1 ether);
        r.sync(address(a));
        assertEq(r.owed(next), 0.005 ether);
    }

    function test_revenue_onlyOwnerChangesTerms() public {
        RevenueManager r = _revenue(0);
        LaunchToken a = _launchWith(address(r), 10_000);
        vm.startPrank(anyone);
        vm.expectRevert(IManager.NotAllowed.selector);
        r.setProtocolRecipient(anyone, new address[](0));
        vm.expectRevert(IManager.NotAllowed.selector);
        r.attach(address(a), anyone);
        vm.expectRevert(IManager.NotAllowed.selector);
        r.attachExisting(address(a), anyone, AttachConsent(0, 0, ""));
        vm.expectRevert(IManager.NotAllowed.selector);
        r.transferOwnership(anyone);
        vm.expectRevert(IManager.NotAllowed.selector);
        r.onERC721Received(anyone, anyone, 1, "");
        vm.stopPrank();
        vm.startPrank(owner);
        vm.expectRevert(IManager.InvalidAddress.selector);
        r.setProtocolRecipient(address(0), new address[](0));
    }

    function test_owner_changesInTwoSteps() public {
        RevenueManager r = _revenue(0);
        vm.prank(owner);
        r.transferOwnership(anyone);
        assertEq(r.owner(), owner);
        vm.expectRevert(IManager.NotAllowed.selector);
        r.acceptOwnership();
        vm.prank(anyone);
        r.acceptOwnership();
        assertEq(r.owner(), anyone);
        assertEq(r.pendingOwner(), address(0));
        vm.prank(owner);
        vm.expectRevert(IManager.NotAllowed.selector);
        r.transferOwnership(owner);
    }

    function test_revenue_plainEthGoesToTheProtocol() public {
        RevenueManager r = _revenue(5_000);
        vm.prank(trader);
        (bool sent,) = address(r).call{value: 1 ether}("");
        assertTrue(sent);
        assertEq(r.owed(protocol), 1 ether);
        vm.prank(trader);
        (sent,) = address(r).call("");
        assertTrue(sent);
    }

    // ---------------------------------------------------------------- streams that arrive later

    function test_stream_safeTransferMakesTheSenderPayee() public {
        RevenueManager r = _revenue(1_000);
        LaunchToken a = _launch(10_000);
        _buy(a, 1 ether);
        hook.claim(address(a));
        _buy(a, 2 ether);
        vm.prank(creator);
        stream.safeTransferFrom(creator, address(r), uint160(address(a)));
        assertEq(r.payeeOf(address(a)), creator);
        assertEq(r.sync(address(a)), 0.02 ether);
        assertEq(r.owed(creator), 0.018 ether);
    }

    function test_stream_plainTransferIsAdoptedForItsSender() public {
        RevenueManager r = _revenue(1_000);
        LaunchToken a = _launch(10_000);
        _buy(a, 1 ether);
        hook.claim(address(a));
        vm.prank(creator);
        stream.transferFrom(creator, address(r), uint160(address(a)));
        _buy(a, 2 ether);
        hook.claim(address(a));
        vm.expectRevert(abi.encodeWithSelector(IManager.NotManaged.selector, address(a)));
        r.sync(address(a));
        vm.startPrank(anyone);
        vm.expectEmit(address(r));
        emit IManager.TokenAttached(address(a), creator);
        r.adopt(address(a));
        vm.expectRevert(abi.encodeWithSelector(IManager.AlreadyManaged.selector, address(a)));
        r.adopt(address(a));
        vm.stopPrank();
        assertEq(r.payeeOf(address(a)), creator);
        // income between the transfer and the adoption counts, earlier income does not
        assertEq(r.sync(address(a)), 0.02 ether);
        assertEq(address(r).balance, 0.02 ether);
    }

    function test_stream_ofOthersCannotBeManaged() public {
        RevenueManager r = _revenue(0);
        LaunchToken a = _launch(10_000);
        // never transferred: there is no sender to credit
        vm.expectRevert(IManager.InvalidAddress.selector);
        r.adopt(address(a));
        vm.prank(creator);
        stream.transferFrom(creator, anyone, uint160(address(a)));
        vm.expectRevert(abi.encodeWithSelector(IManager.NotManaged.selector, address(a)));
        r.adopt(address(a));
    }

    // ---------------------------------------------------------------- fixed split

    function test_split_creatorFirstThenShares() public {
        (LaunchToken token, address at) = _split(2, 3, 1_000);
        _buy(token, 10 ether);
        assertEq(IManager(at).claimable(creator, _list(token)), 0.008 ether);
        assertEq(IManager(at).claimable(_recipient(0), _list(token)), 0.0239999976 ether);
        IManager(at).sync(address(token));
        uint256 sum = IManager(at).release(creator);
        assertEq(sum, 0.008 ether);
        for (uint256 i; i < 3; ++i) {
            sum += IManager(at).release(_recipient(i));
        }
        assertEq(_recipient(0).balance, uint256(0.072 ether) * 3_333_333 / 10_000_000);
        assertEq(_recipient(2).balance, uint256(0.072 ether) * 3_333_334 / 10_000_000);
        assertLe(0.08 ether - sum, 3);
        assertEq(IManager(at).release(_recipient(0)), 0);
        assertEq(IManager(at).release(anyone), 0);
    }

    function test_split_terms() public {
        (, address at) = _split(2, 3, 1_000);
        AddressFeeSplitManager m = AddressFeeSplitManager(payable(at));
        assertEq(m.owner(), creator);
        assertEq(m.creatorFirstBps(), 1_000);
        assertEq(m.kind(), 2);
        assertEq(abi.encode(m.recipients()), abi.encode(_recipients(3)));
        assertEq(m.shareOf(_recipient(2)), 3_333_334);
        assertEq(m.shareOf(anyone), 0);
    }

    function testFuzz_split_paysAllButDust(uint256 seed, uint8 count, uint8 rounds) public {
        uint256 n = bound(count, 1, 100);
        (LaunchToken token, address at) = _split(2, n, 0);
        uint256 received;
        for (uint256 i; i < bound(rounds, 1, 6); ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            _buy(token, bound(seed, 1, 1 ether));
            received += IManager(at).sync(address(token));
            IManager(at).release(_recipient(seed % n));
        }
        uint256 paid;
        for (uint256 i; i < n; ++i) {
            IManager(at).release(_recipient(i));
            uint256 share = AddressFeeSplitManager(payable(at)).shareOf(_recipient(i));
            assertEq(_recipient(i).balance, received * share / 10_000_000);
            paid += _recipient(i).balance;
        }
        assertEq(paid + at.balance, received);
        assertLe(at.balance, n);
    }

    function test_split_plainEthIsShared() public {
        (, address at) = _split(2, 2, 5_000);
        vm.prank(trader);
        (bool sent,) = at.call{value: 1 ether}("");
        assertTrue(sent);
        assertEq(IManager(at).release(_recipient(0)), 0.5 ether);
    }

    function test_claimable_countsATokenOnce() public {
        (LaunchToken token, address at) = _split(2, 2, 0);
        _buy(token, 1 ether);
        address[] memory list = new address[](3);
        list[0] = address(token);
        list[1] = address(token);
        list[2] = address(_launch(8_000));
        assertEq(IManager(at).claimable(_recipient(0), list), 0.004 ether);
        assertEq(IManager(at).syncAndRelease(_recipient(0), _list(token)), 0.004 ether);
    }

    // ---------------------------------------------------------------- misbehaving recipients

    function test_release_revertingRecipientBlocksNobodyElse() public {
        StubbornRecipient bad = new StubbornRecipient();
        ILaunchpad.ManagerParams memory m = _noManager();
        m.kind = 2;
        m.recipients = _recipients(2);
        m.recipients[0].account = address(bad);
        (LaunchToken token, address at) = _launch(_params(10_000), m);
        _buy(token, 1 ether);
        IManager(at).sync(address(token));
        vm.expectRevert(abi.encodeWithSelector(IManager.PaymentFailed.selector, address(bad)));
        IManager(at).release(address(bad));
        assertEq(IManager(at).release(_recipient(1)), 0.005 ether);
        assertEq(bad.rescue(IManager(at), anyone), 0.005 ether);
        assertEq(anyone.balance, 0.005 ether);
        vm.expectRevert(IManager.InvalidAddress.selector);
        IManager(at).releaseTo(address(0));
    }

    function test_release_cannotBeReentered() public {
        for (uint8 kind = 2; kind < 4; ++kind) {
            GreedyRecipient greedy = new GreedyRecipient();
            ILaunchpad.ManagerParams memory m = _noManager();
            m.kind = kind;
            m.recipients = _recipients(2);
            m.recipients[0].account = address(greedy);
            (LaunchToken token, address at) = _launch(_params(10_000), m);
            _buy(token, 1 ether);
            IManager(at).sync(address(token));
            assertEq(IManager(at).release(address(greedy)), 0.005 ether);
            assertEq(greedy.attempts(), 3);
            assertEq(greedy.blocked(), 3);
            assertEq(address(greedy).balance, 0.005 ether);
        }
    }

    // ---------------------------------------------------------------- dynamic split

    function _dynamic(uint256 count)
        private
        returns (LaunchToken token, DynamicAddressFeeSplitManager m)
    {
        address at;
        (token, at) = _split(3, count, 0);
        m = DynamicAddressFeeSplitManager(payable(at));
    }

    function _one(address account) private pure returns (Recipient[] memory list) {
        list = new Recipient[](1);
        list[0] = Recipient(account, 10_000_000);
    }

    function test_dynamic_changeKeepsAccruedIncome() public {
        (LaunchToken token, DynamicAddressFeeSplitManager m) = _dynamic(2);
        _buy(token, 1 ether);
        vm.recordLogs();
        vm.prank(creator);
        m.setShares(_one(anyone));
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        VmSafe.Log memory log = logs[logs.length - 1];
        assertEq(log.topics[0], SplitManagerBase.SharesChanged.selector);
        assertEq(log.topics[1], bytes32(uint256(1)));
        assertEq(log.data, abi.encode(_one(anyone)));
        // not synced before the change, but counted under the old shares
        assertEq(m.claimable(_recipient(0), _list(token)), 0.004 ether);
        assertEq(m.claimable(anyone, _list(token)), 0);
        _buy(token, 2 ether);
        assertEq(m.claimable(anyone, _list(token)), 0.016 ether);
        m.syncAndRelease(anyone, _list(token));
        assertEq(m.release(_recipient(0)), 0.004 ether);
        assertEq(m.release(_recipient(1)), 0.004 ether);
        assertEq(anyone.balance, 0.016 ether);
        assertEq(address(m).balance, 0);
        assertEq(m.shareOf(anyone), 10_000_000);
        assertEq(m.shareOf(_recipient(0)), 0);
        assertEq(abi.encode(m.recipients()), abi.encode(_one(anyone)));
        assertEq(m.managedTokens().length, 1);
        assertEq(m.moderator(), creator);
        assertEq(m.kind(), 3);
    }

    function test_dynamic_recipientRemovedAndAddedAgain() public {
        (LaunchToken token, DynamicAddressFeeSplitManager m) = _dynamic(2);
        _buy(token, 1 ether);
        vm.startPrank(creator);
        m.setShares(_one(anyone));
        vm.stopPrank();
        _buy(token, 1 ether);
        vm.prank(creator);
        m.setShares(_one(anyone));
        vm.prank(creator);
        m.setShares(_recipients(2));
        _buy(token, 1 ether);
        m.sync(address(token));
        assertEq(m.release(_recipient(0)), 0.008 ether);
        assertEq(m.release(anyone), 0.008 ether);
        assertEq(m.shareOf(_recipient(1)), 5_000_000);
    }

    function test_dynamic_onlyModeratorChanges() public {
        (, DynamicAddressFeeSplitManager m) = _dynamic(2);
        vm.expectRevert(IManager.NotAllowed.selector);
        m.setShares(_one(anyone));
        vm.prank(creator);
        m.transferOwnership(anyone);
        vm.prank(anyone);
        m.acceptOwnership();
        vm.prank(creator);
        vm.expectRevert(IManager.NotAllowed.selector);
        m.setShares(_one(anyone));
        vm.startPrank(anyone);
        vm.expectRevert(abi.encodeWithSelector(Shares.InvalidRecipientCount.selector, 0));
        m.setShares(new Recipient[](0));
        m.setShares(_one(anyone));
    }

    function test_dynamic_onlyModeratorSendsStreams() public {
        (, DynamicAddressFeeSplitManager m) = _dynamic(2);
        LaunchToken other = _launch(10_000);
        vm.prank(creator);
        stream.transferFrom(creator, anyone, uint160(address(other)));
        vm.prank(anyone);
        vm.expectRevert(IManager.NotAllowed.selector);
        stream.safeTransferFrom(anyone, address(m), uint160(address(other)));
        vm.prank(anyone);
        stream.transferFrom(anyone, creator, uint160(address(other)));
        vm.prank(creator);
        stream.safeTransferFrom(creator, address(m), uint160(address(other)));
        assertEq(m.managedTokens().length, 2);
        // nor does one that is sent without a call take a place, until the moderator adopts it
        LaunchToken third = _launch(10_000);
        vm.prank(creator);
        stream.transferFrom(creator, anyone, uint160(address(third)));
        vm.startPrank(anyone);
        stream.transferFrom(anyone, address(m), uint160(address(third)));
        vm.expectRevert(IManager.NotAllowed.selector);
        m.adopt(address(third));
        vm.stopPrank();
        vm.prank(creator);
        m.adopt(address(third));
        assertEq(m.payeeOf(address(third)), anyone);
    }

    function test_dynamic_holdsAtMost100Tokens() public {
        (, DynamicAddressFeeSplitManager m) = _dynamic(1);
        for (uint256 i = 1; i < 100; ++i) {
            LaunchToken more = _launch(8_000);
            vm.prank(creator);
            stream.safeTransferFrom(creator, address(m), uint160(address(more)));
        }
        LaunchToken last = _launch(1);
        vm.startPrank(creator);
        vm.expectRevert(DynamicAddressFeeSplitManager.TooManyTokens.selector);
        stream.safeTransferFrom(creator, address(m), uint160(address(last)));
        stream.transferFrom(creator, address(m), uint160(address(last)));
        vm.expectRevert(DynamicAddressFeeSplitManager.TooManyTokens.selector);
        m.adopt(address(last));
        vm.stopPrank();
        vm.prank(creator);
        m.setShares(_one(anyone));
    }

    function test_dynamic_plainEthIsShared() public {
        (, DynamicAddressFeeSplitManager m) = _dynamic(2);
        vm.prank(trader);
        (bool sent,) = address(m).call{value: 1 ether}("");
        assertTrue(sent);
        assertEq(m.accumulated(), 1 ether);
        assertEq(m.release(_recipient(1)), 0.5 ether);
    }

    function testFuzz_dynamic_exactThroughArbitraryChanges(uint256 seed) public {
        (LaunchToken token, DynamicAddressFeeSplitManager m) = _dynamic(5);
        _exactThroughChanges(token, m, seed);
    }

    function testFuzz_dynamic_exactWhenItsCounterWraps(uint256 seed) public {
        (LaunchToken token, DynamicAddressFeeSplitManager m) = _dynamic(5);
        vm.prank(creator);
        m.setShares(_one(anyone));
        bytes32 slot = bytes32(uint256(6));
        uint256 word = uint256(vm.load(address(m), slot));
        uint256 total = 2 ** 88 - bound(seed, 1, 0.03 ether);
        vm.store(address(m), slot, bytes32(word | total));
        assertEq(m.accumulated(), total);
        vm.prank(creator);
        m.setShares(_recipients(5));
        _exactThroughChanges(token, m, seed);
    }

    /// @dev The five recipients have equal shares.
    function _exactThroughChanges(LaunchToken token, DynamicAddressFeeSplitManager m, uint256 seed)
        private
    {
        uint256[8] memory scaled;
        uint256[8] memory shares;
        for (uint256 i; i < 5; ++i) {
            shares[i] = 2_000_000;
        }
        uint256 received;
        for (uint256 round; round < 6; ++round) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 before = _earned(token);
            _buy(token, bound(seed, 1, 2 ether));
            uint256 income = _earned(token) - before;
            received += income;
            for (uint256 i; i < 8; ++i) {
                scaled[i] += income * shares[i];
            }
            if (seed & 1 == 0) m.sync(address(token));
            if (seed & 6 == 0) m.syncAndRelease(_recipient(seed % 8), _list(token));
            if (seed & 8 != 0) _reshare(m, shares, seed);
        }
        m.sync(address(token));
        uint256 paid;
        for (uint256 i; i < 8; ++i) {
            m.release(_recipient(i));
            assertEq(_recipient(i).balance, scaled[i] / 10_000_000);
            paid += _recipient(i).balance;
        }
        assertEq(paid + address(m).balance, received);
        assertLe(address(m).balance, 8);
    }

    function _earned(LaunchToken token) private view returns (uint256 earned) {
        (earned,) = hook.creatorLedger(address(token));
    }

    function _reshare(DynamicAddressFeeSplitManager m, uint256[8] memory shares, uint256 seed)
        private
    {
        uint256 first = seed % 7;
        uint256 part = bound(seed >> 8, 1, 9_999_999);
        Recipient[] memory list = new Recipient[](2);
        list[0] = Recipient(_recipient(first), uint32(part));
        list[1] = Recipient(_recipient(7), uint32(10_000_000 - part));
        for (uint256 i; i < 8; ++i) {
            shares[i] = i == first ? part : i == 7 ? 10_000_000 - part : 0;
        }
        vm.prank(creator);
        m.setShares(list);
    }

    // ---------------------------------------------------------------- many claims at once

    function test_claimMany_paysStreamsAndManagersAndSkipsFailures() public {
        RevenueManager r = _revenue(2_000);
        LaunchToken managed = _launchWith(address(r), 10_000);
        (LaunchToken shared, address at) = _split(2, 2, 5_000);
        LaunchToken direct = _launch(10_000);
        _buy(managed, 1 ether);
        _buy(shared, 1 ether);
        _buy(direct, 1 ether);
        ManagerFactory.ManagerClaim[] memory claims = new ManagerFactory.ManagerClaim[](4);
        claims[0] = ManagerFactory.ManagerClaim(address(r), _list(managed));
        claims[1] = ManagerFactory.ManagerClaim(at, _list(shared));
        claims[2] = ManagerFactory.ManagerClaim(anyone, new address[](0));
        // syncs a token that it does not manage
        claims[3] = ManagerFactory.ManagerClaim(at, _list(direct));
        vm.prank(anyone);
        (uint256 paid, uint256 skipped) = factory.claimMany(creator, _list(direct), claims);
        assertEq(paid, 0.01 ether + 0.008 ether + 0.004 ether);
        assertEq(creator.balance, paid);
        assertEq(skipped, 2);
    }

    function test_claimMany_aRefusedStreamIsSkipped() public {
        LaunchToken a = _launch(10_000);
        _buy(a, 1 ether);
        StubbornRecipient bad = new StubbornRecipient();
        vm.prank(creator);
        stream.transferFrom(creator, address(bad), uint160(address(a)));
        (uint256 paid, uint256 skipped) =
            factory.claimMany(creator, _list(a), new ManagerFactory.ManagerClaim[](0));
        assertEq(paid, 0);
        assertEq(skipped, 1);
        assertEq(lens.tokenView(address(a)).claimable, 0.01 ether);
    }

    // ---------------------------------------------------------------- factory

    function test_factory_predictsAddressesAndRejectsASecond() public {
        Recipient[] memory list = _recipients(3);
        address a = factory.predictSplitManager(2, address(this), owner, 10, list, "s");
        assertEq(factory.createAddressFeeSplitManager(owner, 10, list, "s"), a);
        vm.expectRevert();
        factory.createAddressFeeSplitManager(owner, 10, list, "s");
        address b = factory.predictSplitManager(3, address(this), owner, 10, list, "s");
        vm.expectEmit(address(factory));
        emit ManagerFactory.ManagerCreated(3, b, owner, address(this), "s");
        vm.expectEmit(address(factory));
        emit ManagerFactory.SplitTerms(b, 10, list);
        assertEq(factory.createDynamicAddressFeeSplitManager(owner, 10, list, "s"), b);
        vm.prank(anyone);
        assertTrue(factory.createAddressFeeSplitManager(owner, 10, list, "s") != a);
        for (uint8 kind; kind < 5; ++kind) {
            if (kind == 2 || kind == 3) continue;
            vm.expectRevert(abi.encodeWithSelector(ManagerFactory.InvalidKind.selector, kind));
            factory.predictSplitManager(kind, address(this), owner, 10, list, "s");
        }
        assertEq(factory.managerKind(a), 2);
        assertEq(factory.managerKind(b), 3);
        assertEq(factory.managerKind(anyone), 0);
    }

    function test_factory_failsIf_termsAreInvalid() public {
        Recipient[] memory list = _recipients(2);
        vm.expectRevert(ManagerFactory.InvalidShare.selector);
        factory.createRevenueManager(owner, protocol, 10_001, 0);
        vm.expectRevert(ManagerFactory.InvalidAddress.selector);
        factory.createRevenueManager(address(0), protocol, 1, 0);
        vm.expectRevert(ManagerFactory.InvalidAddress.selector);
        factory.createRevenueManager(owner, address(0), 1, 0);
        vm.expectRevert(ManagerFactory.InvalidShare.selector);
        factory.createAddressFeeSplitManager(owner, 10_001, list, 0);
        vm.expectRevert(ManagerFactory.InvalidAddress.selector);
        factory.createDynamicAddressFeeSplitManager(address(0), 1, list, 0);
        list[0].share++;
        vm.expectRevert(abi.encodeWithSelector(Shares.InvalidShareSum.selector, 10_000_001));
        factory.createAddressFeeSplitManager(owner, 1, list, 0);
        vm.expectRevert(abi.encodeWithSelector(Shares.InvalidShareSum.selector, 10_000_001));
        factory.createDynamicAddressFeeSplitManager(owner, 1, list, 0);
    }

    function test_implementation_isDisabled() public {
        IManager implementation = IManager(factory.revenueManagerImplementation());
        assertEq(factory.managerKind(address(implementation)), 0);
        vm.expectRevert(abi.encodeWithSelector(IManager.NotManaged.selector, address(1)));
        implementation.sync(address(1));
    }

    // ---------------------------------------------------------------- lens

    function test_lens_readsManyAtOnce() public {
        RevenueManager r = _revenue(2_000);
        LaunchToken a = _launchWith(address(r), 8_000);
        LaunchToken b = _launch(8_000);
        _buy(a, 10 ether);
        _buy(b, 10 ether);
        address[] memory list = new address[](3);
        list[0] = address(a);
        list[1] = address(b);
        list[2] = anyone;
        address[] memory managers = new address[](2);
        managers[0] = address(r);
        managers[1] = anyone;
        (uint256[] memory direct, uint256[] memory managed) =
            lens.claimable(creator, list, managers);
        assertEq(direct[0], 0);
        assertEq(direct[1], 0.08 ether);
        assertEq(direct[2], 0);
        assertEq(managed[0], 0.064 ether);
        assertEq(managed[1], 0);
        assertEq(lens.tokens(list).length, 3);
        assertFalse(lens.tokens(list)[2].exists);
    }

    /// @dev All liquidity of a launch is the hook's, before and after trades; nothing else is in the pool.
    function test_lens_provesLockedLiquidity() public {
        LaunchToken a = _launch(10_000);
        LaunchLens.LockedView memory v = lens.lockedLiquidity(address(a));
        assertEq(v.poolId, hook.poolId(address(a)));
        assertEq(v.owner, address(hook));
        assertEq(v.tickLower, -887_220);
        assertEq(v.tickUpper, _state(a).startTick);
        assertGt(v.liquidity, 0);
        assertEq(v.liquidity, v.launched);
        assertEq(v.ethAmount, 0);
        assertApproxEqRel(v.tokenAmount, SUPPLY, 1);
        uint256 tokens = _buy(a, 10 ether);
        v = lens.lockedLiquidity(address(a));
        assertEq(v.liquidity, v.launched);
        assertApproxEqAbs(v.ethAmount, 9.9 ether, 2);
        assertApproxEqRel(v.tokenAmount, SUPPLY - tokens, 1);
        assertEq(lens.lockedLiquidity(address(0xdead)).owner, address(0));
    }

    function test_lens_readsTheWall() public {
        LaunchToken a = _launch(8_000);
        _buy(a, 1 ether);
        uint256 due = lens.tokenView(address(a)).wallThreshold;
        assertEq(due, _state(a).wallThreshold);
        assertEq(lens.tokenView(address(a)).progressBps, 0.002 ether * 10_000 / due);
        assertEq(lens.tokenView(address(a)).wallLifetime, 0.002 ether);
        _buildWall(a);
        vm.warp(block.timestamp + 10 days);
        _buy(a, 60 ether);
        // has to rise: removed in this trade, placed in the next
        assertEq(lens.tokenView(address(a)).wallEth, 0);
        assertGt(lens.tokenView(address(a)).wallPending, 0.1 ether);
        assertEq(lens.tokenView(address(a)).progressBps, 10_000);
        assertEq(lens.tokenView(address(a)).lastTrade, block.timestamp);
        _buy(a, 0.1 ether);
        assertEq(lens.tokenView(address(a)).wallPending, _state(a).wallPending);
        assertGt(lens.tokenView(address(a)).wallEth, 0);
        assertApproxEqAbs(
            lens.tokenView(address(a)).wallEth, lens.tokenView(address(a)).wallPlaced, 1
        );
        assertEq(lens.tokenView(address(a)).wallTokens, 0);
        assertEq(lens.tokenView(address(a)).wallUpper, lens.tokenView(address(a)).wallLower + 60);
        assertEq(lens.tokenView(address(a)).feeOwner, creator);
        assertEq(lens.tokenView(address(a)).claimable, lens.tokenView(address(a)).creatorEarned);
        uint256 capWei = lens.tokenView(address(a)).marketCapWei;
        assertApproxEqRel(lens.tokenView(address(a)).priceWei * 100_000_000_000, capWei, 1e-6 ether);
    }
}
