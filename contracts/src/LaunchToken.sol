// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC20} from "solady/src/tokens/ERC20.sol";

/// @title LaunchToken
/// @notice A plain ERC-20 of fixed supply: 100,000,000,000 tokens of 18 decimals, all minted in the
/// constructor; burnable by its holders, with EIP-2612 permits and the URI of its metadata. It has
/// no owner and nobody can mint, pause, tax or block anything.
contract LaunchToken is ERC20 {
    /// @dev Smallest units that exist after the launch; only burning changes it. Private, because every
    /// launch would pay 6,200 gas for the code of a getter; `Launchpad.SUPPLY` is the same number.
    uint256 private constant INITIAL_SUPPLY = 100_000_000_000e18;

    /// @notice Tokens cannot be sent to the zero address; `burn` destroys them. So a `Transfer` to the
    /// zero address always lowers the total supply.
    error ERC20InvalidReceiver(address receiver);

    string private _name;
    string private _symbol;
    string private _tokenUri;

    constructor(
        string memory name_,
        string memory symbol_,
        string memory tokenUri_,
        address recipient
    ) {
        _name = name_;
        _symbol = symbol_;
        _tokenUri = tokenUri_;
        _mint(recipient, INITIAL_SUPPLY);
    }

    function name() public view override returns (string memory) {
        return _name;
    }

    function symbol() public view override returns (string memory) {
        return _symbol;
    }

    /// @notice URI of the JSON metadata, `ipfs://…`.
    function tokenURI() external view returns (string memory) {
        return _tokenUri;
    }

    /// @notice Destroys `amount` of the caller's own tokens.
    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }

    /// @inheritdoc ERC20
    function transfer(address to, uint256 amount) public override returns (bool) {
        return _send(msg.sender, to, amount);
    }

    /// @inheritdoc ERC20
    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        _spendAllowance(from, msg.sender, amount);
        return _send(from, to, amount);
    }

    /// @dev One function for both, because every launch pays for the code.
    function _send(address from, address to, uint256 amount) private returns (bool) {
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        _transfer(from, to, amount);
        return true;
    }

    /// @dev No hidden allowance: Permit2 needs an approval as every other spender does.
    function _givePermit2InfiniteAllowance() internal pure override returns (bool) {
        return false;
    }
}
