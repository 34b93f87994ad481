// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @notice A part of what recipients share.
/// @param share Micro-percent: 10,000,000 = 100 %, 3,333,333 = 33.33333 %.
struct Recipient {
    address account;
    uint32 share;
}

/// @title Shares
/// @notice Checks lists of recipients and packs them into 24 bytes each (address, share), the form
/// in which a manager carries them in its own code.
library Shares {
    /// @notice The sum of all shares of a list.
    uint256 internal constant TOTAL = 10_000_000;
    uint256 internal constant MAX_RECIPIENTS = 100;
    uint256 private constant PACKED_BYTES = 24;
    bytes32 private constant RECIPIENT_TYPEHASH =
        keccak256("Recipient(address account,uint32 share)");

    /// @notice The list is empty or longer than 100.
    error InvalidRecipientCount(uint256 count);
    /// @notice A recipient is the zero address.
    error InvalidRecipient();
    /// @notice A recipient has no share.
    error ZeroShare(address account);
    /// @notice An address is in the list twice.
    error DuplicateRecipient(address account);
    /// @notice The shares do not sum to exactly 10,000,000.
    error InvalidShareSum(uint256 sum);

    /// @notice Reverts unless the list has 1..100 unique recipients whose shares sum to 100 %.
    /// @dev Marks what it has seen in transient storage, at the address itself, and clears it again.
    function check(Recipient[] calldata recipients) internal {
        uint256 count = recipients.length;
        if (count == 0 || count > MAX_RECIPIENTS) revert InvalidRecipientCount(count);
        uint256 sum;
        for (uint256 i; i < count; ++i) {
            address account = recipients[i].account;
            uint256 share = recipients[i].share;
            if (account == address(0)) revert InvalidRecipient();
            if (share == 0) revert ZeroShare(account);
            bool seen;
            assembly ("memory-safe") {
                seen := tload(account)
                tstore(account, 1)
            }
            if (seen) revert DuplicateRecipient(account);
            sum += share;
        }
        if (sum != TOTAL) revert InvalidShareSum(sum);
        for (uint256 i; i < count; ++i) {
            address account = recipients[i].account;
            assembly ("memory-safe") {
                tstore(account, 0)
            }
        }
    }

    /// @notice EIP-712 hash of a list.
    function hash(Recipient[] calldata recipients) internal pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](recipients.length);
        for (uint256 i; i < recipients.length; ++i) {
            hashes[i] = keccak256(abi.encode(RECIPIENT_TYPEHASH, recipients[i]));
        }
        return keccak256(abi.encodePacked(hashes));
    }

    /// @notice The list after `from` transferred its share to `to`, which keeps one entry.
    function moved(Recipient[] memory list, address from, address to)
        internal
        pure
        returns (Recipient[] memory)
    {
        uint256 count = list.length;
        uint256 place = count;
        for (uint256 i; i < count; ++i) {
            if (list[i].account == to) place = i;
        }
        uint256 kept;
        for (uint256 i; i < count; ++i) {
            if (list[i].account == from) {
                if (place == count) {
                    list[i].account = to;
                } else {
                    list[place].share += list[i].share;
                    continue;
                }
            }
            if (kept != i) list[kept] = list[i];
            ++kept;
        }
        assembly ("memory-safe") {
            mstore(list, kept)
        }
        return list;
    }

    /// @notice Packs a checked list.
    function pack(Recipient[] memory recipients) internal pure returns (bytes memory packed) {
        uint256 count = recipients.length;
        packed = new bytes(count * PACKED_BYTES);
        for (uint256 i; i < count; ++i) {
            uint256 word = (uint256(uint160(recipients[i].account)) << 96)
                | (uint256(recipients[i].share) << 64);
            uint256 at = 32 + i * PACKED_BYTES;
            // A word reaches 8 bytes past its entry; those keep what they hold.
            assembly ("memory-safe") {
                let place := add(packed, at)
                let rest := and(mload(place), 0xffffffffffffffff)
                mstore(place, or(word, rest))
            }
        }
    }

    /// @notice Share of `account` in a packed list that starts at byte `offset`; 0 when absent.
    function shareOf(bytes memory packed, uint256 offset, address account)
        internal
        pure
        returns (uint256 share)
    {
        assembly ("memory-safe") {
            let at := add(add(packed, 32), offset)
            let end := add(add(packed, 32), mload(packed))
            for {} lt(at, end) { at := add(at, 24) } {
                let word := mload(at)
                if eq(shr(96, word), shr(96, shl(96, account))) {
                    share := and(shr(64, word), 0xffffffff)
                    break
                }
            }
        }
    }

    /// @notice The list behind a packed one that starts at byte `offset`.
    function unpack(bytes memory packed, uint256 offset)
        internal
        pure
        returns (Recipient[] memory recipients)
    {
        uint256 count = (packed.length - offset) / PACKED_BYTES;
        recipients = new Recipient[](count);
        for (uint256 i; i < count; ++i) {
            uint256 word;
            uint256 at = 32 + offset + i * PACKED_BYTES;
            assembly ("memory-safe") {
                word := mload(add(packed, at))
            }
            recipients[i] =
                Recipient({account: address(uint160(word >> 96)), share: uint32(word >> 64)});
        }
    }
}
