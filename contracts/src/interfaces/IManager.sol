// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @notice A moderator's permission to attach one token to its dynamic split (EIP-712).
/// @param nonce Any number; it can be used once.
/// @param deadline Last block timestamp at which it is valid; zero = no permission.
struct AttachConsent {
    uint256 nonce;
    uint256 deadline;
    bytes signature;
}

/// @title IManager
/// @notice A contract that holds fee streams and shares what they earn. Payments are pulled; anyone may
/// trigger one, and only its recipient receives it.
interface IManager {
    /// @notice ETH was attributed.
    /// @param token Token that earned it; zero for ETH that was sent to the manager.
    /// @param payee The token's payee.
    /// @param payeeAmount Its part; the rest went to the protocol
    /// recipient or the recipients of the split.
    event Received(
        address indexed token, address indexed payee, uint256 amount, uint256 payeeAmount
    );
    /// @notice `amount` of `account` was paid to `to`.
    event Paid(address indexed account, address indexed to, uint256 amount);
    /// @notice A token is managed from now on and its creator part goes to `payee`.
    event TokenAttached(address indexed token, address indexed payee);
    /// @notice The payee of `token` offered its position to `to`.
    event PayeeOffered(address indexed token, address indexed from, address indexed to);
    /// @notice The creator part of `token` goes to `payee` from now on.
    event PayeeChanged(address indexed token, address indexed payee);
    /// @notice `from` offered its share of the rest to `to`.
    event ShareOffered(address indexed from, address indexed to);
    /// @notice The owner (moderator of a dynamic split) offered its role to `to`.
    event OwnershipOffered(address indexed from, address indexed to);
    /// @notice The role was transferred.
    event OwnershipTransferred(address indexed from, address indexed to);

    /// @notice The caller does not have the required role.
    error NotAllowed();
    /// @notice The manager does not hold the fee stream of this token.
    error NotManaged(address token);
    /// @notice The token is managed already.
    error AlreadyManaged(address token);
    /// @notice The zero address is not allowed here.
    error InvalidAddress();
    /// @notice The receiver did not accept the ETH.
    error PaymentFailed(address to);

    /// @notice 1 revenue, 2 fixed split, 3 dynamic split.
    function kind() external view returns (uint8);

    /// @notice Owner of the manager; the moderator of a dynamic split.
    function owner() external view returns (address);

    /// @notice Account that earns the creator part of `token`; zero when it is not managed.
    function payeeOf(address token) external view returns (address);

    /// @notice Begins to manage the token that this manager was created for. Launchpad only.
    function attach(address token, address payee) external;

    /// @notice Begins to manage a token that was launched with this manager, which existed before.
    /// Launchpad only.
    /// @param consent Needed by dynamic splits; the others ignore it.
    function attachExisting(address token, address payee, AttachConsent calldata consent) external;

    /// @notice Begins to manage a token whose fee stream was transferred here without a call back;
    /// its sender becomes the payee. Anyone may call; at a dynamic split its moderator only.
    function adopt(address token) external;

    /// @notice Offers the payee's position of `token` to `to`, which accepts it with `acceptPayee`; zero
    /// withdraws the offer. Payee only.
    function offerPayee(address token, address to) external;

    /// @notice Accepts the payee's position of `token`. Earlier earnings stay with the former payee.
    function acceptPayee(address token) external;

    /// @notice Offers the caller's share of the rest (protocol fee or share of a split) to `to`, which
    /// accepts it with `acceptShare`; zero withdraws the offer. It ends when the share changes or is set
    /// again.
    function offerShare(address to) external;

    /// @notice Accepts the share that `from` offered. Income attributed before stays with `from`.
    function acceptShare(address from) external;

    /// @notice Claims what `token` earned and attributes it. Anyone may call.
    /// @return amount Wei that were attributed.
    function sync(address token) external returns (uint256 amount);

    /// @notice Pays `account` all that is attributed to it. Anyone may call.
    /// @return amount Wei paid.
    function release(address account) external returns (uint256 amount);

    /// @notice `sync` of each token, then `release`.
    function syncAndRelease(address account, address[] calldata tokens)
        external
        returns (uint256 amount);

    /// @notice Pays the caller's own part to another address, for callers that cannot hold ETH.
    function releaseTo(address to) external returns (uint256 amount);

    /// @notice Wei that `syncAndRelease` of those of `tokens` that this manager manages would pay to
    /// `account` now. The others, with which `syncAndRelease` reverts, are ignored.
    function claimable(address account, address[] calldata tokens)
        external
        view
        returns (uint256 amount);
}
