// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {LaunchToken} from "./LaunchToken.sol";

/// @title TokenFactory
/// @notice Creates LaunchTokens at predictable addresses. Anyone may call it; every caller has an
/// address space of its own, so nobody can take an address that a launchpad predicted.
contract TokenFactory {
    /// @notice Creates a token whose whole supply belongs to `recipient`.
    function create(
        string calldata name,
        string calldata symbol,
        string calldata tokenUri,
        address recipient,
        bytes32 salt
    ) external returns (address token) {
        token = address(
            new LaunchToken{salt: _salt(msg.sender, salt)}(name, symbol, tokenUri, recipient)
        );
    }

    /// @notice The address that `create` gives to `caller` for the same arguments.
    function predict(
        address caller,
        string calldata name,
        string calldata symbol,
        string calldata tokenUri,
        address recipient,
        bytes32 salt
    ) external view returns (address token) {
        bytes32 initCodeHash = keccak256(
            bytes.concat(
                type(LaunchToken).creationCode, abi.encode(name, symbol, tokenUri, recipient)
            )
        );
        bytes32 digest = keccak256(
            abi.encodePacked(bytes1(0xff), address(this), _salt(caller, salt), initCodeHash)
        );
        token = address(uint160(uint256(digest)));
    }

    function _salt(address caller, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(caller, salt));
    }
}
