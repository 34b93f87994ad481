// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {SharesFixture} from "../utils/SharesFixture.sol";
import {Recipient} from "contracts/src/libraries/Shares.sol";
import {
    DynamicAddressFeeSplitManager
} from "contracts/src/managers/DynamicAddressFeeSplitManager.sol";

/// @dev A contract moderator with a wrong ERC-1271 response.
contract OddWallet {
    enum Mood {
        Refuses,
        Reverts,
        ReturnsNothing,
        ReturnsShort,
        ReturnsTrue,
        RevertsWithMagic,
        ChangesShares
    }
    Mood private immutable _mood;

    constructor(Mood mood) {
        _mood = mood;
    }

    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        if (_mood == Mood.Refuses) return 0xffffffff;
        if (_mood == Mood.Reverts) revert("no");
        if (_mood == Mood.ChangesShares) {
            Recipient[] memory list = new Recipient[](1);
            list[0] = Recipient(address(this), 10_000_000);
            DynamicAddressFeeSplitManager(payable(msg.sender)).setShares(list);
            return this.isValidSignature.selector;
        }
        Mood mood = _mood;
        bytes4 selector = this.isValidSignature.selector;
        assembly ("memory-safe") {
            mstore(0, selector)
            if eq(mood, 2) { return(0, 0) }
            if eq(mood, 5) { revert(0, 32) }
            if eq(mood, 3) { return(0, 4) }
            mstore(0, 1)
            return(0, 32)
        }
    }
}

