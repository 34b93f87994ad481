// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @notice A multisig of a test: two of its owners approve a batch, then anyone executes it.
contract Multisig {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    address[3] public owners;
    uint256 public nonce;
    mapping(bytes32 batch => mapping(address owner => bool)) public approved;

    error NotOwner();
    error NotApproved(uint256 approvals);

    constructor(address[3] memory owners_) {
        owners = owners_;
    }

    function hashOf(Call[] calldata calls) public view returns (bytes32) {
        return keccak256(abi.encode(nonce, calls));
    }

    function approve(bytes32 batch) external {
        if (msg.sender != owners[0] && msg.sender != owners[1] && msg.sender != owners[2]) {
            revert NotOwner();
        }
        approved[batch][msg.sender] = true;
    }

    function execute(Call[] calldata calls) external {
        bytes32 batch = hashOf(calls);
        uint256 approvals;
        for (uint256 i; i < owners.length; ++i) {
            if (approved[batch][owners[i]]) ++approvals;
        }
        if (approvals < 2) revert NotApproved(approvals);
        ++nonce;
        for (uint256 i; i < calls.length; ++i) {
            (bool done, bytes memory result) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!done) {
                assembly ("memory-safe") {
                    revert(add(result, 32), mload(result))
                }
            }
        }
    }
}
