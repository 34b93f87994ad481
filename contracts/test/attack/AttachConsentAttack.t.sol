// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {SharesFixture} from "../utils/SharesFixture.sol";
import {AttachConsent} from "contracts/src/interfaces/IManager.sol";
import {
    DynamicAddressFeeSplitManager
} from "contracts/src/managers/DynamicAddressFeeSplitManager.sol";

/// @dev A contract moderator that accepts every signature after it has burned gas.
contract BurningWallet {
    uint256 private immutable _gas;

    constructor(uint256 gas_) {
        _gas = gas_;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        uint256 start = gasleft();
        uint256 waste;
        while (start - gasleft() < _gas) ++waste;
        return this.isValidSignature.selector;
    }
}

/// @notice Attempts to attach a token to a split without its moderator's consent, or with a consent
/// for something else. No place is taken.
contract AttachConsentAttackTest is SharesFixture {
    bytes private _invalid =
        abi.encodeWithSelector(DynamicAddressFeeSplitManager.InvalidSignature.selector);
    bytes private _missing =
        abi.encodeWithSelector(DynamicAddressFeeSplitManager.ConsentRequired.selector);

    function _used(uint256 nonce) private pure returns (bytes memory) {
        return abi.encodeWithSelector(DynamicAddressFeeSplitManager.ConsentUsed.selector, nonce);
    }

    function test_attach_failsIf_consentIsMissing() public {
        _attach(AttachConsent(0, 0, ""), _missing);
        // a launch only names its creator, so a moderator that is named has not consented
        creator = moderator;
        _attach(AttachConsent(0, 0, ""), _missing);
    }

    function testFuzz_attach_failsIf_consentIsForged(uint256 other, bytes calldata junk) public {
        other = bound(other, 1, type(uint128).max);
        vm.assume(other != key);
        uint256 deadline = block.timestamp + 1 hours;
        _attach(_consent(other, address(split), block.chainid, 1, deadline), _invalid);
        _attach(AttachConsent(1, deadline, junk), _invalid);
    }

    function testFuzz_attach_failsIf_consentWasChanged(uint256 nonce, uint256 deadline) public {
        AttachConsent memory consent = _consent(1);
        vm.assume(nonce != consent.nonce);
        deadline = bound(deadline, consent.deadline + 1, type(uint256).max);
        _attach(AttachConsent(nonce, consent.deadline, consent.signature), _invalid);
        _attach(AttachConsent(consent.nonce, deadline, consent.signature), _invalid);
    }

    function test_attach_failsIf_consentWasUsed() public {
        AttachConsent memory consent = _consent(7);
        _attach(consent, "");
        _attach(consent, _used(7));
        // nor does another signature under the same nonce help
        _attach(
            _consent(key, address(split), block.chainid, 7, block.timestamp + 2 hours), _used(7)
        );
        _attach(_consent(8), "");
        assertEq(split.managedTokens().length, 3);
    }

    function testFuzz_attach_failsIf_consentExpired(uint256 late) public {
        AttachConsent memory consent = _consent(1);
        vm.warp(bound(late, consent.deadline + 1, consent.deadline + 365 days));
        _attach(
            consent,
            abi.encodeWithSelector(
                DynamicAddressFeeSplitManager.SignatureExpired.selector, consent.deadline
            )
        );
    }

    function test_attach_worksAtTheDeadline() public {
        AttachConsent memory consent = _consent(1);
        vm.warp(consent.deadline);
        _attach(consent, "");
    }

    function testFuzz_attach_failsIf_consentIsForAnotherManagerOrChain(
        address other,
        uint64 chainId
    ) public {
        vm.assume(other != address(split) && chainId != block.chainid);
        uint256 deadline = block.timestamp + 1 hours;
        _attach(_consent(key, other, block.chainid, 1, deadline), _invalid);
        _attach(_consent(key, address(split), chainId, 1, deadline), _invalid);
    }

    function test_attach_failsIf_signerIsAFormerModerator() public {
        AttachConsent memory consent = _consent(1);
        (address next, uint256 nextKey) = makeAddrAndKey("next");
        vm.prank(moderator);
        split.transferOwnership(next);
        vm.prank(next);
        split.acceptOwnership();
        _attach(consent, _invalid);
        uint256 deadline = block.timestamp + 1 hours;
        _attach(_consent(nextKey, address(split), block.chainid, 1, deadline), "");
    }

    /// @dev A signature over new shares is not valid for a token, and vice versa.
    function test_attach_failsIf_messageIsForShares() public {
        Order memory order = _order();
        _attach(AttachConsent(order.nonce, order.deadline, _signed(order)), _invalid);
        AttachConsent memory consent = _consent(order.nonce);
        bytes4 invalid = DynamicAddressFeeSplitManager.InvalidSignature.selector;
        _expectRefused(invalid, order, consent.signature);
    }

    /// @dev The service pays for launches, so the gas of a moderator's code must be limited.
    function testFuzz_attach_limitsGasOfAContractModerator(uint256 wanted) public {
        wanted = bound(wanted, 0, 20_000_000);
        (, split) = _splitOf(address(new BurningWallet(wanted)));
        AttachConsent memory consent = AttachConsent(1, block.timestamp, hex"01");
        uint256 before = gasleft();
        try split.checkConsent(consent) {
            assertLt(wanted, 200_000);
        } catch (bytes memory reason) {
            assertEq(reason, _invalid);
            assertGt(wanted, 190_000);
        }
        assertLt(before - gasleft(), 240_000);
    }

    function test_attach_failsIf_managerIsFull() public {
        for (uint256 i = 1; i < 100; ++i) {
            _attach(_consent(i), "");
        }
        _attach(
            _consent(100),
            abi.encodeWithSelector(DynamicAddressFeeSplitManager.TooManyTokens.selector)
        );
        // room for one more, and the consent was not used up
        address first = split.managedTokens()[0];
        vm.prank(moderator);
        split.drop(first);
        _attach(_consent(100), "");
    }
}
