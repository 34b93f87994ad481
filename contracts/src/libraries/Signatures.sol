// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title Signatures
/// @notice Checks signatures of keys and of contracts.
library Signatures {
    /// @dev Gas that a contract has to check a signature.
    uint256 private constant CHECK_GAS = 200_000;

    /// @notice Whether `signer` signed `digest`: with its key, or as a contract (ERC-1271).
    /// @dev The key of an account that delegated to a contract (EIP-7702) still signs for it.
    function isSignedBy(address signer, bytes32 digest, bytes calldata signature)
        internal
        view
        returns (bool)
    {
        (address recovered, ECDSA.RecoverError problem,) =
            ECDSA.tryRecoverCalldata(digest, signature);
        if (problem == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return _isSignedByContract(signer, digest, signature);
    }

    /// @dev ERC-1271 with a limit, because others pay for the signer's code.
    function _isSignedByContract(address signer, bytes32 digest, bytes calldata signature)
        private
        view
        returns (bool valid)
    {
        bytes memory data = abi.encodeCall(IERC1271.isValidSignature, (digest, signature));
        bytes4 magic = IERC1271.isValidSignature.selector;
        assembly ("memory-safe") {
            mstore(0, 0)
            let done := staticcall(CHECK_GAS, signer, add(data, 32), mload(data), 0, 32)
            valid := and(and(done, gt(returndatasize(), 31)), eq(mload(0), magic))
        }
    }
}