/// @notice Attempts to change the shares of a split without the moderator's signature, or with a
/// signature for something else. The shares never change.
contract SignedSharesAttackTest is SharesFixture {
    uint256 private constant CURVE_ORDER =
        0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
    bytes4 private immutable INVALID = DynamicAddressFeeSplitManager.InvalidSignature.selector;

    function _stale() private view returns (bytes memory) {
        return abi.encodeWithSelector(
            DynamicAddressFeeSplitManager.InvalidNonce.selector, split.generation()
        );
    }

    function testFuzz_setSharesBySig_failsIf_signedByAnotherKey(uint256 other) public {
        other = bound(other, 1, CURVE_ORDER - 1);
        vm.assume(other != key);
        Order memory order = _order();
        bytes32 digest = _digest(address(split), block.chainid, order);
        _expectRefused(INVALID, order, _sign(other, digest));
    }

    function testFuzz_setSharesBySig_failsIf_signatureIsAnyBytes(bytes calldata signature) public {
        _expectRefused(INVALID, _order(), signature);
    }

    function testFuzz_setSharesBySig_failsIf_signatureIsAnyNumbers(bytes32 r, bytes32 s, uint8 v)
        public
    {
        _expectRefused(INVALID, _order(), abi.encodePacked(r, s, v));
    }

    function testFuzz_setSharesBySig_failsIf_oneBitIsFlipped(uint256 bit) public {
        Order memory order = _order();
        bytes memory signature = _signed(order);
        bit = bound(bit, 0, signature.length * 8 - 1);
        signature[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        _expectRefused(INVALID, order, signature);
    }

    function testFuzz_setSharesBySig_failsIf_recipientsWereChanged(
        uint256 which,
        address account,
        uint32 part
    ) public {
        Order memory order = _order();
        bytes memory signature = _signed(order);
        which = bound(which, 0, 1);
        vm.assume(account != order.recipients[which].account);
        Order memory other = _order();
        other.recipients[which].account = account;
        _expectRefused(INVALID, other, signature);
        // the same sum with other shares
        part = uint32(bound(part, 1, 3_333_332));
        other = _order();
        other.recipients[which].share -= part;
        other.recipients[2].share += part;
        _expectRefused(INVALID, other, signature);
    }

    function test_setSharesBySig_failsIf_orderOrLengthWasChanged() public {
        Order memory order = _order();
        bytes memory signature = _signed(order);
        Order memory other = _order();
        (other.recipients[0], other.recipients[1]) = (other.recipients[1], other.recipients[0]);
        _expectRefused(INVALID, other, signature);
        other.recipients = _recipients(2);
        _expectRefused(INVALID, other, signature);
        other.recipients = new Recipient[](0);
        _expectRefused(INVALID, other, signature);
    }

    function testFuzz_setSharesBySig_failsIf_deadlineWasChanged(uint256 deadline) public {
        Order memory order = _order();
        bytes memory signature = _signed(order);
        deadline = bound(deadline, block.timestamp, type(uint256).max);
        vm.assume(deadline != order.deadline);
        order.deadline = deadline;
        _expectRefused(INVALID, order, signature);
    }

    function testFuzz_setSharesBySig_failsIf_signedForAnotherChain(uint64 chainId) public {
        vm.assume(chainId != block.chainid && chainId != 0);
        Order memory order = _order();
        _expectRefused(INVALID, order, _sign(key, _digest(address(split), chainId, order)));
        // a signature is invalid on a chain with another id
        bytes memory signature = _signed(order);
        vm.chainId(chainId);
        _expectRefused(INVALID, order, signature);
    }

    function test_setSharesBySig_failsIf_signedForAnotherManager() public {
        Order memory order = _order();
        bytes memory forSplit = _signed(order);
        DynamicAddressFeeSplitManager first = split;
        (, split) = _splitOf(moderator);
        _expectRefused(INVALID, order, forSplit);
        // nor is one for the implementation that all splits share
        address implementation = factory.dynamicAddressFeeSplitManagerImplementation();
        _expectRefused(INVALID, order, _sign(key, _digest(implementation, block.chainid, order)));
        split = first;
        _send(order, forSplit);
    }

    function testFuzz_setSharesBySig_failsIf_signedForAnyOtherManager(address other) public {
        vm.assume(other != address(split));
        Order memory order = _order();
        _expectRefused(INVALID, order, _sign(key, _digest(other, block.chainid, order)));
    }

    function test_setSharesBySig_failsIf_replayed() public {
        Order memory order = _order();
        bytes memory signature = _signed(order);
        _send(order, signature);
        _expectRefused(_stale(), order, signature);
        // under the next nonce the signature recovers another signer
        order.nonce = 1;
        _expectRefused(INVALID, order, signature);
    }

    function test_setSharesBySig_failsIf_sharesChangedSince() public {
        Order memory order = _order();
        bytes memory signature = _signed(order);
        vm.prank(moderator);
        split.setShares(_recipients(5));
        _expectRefused(_stale(), order, signature);
    }

    function testFuzz_setSharesBySig_failsIf_nonceIsNotCurrent(uint256 nonce) public {
        vm.assume(nonce != 0);
        Order memory order = _order();
        order.nonce = nonce;
        _expectRefused(_stale(), order, _signed(order));
    }

    function testFuzz_setSharesBySig_failsIf_expired(uint256 deadline, uint256 late) public {
        Order memory order = _order();
        order.deadline = bound(deadline, 0, block.timestamp + 365 days);
        bytes memory signature = _signed(order);
        uint256 earliest =
            order.deadline + 1 > block.timestamp ? order.deadline + 1 : block.timestamp;
        vm.warp(bound(late, earliest, earliest + 3_650 days));
        bytes memory reason = abi.encodeWithSelector(
            DynamicAddressFeeSplitManager.SignatureExpired.selector, order.deadline
        );
        _expectRefused(reason, order, signature);
    }

    function test_setSharesBySig_failsIf_signatureHasAnotherForm() public {
        Order memory order = _order();
        bytes32 digest = _digest(address(split), block.chainid, order);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        bytes32 mirrored = bytes32(CURVE_ORDER - uint256(s));
        uint8 flipped = v == 27 ? 28 : 27;
        assertEq(ecrecover(digest, flipped, r, mirrored), moderator, "both are of the same key");
        _expectRefused(INVALID, order, abi.encodePacked(r, mirrored, flipped));
        // other encodings of the same signature
        bytes32 vs = bytes32(uint256(v - 27) << 255 | uint256(s));
        _expectRefused(INVALID, order, abi.encodePacked(r, vs));
        _expectRefused(INVALID, order, abi.encodePacked(r, s, v - 27));
        _expectRefused(INVALID, order, abi.encodePacked(r, s, v, uint8(0)));
        _expectRefused(INVALID, order, "");
    }

    function test_setSharesBySig_failsIf_signerIsAFormerModerator() public {
        Order memory order = _order();
        bytes memory signature = _signed(order);
        address next = makeAddr("next");
        vm.prank(moderator);
        split.transferOwnership(next);
        // an offer alone transfers nothing
        uint256 snapshot = vm.snapshotState();
        _send(order, signature);
        vm.revertToState(snapshot);
        vm.prank(next);
        split.acceptOwnership();
        _expectRefused(INVALID, order, signature);
    }

    function test_setSharesBySig_failsIf_signerIsARecipient() public {
        (address recipient, uint256 recipientKey) = makeAddrAndKey("recipient");
        Order memory order = _order();
        order.recipients[0].account = recipient;
        _send(order, _signed(order));
        Order memory next = _order();
        bytes32 digest = _digest(address(split), block.chainid, next);
        _expectRefused(INVALID, next, _sign(recipientKey, digest));
    }

    function test_setSharesBySig_failsIf_managerIsTheImplementation() public {
        split = DynamicAddressFeeSplitManager(
            payable(factory.dynamicAddressFeeSplitManagerImplementation())
        );
        Order memory order = Order(_recipients(3), block.timestamp, 0);
        vm.expectRevert();
        _send(order, _signed(order));
        vm.expectRevert();
        _send(order, "");
    }

    function testFuzz_setSharesBySig_failsIf_contractModeratorRejects(uint8 mood) public {
        mood = uint8(bound(mood, 0, uint8(type(OddWallet.Mood).max)));
        (, split) = _splitOf(address(new OddWallet(OddWallet.Mood(mood))));
        Order memory order = _order();
        _expectRefused(INVALID, order, _signed(order));
    }

    function test_setSharesBySig_failsIf_moderatorHasNoERC1271() public {
        (, split) = _splitOf(address(tokenFactory));
        _expectRefused(INVALID, _order(), _signed(_order()));
    }
}
