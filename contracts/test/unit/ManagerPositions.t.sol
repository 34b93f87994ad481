// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {SharesFixture} from "../utils/SharesFixture.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {FeeStream} from "contracts/src/FeeStream.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {IManager} from "contracts/src/interfaces/IManager.sol";
import {Recipient, Shares} from "contracts/src/libraries/Shares.sol";
import {
    DynamicAddressFeeSplitManager
} from "contracts/src/managers/DynamicAddressFeeSplitManager.sol";
import {ManagerBase} from "contracts/src/managers/ManagerBase.sol";
import {RevenueManager} from "contracts/src/managers/RevenueManager.sol";
import {SplitManagerBase} from "contracts/src/managers/SplitManagerBase.sol";

/// @dev Exposes the library.
contract SharesUser {
    function moved(Recipient[] memory list, address from, address to)
        external
        pure
        returns (Recipient[] memory)
    {
        return Shares.moved(list, from, to);
    }
}

/// @notice Earners can transfer their position, in two steps; moderators drop tokens; holders of streams
/// choose the recipient of a claim.
contract ManagerPositionsTest is SharesFixture {
    address internal next = makeAddr("next");
    address internal anyone = makeAddr("anyone");
    address internal protocol = makeAddr("protocol");

    function _revenue() private returns (LaunchToken launched, RevenueManager r) {
        r = RevenueManager(payable(factory.createRevenueManager(owner, protocol, 5_000, 0)));
        ILaunchpad.ManagerParams memory m = _noManager();
        m.kind = 1;
        m.manager = address(r);
        (launched,) = _launch(_params(10_000), m);
    }

    function _splitOfKind(uint8 kind, uint256 count, uint16 creatorFirstBps)
        private
        returns (LaunchToken launched, SplitManagerBase m)
    {
        ILaunchpad.ManagerParams memory p = _noManager();
        p.kind = kind;
        p.recipients = _recipients(count);
        p.creatorFirstBps = creatorFirstBps;
        p.moderator = moderator;
        address at;
        (launched, at) = _launch(_params(10_000), p);
        m = SplitManagerBase(payable(at));
    }

    function _handOn(IManager m, address from, address to) private {
        vm.prank(from);
        m.offerShare(to);
        vm.prank(to);
        m.acceptShare(from);
    }

    // ---------------------------------------------------------------- payees

    function test_payee_handsOnItsPlaceInTwoSteps() public {
        for (uint8 kind = 1; kind < 4; ++kind) {
            LaunchToken a;
            IManager m;
            if (kind == 1) (a, m) = _revenue();
            else (a, m) = _splitOfKind(kind, 2, 5_000);
            _buy(a, 1 ether);
            vm.expectEmit(address(m));
            emit IManager.PayeeOffered(address(a), creator, next);
            vm.prank(creator);
            m.offerPayee(address(a), next);
            assertEq(m.payeeOf(address(a)), creator);
            _buy(a, 1 ether);
            vm.expectEmit(address(m));
            emit IManager.PayeeChanged(address(a), next);
            vm.prank(next);
            m.acceptPayee(address(a));
            _buy(a, 1 ether);
            assertEq(m.payeeOf(address(a)), next);
            assertEq(m.claimable(creator, _list(a)), 0.01 ether);
            assertEq(m.claimable(next, _list(a)), 0.005 ether);
            // the offer was used up, and the former payee has no position to offer
            vm.prank(next);
            vm.expectRevert(IManager.NotAllowed.selector);
            m.acceptPayee(address(a));
            vm.prank(creator);
            vm.expectRevert(IManager.NotAllowed.selector);
            m.offerPayee(address(a), creator);
        }
    }

    function test_payee_onlyItOffersAndOnlyWhomItChoseAccepts() public {
        (LaunchToken a, RevenueManager r) = _revenue();
        address[3] memory others = [owner, protocol, anyone];
        for (uint256 i; i < others.length; ++i) {
            vm.startPrank(others[i]);
            vm.expectRevert(IManager.NotAllowed.selector);
            r.offerPayee(address(a), others[i]);
            vm.expectRevert(IManager.NotAllowed.selector);
            r.acceptPayee(address(a));
            vm.stopPrank();
        }
        vm.startPrank(creator);
        r.offerPayee(address(a), next);
        r.offerPayee(address(a), address(0));
        vm.stopPrank();
        vm.prank(next);
        vm.expectRevert(IManager.NotAllowed.selector);
        r.acceptPayee(address(a));
        vm.prank(address(0));
        vm.expectRevert(abi.encodeWithSelector(IManager.NotManaged.selector, next));
        r.acceptPayee(next);
    }

    // ---------------------------------------------------------------- shares

    function test_revenue_protocolRecipientHandsOnItsPlace() public {
        (LaunchToken a, RevenueManager r) = _revenue();
        _buy(a, 1 ether);
        r.sync(address(a));
        vm.prank(anyone);
        r.offerShare(next);
        vm.prank(next);
        vm.expectRevert(IManager.NotAllowed.selector);
        r.acceptShare(anyone);
        vm.prank(protocol);
        vm.expectEmit(address(r));
        emit IManager.ShareOffered(protocol, next);
        r.offerShare(next);
        vm.expectEmit(address(r));
        emit RevenueManager.ProtocolRecipientChanged(next, 1);
        vm.prank(next);
        r.acceptShare(protocol);
        assertEq(r.protocolRecipient(), next);
        r.sync(address(a));
        _buy(a, 2 ether);
        r.sync(address(a));
        assertEq(r.owed(protocol), 0.005 ether);
        assertEq(r.owed(next), 0.01 ether);
    }

    function test_split_recipientHandsOnItsShare() public {
        for (uint8 kind = 2; kind < 4; ++kind) {
            (LaunchToken a, SplitManagerBase m) = _splitOfKind(kind, 3, 0);
            _buy(a, 1 ether);
            m.sync(address(a));
            Recipient[] memory list = _recipients(3);
            list[1].account = next;
            vm.prank(_recipient(1));
            m.offerShare(next);
            vm.expectEmit(address(m));
            emit SplitManagerBase.SharesChanged(1, list);
            vm.prank(next);
            m.acceptShare(_recipient(1));
            assertEq(abi.encode(m.recipients()), abi.encode(list));
            assertEq(m.shareOf(_recipient(1)), 0);
            assertEq(m.shareOf(next), 3_333_333);
            // a signature of the moderator stays valid, so that nobody can void it
            assertEq(m.generation(), 0);
            assertEq(m.version(), 1);
            _buy(a, 1 ether);
            m.sync(address(a));
            assertEq(m.release(_recipient(1)), 0.003333333 ether);
            assertEq(m.release(next), 0.003333333 ether);
            assertEq(m.release(_recipient(0)), 0.006666666 ether);
            assertEq(m.release(_recipient(2)), 0.006666668 ether);
            assertEq(address(m).balance, 0);
        }
    }

    function test_split_aRecipientTakesASecondShare() public {
        for (uint8 kind = 2; kind < 4; ++kind) {
            (LaunchToken a, SplitManagerBase m) = _splitOfKind(kind, 3, 0);
            _handOn(m, _recipient(0), _recipient(2));
            assertEq(m.recipients().length, 2);
            assertEq(m.shareOf(_recipient(2)), 6_666_667);
            _handOn(m, _recipient(2), _recipient(1));
            assertEq(m.recipients().length, 1);
            assertEq(m.shareOf(_recipient(1)), 10_000_000);
            _buy(a, 1 ether);
            m.sync(address(a));
            assertEq(m.release(_recipient(1)), 0.01 ether);
            assertEq(m.release(_recipient(0)), 0);
            assertEq(m.release(_recipient(2)), 0);
        }
    }

    function test_split_onlyWhomItChoseAccepts() public {
        (, SplitManagerBase m) = _splitOfKind(2, 2, 0);
        vm.prank(_recipient(0));
        m.offerShare(next);
        vm.prank(anyone);
        vm.expectRevert(IManager.NotAllowed.selector);
        m.acceptShare(_recipient(0));
        vm.prank(_recipient(0));
        m.offerShare(address(0));
        vm.prank(next);
        vm.expectRevert(IManager.NotAllowed.selector);
        m.acceptShare(_recipient(0));
        // an account without a share, now or ever, transfers nothing
        vm.prank(anyone);
        m.offerShare(next);
        vm.prank(next);
        vm.expectRevert(abi.encodeWithSelector(SplitManagerBase.NoShare.selector, anyone));
        m.acceptShare(anyone);
        _handOn(m, _recipient(0), next);
        vm.prank(_recipient(0));
        m.offerShare(next);
        vm.prank(next);
        vm.expectRevert(abi.encodeWithSelector(SplitManagerBase.NoShare.selector, _recipient(0)));
        m.acceptShare(_recipient(0));
        vm.startPrank(next);
        m.offerShare(next);
        vm.expectRevert(abi.encodeWithSelector(SplitManagerBase.NoShare.selector, next));
        m.acceptShare(next);
    }

    function test_split_anOfferIsTakenOnce() public {
        for (uint8 kind = 1; kind < 4; ++kind) {
            IManager m;
            address holder = kind == 1 ? protocol : _recipient(0);
            if (kind == 1) (, m) = _revenue();
            else (, m) = _splitOfKind(kind, 2, 0);
            _handOn(m, holder, next);
            _handOn(m, next, holder);
            vm.prank(next);
            vm.expectRevert(IManager.NotAllowed.selector);
            m.acceptShare(holder);
        }
    }

    function test_dynamic_newSharesReplaceWhatWasHandedOn() public {
        (LaunchToken a, SplitManagerBase m) = _splitOfKind(3, 2, 0);
        _handOn(m, _recipient(0), next);
        _buy(a, 1 ether);
        vm.prank(moderator);
        DynamicAddressFeeSplitManager(payable(address(m))).setShares(_recipients(2));
        assertEq(m.version(), 2);
        assertEq(m.generation(), 1);
        _buy(a, 1 ether);
        m.sync(address(a));
        assertEq(m.release(next), 0.005 ether);
        assertEq(m.release(_recipient(0)), 0.005 ether);
        assertEq(m.release(_recipient(1)), 0.01 ether);
        assertEq(m.shareOf(next), 0);
        _handOn(m, _recipient(1), next);
        assertEq(m.shareOf(next), 5_000_000);
    }

    /// @dev Both kinds, against sums that this test keeps on its own.
    function testFuzz_split_exactThroughHandOvers(uint256 seed) public {
        for (uint8 kind = 2; kind < 4; ++kind) {
            (LaunchToken a, SplitManagerBase m) = _splitOfKind(kind, 5, 0);
            uint256[8] memory shares;
            uint256[8] memory scaled;
            for (uint256 i; i < 5; ++i) {
                shares[i] = 2_000_000;
            }
            uint256 received;
            for (uint256 round; round < 8; ++round) {
                seed = uint256(keccak256(abi.encode(seed)));
                _buy(a, bound(seed, 1, 1 ether));
                uint256 income = m.sync(address(a));
                received += income;
                for (uint256 i; i < 8; ++i) {
                    scaled[i] += income * shares[i];
                }
                (uint256 from, uint256 to) = (seed % 8, (seed >> 8) % 8);
                if (seed & 1 == 0) m.release(_recipient(to));
                if (from == to || shares[from] == 0) continue;
                _handOn(m, _recipient(from), _recipient(to));
                (shares[from], shares[to]) = (0, shares[from] + shares[to]);
            }
            uint256 before;
            uint256 paid;
            for (uint256 i; i < 8; ++i) {
                m.release(_recipient(i));
                assertEq(_recipient(i).balance, scaled[i] / 10_000_000);
                assertEq(m.shareOf(_recipient(i)), shares[i]);
                paid += _recipient(i).balance;
                before += shares[i];
                vm.deal(_recipient(i), 0);
            }
            assertEq(before, 10_000_000);
            assertEq(paid + address(m).balance, received);
            assertLe(address(m).balance, 8);
        }
    }

    function testFuzz_shares_moved(uint8 count, uint8 from, uint8 to) public {
        uint256 n = bound(count, 1, 100);
        (uint256 a, uint256 b) = (uint256(from) % n, uint256(to) % (n + 2));
        vm.assume(a != b);
        Recipient[] memory list = _recipients(n);
        Recipient[] memory now_ = new SharesUser().moved(list, _recipient(a), _recipient(b));
        assertEq(now_.length, b < n ? n - 1 : n);
        uint256 sum;
        for (uint256 i; i < now_.length; ++i) {
            uint256 expected;
            for (uint256 j; j < n; ++j) {
                address account = list[j].account == _recipient(a) ? _recipient(b) : list[j].account;
                if (account == now_[i].account) expected += list[j].share;
            }
            assertEq(now_[i].share, expected);
            sum += now_[i].share;
        }
        assertEq(sum, 10_000_000);
    }

    /// @dev An offer is for the share of its moment: one that grew or was set again needs a new offer.
    function test_split_anOfferEndsWithTheShareThatItWasFor() public {
        (, SplitManagerBase m) = _splitOfKind(3, 3, 0);
        vm.prank(_recipient(0));
        m.offerShare(next);
        // a transfer of another recipient's share does not affect it
        _handOn(m, _recipient(1), anyone);
        assertEq(m.offeredShare(_recipient(0)), next);
        // it takes a second share
        _handOn(m, anyone, _recipient(0));
        _expectNoOffer(m, _recipient(0));
        vm.prank(_recipient(0));
        m.offerShare(next);
        // the moderator sets the shares again, even to the same values
        Recipient[] memory list = m.recipients();
        vm.prank(moderator);
        DynamicAddressFeeSplitManager(payable(address(m))).setShares(list);
        _expectNoOffer(m, _recipient(0));
        _handOn(m, _recipient(0), next);
        assertEq(m.shareOf(next), 6_666_666);
    }

    function test_revenue_anOfferEndsWithTheRecipientsEpoch() public {
        (, RevenueManager r) = _revenue();
        vm.prank(protocol);
        r.offerShare(next);
        vm.startPrank(owner);
        r.setProtocolRecipient(anyone, new address[](0));
        r.setProtocolRecipient(protocol, new address[](0));
        vm.stopPrank();
        _expectNoOffer(r, protocol);
        _handOn(r, protocol, next);
        assertEq(r.protocolRecipient(), next);
    }

    function _expectNoOffer(ManagerBase m, address from) private {
        assertEq(m.offeredShare(from), address(0));
        vm.prank(next);
        vm.expectRevert(IManager.NotAllowed.selector);
        m.acceptShare(from);
    }

    // ---------------------------------------------------------------- dropped tokens

    function test_drop_givesLaterIncomeToThePayee() public {
        LaunchToken other = _attach(_consent(1), "");
        _buy(token, 1 ether);
        _buy(other, 1 ether);
        vm.expectEmit(address(split));
        emit DynamicAddressFeeSplitManager.TokenDropped(address(token));
        vm.prank(moderator);
        split.drop(address(token));
        assertEq(abi.encode(split.managedTokens()), abi.encode(_list(other)));
        _buy(token, 2 ether);
        // the income before was shared, the later one is the payee's; nothing else changed
        assertEq(split.claimable(_recipient(0), _list(token)), 0.004 ether);
        assertEq(split.claimable(creator, _list(token)), 0.016 ether);
        assertEq(split.claimable(_recipient(0), _list(other)), 0.008 ether);
        vm.prank(moderator);
        split.setShares(_recipients(1));
        assertEq(split.sync(address(token)), 0.016 ether);
        assertEq(split.release(creator), 0.016 ether);
        assertEq(split.release(_recipient(0)), 0.008 ether);
        assertEq(split.release(_recipient(1)), 0.008 ether);
        assertEq(address(split).balance, 0);
        assertEq(stream.holderOf(address(token)), address(split));
    }

    function test_drop_isTheModerators() public {
        vm.expectRevert(IManager.NotAllowed.selector);
        split.drop(address(token));
        LaunchToken other = _launch(8_000);
        vm.startPrank(moderator);
        vm.expectRevert(abi.encodeWithSelector(IManager.NotManaged.selector, address(other)));
        split.drop(address(other));
        split.drop(address(token));
        vm.expectRevert(abi.encodeWithSelector(IManager.NotManaged.selector, address(token)));
        split.drop(address(token));
    }

    // ---------------------------------------------------------------- claimTo

    function test_stream_claimToPaysWhereTheHolderChose() public {
        LaunchToken a = _launch(10_000);
        _buy(a, 1 ether);
        address[2] memory others = [anyone, owner];
        for (uint256 i; i < 2; ++i) {
            vm.prank(others[i]);
            vm.expectRevert(FeeStream.NotAllowed.selector);
            stream.claimTo(address(a), others[i]);
        }
        vm.startPrank(creator);
        vm.expectRevert(FeeStream.NotAllowed.selector);
        stream.claimTo(address(a), address(0));
        assertEq(stream.claimTo(address(a), next), 0.01 ether);
        vm.stopPrank();
        assertEq(next.balance, 0.01 ether);
        assertEq(creator.balance, 0);
        assertEq(stream.paid(address(a)), 0.01 ether);
        // for this claim only, even in the same transaction
        _buy(a, 1 ether);
        assertEq(hook.claim(address(a)), 0.01 ether);
        assertEq(creator.balance, 0.01 ether);
    }

    /// @dev Everything that pays a caller's own ETH to an address of its choice.
    function test_payments_failIf_recipientIsTheZeroAddress() public {
        ILaunchpad.LaunchParams memory p = _params(10_000);
        p.referralPercent = 20;
        (LaunchToken a,) = _launch(p, _noManager());
        PoolKey memory pool = hook.poolKey(address(a));
        vm.prank(trader);
        router.swapWith{value: 1 ether}(pool, true, -1 ether, abi.encode(next));
        (LaunchToken b, SplitManagerBase m) = _splitOfKind(2, 2, 0);
        _buy(b, 1 ether);
        m.sync(address(b));
        vm.prank(next);
        vm.expectRevert(ILaunchHook.InvalidAddress.selector);
        hook.claimReferralTo(address(0));
        vm.prank(creator);
        vm.expectRevert(FeeStream.NotAllowed.selector);
        stream.claimTo(address(a), address(0));
        vm.prank(_recipient(0));
        vm.expectRevert(IManager.InvalidAddress.selector);
        m.releaseTo(address(0));
        // nothing was lost
        assertEq(hook.claimReferral(next), 0.002 ether);
        assertEq(hook.claim(address(a)), 0.008 ether);
        assertEq(m.release(_recipient(0)), 0.005 ether);
    }
}
