// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {LaunchToken} from "./LaunchToken.sol";
import {ILaunchHook} from "./interfaces/ILaunchHook.sol";
import {ERC721} from "solady/src/tokens/ERC721.sol";
import {SafeCastLib} from "solady/src/utils/SafeCastLib.sol";

/// @title FeeStream
/// @notice One NFT per token (id = the token's address as a number). Its holder earns the creator share of
/// the token's swap fees; a transfer includes unclaimed fees.
/// @dev The lifetime payments of a stream are stored next to its holder, which a claim reads anyway: 96
/// bits, 7.9e10 ETH.
contract FeeStream is ERC721 {
    using SafeCastLib for uint256;

    /// @notice The hook that pays the fees and mints the streams.
    ILaunchHook public immutable hook;

    /// @param sender Holder before the last transfer.
    /// @param paid Payments of the stream until then.
    struct Handover {
        address sender;
        uint96 paid;
    }

    mapping(address token => Handover) private _handovers;

    /// @notice The caller is not the hook.
    error NotHook();
    /// @notice The caller does not hold the stream, or named no recipient.
    error NotAllowed();

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

    /// @notice Wei that the stream of `token` had paid at its last transfer. A manager counts from here, so
    /// that it never counts payments to earlier holders as its own.
    function paidAtTransfer(address token) external view returns (uint256) {
        return _handovers[token].paid;
    }

    /// @notice Holder of the stream of `token` before its last transfer; zero before the first one.
    function senderOf(address token) external view returns (address) {
        return _handovers[token].sender;
    }

    /// @notice Wei that the stream of `token` ever paid.
    function paid(address token) external view returns (uint256) {
        return _getExtraData(uint160(token));
    }

    /// @notice Claims what the stream of `token` earned and pays it to `to`, for holders that cannot
    /// receive ETH. Holder only.
    /// @return amount Wei paid; 0 when there is nothing.
    function claimTo(address token, address to) external returns (uint256 amount) {
        if (msg.sender != ownerOf(uint160(token)) || to == address(0)) revert NotAllowed();
        _redirect(token, to);
        amount = hook.claim(token);
        _redirect(token, address(0));
    }

    /// @notice Records the due amount as paid; the hook then pays it to `holder`, or to the recipient that
    /// the holder chose in `claimTo`. Hook only.
    /// @param earned Lifetime earnings of the stream, modulo 2^88.
    function settle(address token, uint88 earned)
        external
        returns (address holder, uint256 amount)
    {
        if (msg.sender != address(hook)) revert NotHook();
        amount = due(token, earned);
        if (amount == 0) return (address(0), 0);
        uint256 id = uint160(token);
        _setExtraData(id, (_getExtraData(id) + amount).toUint96());
        holder = ownerOf(id);
        address chosen;
        assembly ("memory-safe") {
            chosen := tload(token)
        }
        if (chosen != address(0)) holder = chosen;
    }

    /// @dev In transient storage, at the token's address, so that it holds for one claim only.
    function _redirect(address token, address to) private {
        assembly ("memory-safe") {
            tstore(token, to)
        }
    }

    /// @notice Wei that the stream of `token` can claim when it has earned `earned`, modulo 2^88. Exact as
    /// long as that is less than 2^88 wei, more ETH than there is.
    function due(address token, uint88 earned) public view returns (uint256) {
        unchecked {
            return uint88(earned - _getExtraData(uint160(token)));
        }
    }

    /// @dev Never `_safeMint`: a receiver must not be able to stop a launch.
    function mint(address to, address token) external {
        if (msg.sender != address(hook)) revert NotHook();
        _mint(to, uint160(token));
    }

    function _beforeTokenTransfer(address from, address, uint256 id) internal override {
        if (from == address(0)) return;
        _handovers[address(uint160(id))] = Handover({sender: from, paid: _getExtraData(id)});
    }
}
