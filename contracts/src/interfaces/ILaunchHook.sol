// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {FeeStream} from "../FeeStream.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";

/// @title ILaunchHook
/// @notice The Uniswap v4 hook that owns every launched pool: it takes the ETH fee of each swap,
/// keeps the creator's part for the holder of the token's fee stream and spends the rest on a bid
/// wall. A pool may be launched with protection: the fee of purchases then starts higher and falls to
/// the trading fee, and what is above that goes to the wall. Hook data that is an address names a
/// referrer. Nobody has power over a live pool: no owner, no upgrade, no pause.
interface ILaunchHook {
    /// @notice Terms that are fixed when a pool is created.
    /// @param feeShareBps Part of the fee for the fee stream; the rest goes to the wall.
    /// @param startTime When trading opens.
    /// @param launchProtection Whether purchases cost more at first; see `buyFeeBps`.
    /// @param referralPercent Percent of the trading fee, 0 to 20, for the referrer of a trade.
    struct Terms {
        uint160 sqrtPriceX96;
        int24 startTick;
        address feeOwner;
        uint16 feeShareBps;
        uint40 startTime;
        bool launchProtection;
        uint8 referralPercent;
    }

    /// @notice State of one token. It is stored in two storage slots of the hook, a third one for a
    /// protected pool, and next to the holder in the FeeStream.
    /// @param creatorEarned ETH (wei) ever earned by the fee stream.
    /// @param creatorPaid ETH (wei) ever paid to holders of the fee stream.
    /// @param wallPending ETH (wei) that waits for the next move of the wall.
    /// @param startTick Tick of the starting price, a multiple of 60; no trade may end at a higher tick,
    /// which is a lower token price.
    /// @param anchorTick Lagging price: follows a falling price at once, a rising one slowly.
    /// @param anchorTime When the anchor was last updated: the time of the last trade or `poke`; before the
    /// first trade, when trading opens; 0 = there is no such token.
    /// @param wallLower Lower tick of the wall's position, one tick spacing wide.
    /// @param feeShareBps Part of the fee for the fee stream; the rest goes to the wall.
    /// @param wallThreshold ETH (wei) pending at which the wall is fed, at the price of the last trade: half
    /// of what it gets of the fees when ETH worth the pool's depth is traded, at most `wallThreshold()`.
    /// @param wallLiquidity Liquidity of the wall's position; 0 = no wall.
    /// @param wallSpent ETH (wei) ever spent on the wall, without `wallPending`.
    /// @param buyFeeBps Fee of a purchase now.
    /// @param protectionEnd When the protection ends or ended; 0 = launched without.
    /// @param referralPercent Percent of the trading fee that a trade's referrer gets, out of the
    /// creator's part.
    struct PoolState {
        uint256 creatorEarned;
        uint256 creatorPaid;
        uint256 wallPending;
        int24 startTick;
        int24 anchorTick;
        uint40 anchorTime;
        int24 wallLower;
        uint16 feeShareBps;
        uint64 wallThreshold;
        uint128 wallLiquidity;
        uint256 wallSpent;
        uint16 buyFeeBps;
        uint40 protectionEnd;
        uint8 referralPercent;
    }

    /// @notice A trade. Amounts are seen from the pool, without the fee: positive went into it.
    /// @param sender The router that swapped; the trader is the transaction's sender.
    /// @param feeEth Fee in wei, on top of what a buyer paid in or out of what a seller got.
    /// @param creatorEth Part of the fee for the fee stream.
    /// @param sqrtPriceX96 Price after the trade (tokens per ETH).
    /// @param referralEth Part of the fee for a referrer; the rest of the fee went to the wall.
    event TokenSwap(
        bytes32 indexed poolId,
        address indexed sender,
        int128 ethToPool,
        int128 tokenToPool,
        uint128 feeEth,
        uint128 creatorEth,
        uint160 sqrtPriceX96,
        int24 tick,
        uint128 referralEth
    );

    /// @notice `referrer` earned `amount` (wei) of the fee of the trade whose `TokenSwap` follows.
    event ReferralEarned(bytes32 indexed poolId, address indexed referrer, uint256 amount);

    /// @notice `referrer` was paid all that it had earned, at `to`.
    event ReferralPaid(address indexed referrer, address indexed to, uint256 amount);

    /// @notice The fee of a trade in the form that indexers of hooks read, OpenZeppelin's IHookEvents. Its
    /// HookSwap is for swaps outside the pool, of which there are none here.
    event HookFee(
        bytes32 indexed poolId, address indexed sender, uint128 feeAmount0, uint128 feeAmount1
    );

    /// @notice Fees of `token` were paid to `to`: the holder of its fee stream, or the recipient
    /// that the holder chose with `FeeStream.claimTo`.
    event FeesClaimed(address indexed token, address indexed to, uint256 amount);

