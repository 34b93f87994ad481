// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {IManager} from "contracts/src/interfaces/IManager.sol";
import {Recipient} from "contracts/src/libraries/Shares.sol";
import {
    DynamicAddressFeeSplitManager
} from "contracts/src/managers/DynamicAddressFeeSplitManager.sol";
import {RevenueManager} from "contracts/src/managers/RevenueManager.sol";

/// @dev Returns or reverts with more data than a caller wants to pay for.
contract Flooder {
    uint256 private immutable _bytes;
    bool private immutable _reverts;

    constructor(uint256 bytes_, bool reverts_) {
        _bytes = bytes_;
        _reverts = reverts_;
    }

    receive() external payable {
        uint256 size = _bytes;
        bool reverts = _reverts;
        assembly ("memory-safe") {
            if reverts { revert(0, size) }
            return(0, size)
        }
    }
}

/// @dev A recipient that sends a split its own payouts again and again.
contract Cycler {
    function run(address split, uint256 times) external payable {
        for (uint256 i; i < times; ++i) {
            (bool sent,) = split.call{value: address(this).balance}("");
            require(sent);
            IManager(split).release(address(this));
        }
    }

    receive() external payable {}
}

/// @notice Attempts to use up the token slots of a split, to take the income of others and to make payments
/// expensive. Functions that a fixed contract no longer has are called by their signature.
contract ManagersAttackTest is Fixture {
    address internal attacker = makeAddr("attacker");
    address internal protocol = makeAddr("protocol");

    function _existing(address manager_) private pure returns (ILaunchpad.ManagerParams memory m) {
        m = _noManager();
        m.kind = 1;
        m.manager = manager_;
    }

    function _revenue() private returns (RevenueManager) {
        return RevenueManager(payable(factory.createRevenueManager(owner, protocol, 1_000, 0)));
    }

    function _dynamic() private returns (LaunchToken token, DynamicAddressFeeSplitManager m) {
        ILaunchpad.ManagerParams memory p = _noManager();
        p.kind = 3;
        p.recipients = _recipients(2);
        address at;
        (token, at) = _launch(_params(8_000), p);
        m = DynamicAddressFeeSplitManager(payable(at));
    }

    // ---------------------------------------------------------------- places of a dynamic split

    /// @dev The service launches for anyone, and no creator is verified.
    function test_anonymousLaunchesTakeNoPlaceOfASplit() public {
        (, DynamicAddressFeeSplitManager m) = _dynamic();
        address moderator = creator;
        address[2] memory named = [attacker, moderator];
        for (uint256 i; i < 100; ++i) {
            creator = named[i % 2];
            ILaunchpad.LaunchParams memory p = _params(8_000);
            vm.prank(launcher);
            try pad.launch(p, _existing(address(m))) {} catch {}
        }
        assertEq(m.managedTokens().length, 1);
    }

    function test_firstPlaceOfANewSplitIsNotFree() public {
        address at =
            factory.createDynamicAddressFeeSplitManager(creator, 0, _recipients(2), bytes32("new"));
        creator = attacker;
        ILaunchpad.LaunchParams memory p = _params(8_000);
        vm.prank(launcher);
        try pad.launch(p, _existing(at)) {} catch {}
        assertEq(DynamicAddressFeeSplitManager(payable(at)).managedTokens().length, 0);
    }

    // ---------------------------------------------------------------- income of a creator

    function test_revenueOwner_cannotTakeACreatorsPlace() public {
        RevenueManager r = _revenue();
        (LaunchToken token,) = _launch(_params(8_000), _existing(address(r)));
        bytes memory data = abi.encodeWithSignature("setPayee(address,address)", token, owner);
        vm.prank(owner);
        (bool done,) = address(r).call(data);
        assertFalse(done);
        assertEq(r.payeeOf(address(token)), creator);
        _buy(token, 1 ether);
        r.sync(address(token));
        assertEq(r.owed(owner), 0);
        assertEq(r.owed(creator), 0.0072 ether);
    }

    function test_owner_adoptsForTheSenderOnly() public {
        for (uint8 kind = 1; kind < 4; ++kind) {
            bytes32 salt = bytes32(uint256(kind));
            address at;
            if (kind == 1) at = factory.createRevenueManager(owner, protocol, 0, salt);
            if (kind == 2) {
                at = factory.createAddressFeeSplitManager(owner, 10_000, _recipients(2), salt);
            }
            if (kind == 3) {
                at = factory.createDynamicAddressFeeSplitManager(
                    owner, 10_000, _recipients(2), salt
                );
            }
            LaunchToken token = _launch(8_000);
            vm.prank(creator);
            stream.transferFrom(creator, at, uint160(address(token)));
            vm.startPrank(owner);
            (bool named,) = at.call(abi.encodeWithSignature("adopt(address,address)", token, owner));
            assertFalse(named);
            (bool adopted,) = at.call(abi.encodeWithSignature("adopt(address)", token));
            assertTrue(adopted);
            vm.stopPrank();
            assertEq(IManager(at).payeeOf(address(token)), creator);
        }
    }

    // ---------------------------------------------------------------- counters of a split

    /// @dev The ETH costs nothing: a flash loan provides it, and it is all there at the end.
    function test_cycledEthStopsNoSplit() public {
        Cycler cycler = new Cycler();
        ILaunchpad.ManagerParams memory p = _noManager();
        p.kind = 3;
        p.creatorFirstBps = 1_000;
        p.recipients = _recipients(1);
        p.recipients[0].account = address(cycler);
        (LaunchToken token, address at) = _launch(_params(10_000), p);
        DynamicAddressFeeSplitManager m = DynamicAddressFeeSplitManager(payable(at));
        // Stops at the ETH below 2^88 wei, so that the next income passes it.
        uint256 stock = 100_000_000 ether;
        vm.deal(address(this), stock);
        cycler.run{value: stock}(at, 3);
        vm.deal(address(cycler), 2 ** 88 - 3 * stock - 0.001 ether);
        cycler.run(at, 1);

        _buy(token, 1 ether);
        assertEq(m.claimable(creator, _list(token)), 0.001 ether);
        m.sync(address(token));
        assertEq(m.release(creator), 0.001 ether);
        vm.prank(creator);
        m.setShares(_recipients(2));
        _buy(token, 1 ether);
        vm.prank(creator);
        m.drop(address(token));
        assertEq(m.release(address(cycler)), 0.009 ether);
        assertEq(m.release(_recipient(0)), 0.0045 ether);
        assertEq(m.release(_recipient(1)), 0.0045 ether);
        assertEq(m.release(creator), 0.001 ether);
        assertEq(at.balance, 0);
    }

    /// @dev Each transfer of a share is a new version of the list.
    function test_transferredSharesStopNoChange() public {
        (, DynamicAddressFeeSplitManager m) = _dynamic();
        bytes32 slot = bytes32(uint256(6));
        vm.store(address(m), slot, bytes32(uint256(type(uint24).max) << 112));
        assertEq(m.version(), type(uint24).max);
        vm.prank(_recipient(0));
        m.offerShare(attacker);
        vm.prank(attacker);
        m.acceptShare(_recipient(0));
        vm.prank(creator);
        m.setShares(_recipients(3));
        assertEq(m.version(), uint256(type(uint24).max) + 2);
    }

    // ---------------------------------------------------------------- gas of the payer

    /// @dev A payout costs its sender the recipient's own gas, and nothing for the return data.
    function testFuzz_release_isNotChargedForReturnedData(uint256 size, bool reverts) public {
        size = bound(size, 0, 300_000);
        Flooder flooder = new Flooder(size, reverts);
        ILaunchpad.ManagerParams memory m = _noManager();
        m.kind = 2;
        m.recipients = _recipients(2);
        m.recipients[0].account = address(flooder);
        (LaunchToken token, address at) = _launch(_params(10_000), m);
        _buy(token, 1 ether);
        IManager(at).sync(address(token));
        uint256 before = gasleft();
        (bool paid, bytes memory result) =
            at.call(abi.encodeCall(IManager.release, (address(flooder))));
        uint256 used = before - gasleft();
        assertEq(paid, !reverts);
        assertLe(result.length, 36);
        // The recipient pays for its own memory; a copy of it would cost the sender about as much again.
        uint256 words = (size + 31) / 32;
        assertLe(used, 100_000 + words * 3 + words * words / 512);
    }

    // ---------------------------------------------------------------- supply

    function test_token_cannotBeSentToNobody() public {
        LaunchToken token = _launch(8_000);
        _buy(token, 1 ether);
        vm.startPrank(trader);
        token.approve(attacker, 1);
        (bool sent,) =
            address(token).call(abi.encodeWithSignature("transfer(address,uint256)", address(0), 1));
        assertFalse(sent);
        vm.stopPrank();
        vm.prank(attacker);
        (sent,) = address(token)
            .call(
                abi.encodeWithSignature(
                    "transferFrom(address,address,uint256)", trader, address(0), 1
                )
            );
        assertFalse(sent);
        assertEq(token.balanceOf(address(0)), 0);
    }
}
