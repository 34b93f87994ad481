// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "./Fixture.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {AttachConsent} from "contracts/src/interfaces/IManager.sol";
import {Recipient} from "contracts/src/libraries/Shares.sol";
import {
    DynamicAddressFeeSplitManager
} from "contracts/src/managers/DynamicAddressFeeSplitManager.sol";

/// @notice A dynamic split whose moderator is a key, and signatures for it. Digests follow
/// EIP-712 and use none of the contract's own code.
abstract contract SharesFixture is Fixture {
    struct Order {
        Recipient[] recipients;
        uint256 deadline;
        uint256 nonce;
    }

    address internal moderator;
    uint256 internal key;
    DynamicAddressFeeSplitManager internal split;
    LaunchToken internal token;

    function setUp() public virtual override {
        super.setUp();
        (moderator, key) = makeAddrAndKey("moderator");
        (token, split) = _splitOf(moderator);
    }

    function _splitOf(address owner_)
        internal
        returns (LaunchToken launched, DynamicAddressFeeSplitManager manager_)
    {
        ILaunchpad.ManagerParams memory m = _noManager();
        m.kind = 3;
        m.recipients = _recipients(2);
        m.moderator = owner_;
        address at;
        (launched, at) = _launch(_params(8_000), m);
        manager_ = DynamicAddressFeeSplitManager(payable(at));
    }

    /// @dev Three recipients, for an hour, for the current generation.
    function _order() internal view returns (Order memory) {
        return Order(_recipients(3), block.timestamp + 1 hours, split.generation());
    }

    function _digest(address manager_, uint256 chainId, Order memory order)
        internal
        pure
        returns (bytes32)
    {
        bytes memory list;
        for (uint256 i; i < order.recipients.length; ++i) {
            bytes32 one = keccak256(
                abi.encode(
                    keccak256("Recipient(address account,uint32 share)"),
                    order.recipients[i].account,
                    order.recipients[i].share
                )
            );
            list = bytes.concat(list, one);
        }
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(
                    "SetShares(Recipient[] recipients,uint256 deadline,uint256 nonce)Recipient(address account,uint32 share)"
                ),
                keccak256(list),
                order.deadline,
                order.nonce
            )
        );
        return keccak256(abi.encodePacked(hex"1901", _domain(manager_, chainId), structHash));
    }

    function _domain(address manager_, uint256 chainId) private pure returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("DynamicAddressFeeSplitManager"),
                keccak256("1"),
                chainId,
                manager_
            )
        );
    }

    function _sign(uint256 by, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(by, digest);
        return abi.encodePacked(r, s, v);
    }

    /// @dev The moderator's signature for `split` on this chain.
    function _signed(Order memory order) internal view returns (bytes memory) {
        return _sign(key, _digest(address(split), block.chainid, order));
    }

    /// @dev The consent of `by` to one token in `manager_`.
    function _consent(
        uint256 by,
        address manager_,
        uint256 chainId,
        uint256 nonce,
        uint256 deadline
    ) internal pure returns (AttachConsent memory) {
        bytes32 structHash = keccak256(
            abi.encode(keccak256("Attach(uint256 nonce,uint256 deadline)"), nonce, deadline)
        );
        bytes32 digest =
            keccak256(abi.encodePacked(hex"1901", _domain(manager_, chainId), structHash));
        return AttachConsent(nonce, deadline, _sign(by, digest));
    }

    /// @dev The moderator's consent for `split`, for an hour.
    function _consent(uint256 nonce) internal view returns (AttachConsent memory) {
        return _consent(key, address(split), block.chainid, nonce, block.timestamp + 1 hours);
    }

    /// @dev Launches with the existing `split`, and expects `reason` unless it is empty.
    function _attach(AttachConsent memory consent, bytes memory reason)
        internal
        returns (LaunchToken launched)
    {
        ILaunchpad.ManagerParams memory m = _noManager();
        m.kind = 1;
        m.manager = address(split);
        m.consent = consent;
        ILaunchpad.LaunchParams memory p = _params(8_000);
        if (reason.length == 0) {
            split.checkConsent(consent);
            (launched,) = _launch(p, m);
            return launched;
        }
        uint256 count = split.managedTokens().length;
        vm.expectRevert(reason);
        split.checkConsent(consent);
        vm.prank(launcher);
        vm.expectRevert(reason);
        pad.launch(p, m);
        assertEq(split.managedTokens().length, count);
    }

    function _send(Order memory order, bytes memory signature) internal {
        split.setSharesBySig(order.recipients, order.deadline, order.nonce, signature);
    }

    function _expectRefused(bytes memory reason, Order memory order, bytes memory signature)
        internal
    {
        bytes32 before = _state();
        vm.expectRevert(reason);
        _send(order, signature);
        assertEq(_state(), before, "a refused change changed something");
    }

    function _expectRefused(bytes4 reason, Order memory order, bytes memory signature) internal {
        _expectRefused(abi.encodeWithSelector(reason), order, signature);
    }

    function _state() internal view returns (bytes32) {
        return keccak256(abi.encode(split.recipients(), split.generation(), split.accumulated()));
    }
}