    /// @notice The wall was fed, placed or taken down. Where it has to move, one trade takes it down and
    /// the next one places it again, so that no trade pays for both.
    /// @param ethPlaced ETH now in the position; 0 = taken down, its ETH is pending again.
    /// @param ethReturned ETH that it held before; the amount fed is the difference.
    /// @param tokensBurned Tokens that it had bought.
    /// @param lower Lower tick of its position, or of the last one when it was taken down.
    event BidWallRepositioned(
        bytes32 indexed poolId,
        uint256 ethPlaced,
        uint256 ethReturned,
        uint256 tokensBurned,
        int24 lower,
        int24 upper
    );

    /// @notice The wall was due to move but could not in this trade; a later one tries again.
    event BidWallSkipped(bytes32 indexed poolId);

    /// @notice The caller is not the PoolManager.
    error NotPoolManager();
    /// @notice The caller is not the Launchpad.
    error NotLaunchpad();
    /// @notice The caller is not this contract.
    error NotSelf();
    /// @notice Only this contract may create pools, add liquidity or donate.
    error OutsideLiquidity();
    /// @notice The pool does not belong to this hook.
    error UnknownPool();
    /// @notice The token is registered already.
    error AlreadyRegistered();
    /// @notice Trading opens at `startTime`.
    error NotStarted(uint256 startTime);
    /// @notice The swap cannot be filled completely; a partly filled one would pay too high a fee.
    error PartialFill();
    /// @notice The swap would end below the starting price, where the pool has no liquidity.
    error BelowFloor();
    /// @notice The token was traded or poked less than seven days ago.
    error NotIdle();
    /// @notice No ETH is pending for the wall.
    error NothingPending();
    /// @notice The hook's address does not carry the flags 0x28EC.
    error InvalidHookAddress();
    /// @notice The zero address cannot be paid.
    error InvalidAddress();
    /// @notice The fee is above 10 %, or another setting is out of its bounds.
    error InvalidSettings();
    /// @notice This deployment does not offer launch protection.
    error ProtectionUnavailable();

    /// @notice The Uniswap v4 PoolManager.
    function poolManager() external view returns (IPoolManager);

    /// @notice The only contract that may register tokens.
    function launchpad() external view returns (address);

    /// @notice The ERC-721 whose holder earns a token's creator share.
    function feeStream() external view returns (FeeStream);

    /// @notice Fee of every swap in basis points of its gross ETH amount.
    function feeBps() external view returns (uint16);

    /// @notice Ticks a second at which the anchor follows a rising price.
    function anchorSpeed() external view returns (uint24);

    /// @notice Maximum pending ETH (wei) before a wall is fed. The same for every pool, and permanent.
    function wallThreshold() external view returns (uint64);

    /// @notice Fee of a protected purchase when trading opens, in basis points; 0 = this deployment offers
    /// no launch protection.
    function protectionStartBps() external view returns (uint16);

    /// @notice Seconds after the opening in which that fee falls, in a straight line, to `feeBps()`.
    function protectionDuration() external view returns (uint32);

    /// @notice Fee of a purchase of `token` now, in basis points of all that the buyer pays. Sales always
    /// cost `feeBps()`.
    function buyFeeBps(address token) external view returns (uint256);

    /// @notice ETH (wei) that a referrer ever earned, and was ever paid.
    function referralEarned(address referrer) external view returns (uint256 earned, uint256 paid);

    /// @notice State of a token; all zero when it is unknown.
    function poolState(address token) external view returns (PoolState memory);

    /// @notice Lifetime counters of a token's creator share in wei.
    function creatorLedger(address token) external view returns (uint256 earned, uint256 paid);

    /// @notice The pool of a token (native ETH / token, no LP fee, tick spacing 60).
    function poolKey(address token) external view returns (PoolKey memory);

    /// @notice Id of that pool.
    function poolId(address token) external view returns (bytes32);

    /// @notice Creates the pool of `token` from the tokens that this contract holds and mints the fee
    /// stream to its owner. Launchpad only.
    function register(address token, Terms calldata terms) external returns (bytes32 id);

    /// @notice Pays all that `token` earned to the holder of its fee stream. Anyone may call.
    /// @return amount Wei paid; 0 when there is nothing.
    function claim(address token) external returns (uint256 amount);

    /// @notice Pays all that `referrer` earned to it. Anyone may call.
    /// @return amount Wei paid; 0 when there is nothing.
    function claimReferral(address referrer) external returns (uint256 amount);

    /// @notice Pays all that the caller earned as a referrer to `to`.
    /// @return amount Wei paid; 0 when there is nothing.
    function claimReferralTo(address to) external returns (uint256 amount);

    /// @notice Moves the wall of a token that nobody traded for seven days, or places one that was taken
    /// down. Anyone may call.
    function poke(address token) external;
}
