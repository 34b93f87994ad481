// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {SharesFixture} from "../utils/SharesFixture.sol";
import {Recipient, Shares} from "contracts/src/libraries/Shares.sol";
import {
    DynamicAddressFeeSplitManager
} from "contracts/src/managers/DynamicAddressFeeSplitManager.sol";
import {SplitManagerBase} from "contracts/src/managers/SplitManagerBase.sol";

/// @dev A wallet contract that accepts the signatures of one key.
contract KeyedWallet {
    address private immutable _signer;

    constructor(address signer) {
        _signer = signer;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature)
        external
        view
        returns (bytes4)
    {
        (bytes32 r, bytes32 s, uint8 v) = abi.decode(signature, (bytes32, bytes32, uint8));
        return ecrecover(digest, v, r, s) == _signer ? this.isValidSignature.selector : bytes4(0);
    }
}

contract SignedSharesTest is SharesFixture {
    address private relayer = makeAddr("relayer");

    function test_bySig_anyoneCanSubmit() public {
        _buy(token, 1 ether);
        Order memory order = _order();
        bytes memory signature = _signed(order);
        vm.expectEmit(address(split));
        emit SplitManagerBase.SharesChanged(1, order.recipients);
        vm.prank(relayer);
        _send(order, signature);
        assertEq(abi.encode(split.recipients()), abi.encode(order.recipients));
        assertEq(split.generation(), 1);
        // accrued income stays with the earlier recipients
        assertEq(split.claimable(_recipient(0), _list(token)), 0.004 ether);
        assertEq(split.claimable(_recipient(2), _list(token)), 0);
        assertEq(relayer.balance, 0);
    }

    function test_bySig_isValidUntilTheDeadline() public {
        Order memory order = _order();
        bytes memory signature = _signed(order);
        vm.warp(order.deadline);
        _send(order, signature);
        assertEq(split.generation(), 1);
    }

    function test_bySig_consecutiveChanges() public {
        for (uint256 i; i < 3; ++i) {
            Order memory order = _order();
            _send(order, _signed(order));
        }
        assertEq(split.generation(), 3);
    }

    /// @dev A signed change has the same effects as `setShares`, for any shares.
    function testFuzz_bySig_equalsSetShares(uint256 seed, uint256 eth) public {
        _buy(token, bound(eth, 1, 2 ether));
        Recipient[] memory list = _recipients(bound(seed, 1, 100));
        uint256 snapshot = vm.snapshotState();
        vm.prank(moderator);
        split.setShares(list);
        bytes32 ordinary = _state();
        vm.revertToState(snapshot);
        Order memory order = _order();
        order.recipients = list;
        order.deadline = bound(seed >> 8, block.timestamp, type(uint256).max);
        _send(order, _signed(order));
        assertEq(_state(), ordinary);
    }

    function testFuzz_bySig_failsIf_sharesAreInvalid(uint32 share) public {
        vm.assume(share != 10_000_000);
        Order memory order = _order();
        order.recipients = _recipients(1);
        order.recipients[0].share = share;
        bytes memory signature = _signed(order);
        if (share == 0) {
            bytes memory reason =
                abi.encodeWithSelector(Shares.ZeroShare.selector, order.recipients[0].account);
            return _expectRefused(reason, order, signature);
        }
        _expectRefused(
            abi.encodeWithSelector(Shares.InvalidShareSum.selector, share), order, signature
        );
    }

    function test_bySig_domainIsReadable() public view {
        (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,,
        ) = split.eip712Domain();
        assertEq(fields, hex"0f");
        assertEq(name, "DynamicAddressFeeSplitManager");
        assertEq(version, "1");
        assertEq(chainId, block.chainid);
        assertEq(verifyingContract, address(split));
    }

    function test_bySig_contractModerator() public {
        (, split) = _splitOf(address(new KeyedWallet(moderator)));
        Order memory order = _order();
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, _digest(address(split), block.chainid, order));
        _send(order, abi.encode(r, s, v));
        assertEq(split.generation(), 1);
    }

    /// @dev EIP-7702: the account has code without ERC-1271.
    function test_bySig_delegatedAccountModerator() public {
        vm.etch(moderator, address(tokenFactory).code);
        Order memory order = _order();
        _send(order, _signed(order));
        assertEq(split.generation(), 1);
    }

    function test_bySig_newModerator() public {
        (address next, uint256 nextKey) = makeAddrAndKey("next");
        vm.prank(moderator);
        split.transferOwnership(next);
        vm.prank(next);
        split.acceptOwnership();
        Order memory order = _order();
        _send(order, _sign(nextKey, _digest(address(split), block.chainid, order)));
        assertEq(split.generation(), 1);
    }
}
