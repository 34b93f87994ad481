// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {LaunchToken} from "./LaunchToken.sol";
import {ILaunchHook} from "./interfaces/ILaunchHook.sol";
import {ERC721} from "solady/src/tokens/ERC721.sol";

/// @title FeeStream
/// @notice One NFT a token (id = the token's address as a number). Its holder earns the creator
/// share of the token's swap fees; what has not been claimed goes along when it is transferred.
contract FeeStream is ERC721 {
    /// @notice The hook that pays the fees and mints the streams.
    ILaunchHook public immutable hook;

    /// @notice The caller is not the hook.
    error NotHook();

    constructor() {
        hook = ILaunchHook(msg.sender);
    }

    function name() public pure override returns (string memory) {
        return "Slipway Fee Stream";
    }

    function symbol() public pure override returns (string memory) {
        return "SLIP-FEE";
    }

    /// @notice The metadata of the token that the stream belongs to.
    function tokenURI(uint256 id) public view override returns (string memory) {
        if (!_exists(id)) revert TokenDoesNotExist();
        return LaunchToken(address(uint160(id))).tokenURI();
    }

    /// @notice Holder of the stream of `token`.
    function holderOf(address token) external view returns (address) {
        return ownerOf(uint160(token));
    }

    /// @notice Wei that the stream of `token` had paid when it last changed hands. A manager counts
    /// from here, so that it never mistakes what earlier holders got for its own.
    function paidAtTransfer(address token) external view returns (uint256) {
        return _getExtraData(uint160(token));
    }

    /// @dev Never `_safeMint`: a receiver must not be able to stop a launch.
    function mint(address to, address token) external {
        if (msg.sender != address(hook)) revert NotHook();
        _mint(to, uint160(token));
    }

    /// @dev 96 bits hold 7.9e10 ETH.
    function _beforeTokenTransfer(address from, address, uint256 id) internal override {
        if (from == address(0)) return;
        (, uint256 paid) = hook.creatorLedger(address(uint160(id)));
        _setExtraData(id, uint96(paid));
    }
}
