// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {LaunchToken} from "./LaunchToken.sol";
import {ILaunchHook} from "./interfaces/ILaunchHook.sol";
import {IManager} from "./interfaces/IManager.sol";
import {PoolMath} from "./libraries/PoolMath.sol";
import {ManagerFactory} from "./managers/ManagerFactory.sol";

/// @title LaunchLens
/// @notice Reads many tokens and managers in one call. Not an oracle: prices are spot prices and can
/// be moved within a transaction.
contract LaunchLens {
    /// @param exists False for an address that is not a token of this launchpad; all other fields are zero then.
    /// @param priceWei Wei for one whole token (1e18 smallest units), rounded down.
    /// @param marketCapWei Price times current total supply.
    /// @param lastTrade Time of the last trade or `poke`; before the first trade, when trading opens.
    /// @param wallEth ETH now in the wall.
    /// @param wallTokens Tokens that it has bought.
    /// @param wallPlaced ETH put into it at its last move.
    /// @param wallPending ETH that waits for the next move.
    /// @param wallThreshold ETH that moves it.
    /// @param wallLifetime ETH ever taken for the wall: spent on it or pending.
    /// @param progressBps 10,000 x pending / threshold, at most 10,000.
    /// @param feeOwner Holder of the fee stream.
    /// @param claimable Wei that `claim` would pay it.
    /// @param buyFeeBps Fee of a purchase now.
    /// @param protectionEnd When launch protection ends or ended; 0 = launched without.
    /// @param referralPercent Percent of the trading fee for a trade's referrer.
    struct TokenView {
        bool exists;
        bytes32 poolId;
        uint160 sqrtPriceX96;
        int24 tick;
        int24 anchorTick;
        uint256 priceWei;
        uint256 marketCapWei;
        uint256 totalSupply;
        uint256 lastTrade;
        uint256 wallEth;
        uint256 wallTokens;
        int24 wallLower;
        int24 wallUpper;
        uint256 wallPlaced;
        uint256 wallPending;
        uint256 wallThreshold;
        uint256 wallLifetime;
        uint256 progressBps;
        uint16 feeShareBps;
        address feeOwner;
        uint256 creatorEarned;
        uint256 creatorPaid;
        uint256 claimable;
        uint16 buyFeeBps;
        uint40 protectionEnd;
        uint8 referralPercent;
    }

    /// @notice The liquidity that a token was launched with. It belongs to the hook, which has no
    /// function that removes it. The PoolManager returns the same values.
    /// @param owner Of the position: the hook.
    /// @param salt Of the position.
    /// @param liquidity Its current liquidity in the PoolManager.
    /// @param launched Its liquidity at launch.
    /// @param ethAmount ETH in it at the current price.
    /// @param tokenAmount Tokens in it.
    struct LockedView {
        bytes32 poolId;
        address owner;
        int24 tickLower;
        int24 tickUpper;
        bytes32 salt;
        uint128 liquidity;
        uint128 launched;
        uint256 ethAmount;
        uint256 tokenAmount;
    }

    ILaunchHook public immutable hook;
    ManagerFactory public immutable managerFactory;

    constructor(ILaunchHook hook_, ManagerFactory managerFactory_) {
        hook = hook_;
        managerFactory = managerFactory_;
    }

    /// @notice State of each token, in the order given.
    function tokens(address[] calldata list) external view returns (TokenView[] memory views) {
        views = new TokenView[](list.length);
        for (uint256 i; i < list.length; ++i) {
            views[i] = tokenView(list[i]);
        }
    }

    /// @notice State of one token.
    function tokenView(address token) public view returns (TokenView memory v) {
        ILaunchHook.PoolState memory s = hook.poolState(token);
        if (s.anchorTime == 0) return v;
        v.exists = true;
        v.poolId = hook.poolId(token);
        (v.sqrtPriceX96, v.tick) = PoolMath.slot0(hook.poolManager(), v.poolId);
        v.anchorTick = s.anchorTick;
        v.totalSupply = LaunchToken(token).totalSupply();
        v.priceWei = PoolMath.tokensToEth(1e18, v.sqrtPriceX96);
        v.marketCapWei = PoolMath.tokensToEth(v.totalSupply, v.sqrtPriceX96);
        v.lastTrade = s.anchorTime;
        if (s.wallLiquidity != 0) {
            v.wallLower = s.wallLower;
            v.wallUpper = s.wallLower + PoolMath.TICK_SPACING;
            v.wallPlaced = PoolMath.ethToPlace(v.wallLower, v.wallUpper, s.wallLiquidity);
            (v.wallEth, v.wallTokens) = PoolMath.amountsForLiquidity(
                v.sqrtPriceX96, v.wallLower, v.wallUpper, s.wallLiquidity
            );
        }
        v.wallPending = s.wallPending;
        v.wallThreshold = s.wallThreshold;
        v.wallLifetime = s.wallSpent + s.wallPending;
        v.progressBps =
            v.wallPending < v.wallThreshold ? v.wallPending * 10_000 / v.wallThreshold : 10_000;
        v.feeShareBps = s.feeShareBps;
        v.feeOwner = hook.feeStream().holderOf(token);
        v.creatorEarned = s.creatorEarned;
        v.creatorPaid = s.creatorPaid;
        v.claimable = s.creatorEarned - s.creatorPaid;
        v.buyFeeBps = s.buyFeeBps;
        v.protectionEnd = s.protectionEnd;
        v.referralPercent = s.referralPercent;
    }

    /// @notice Liquidity of a token that nobody can remove; all zero when the token is unknown.
    function lockedLiquidity(address token) external view returns (LockedView memory v) {
        ILaunchHook.PoolState memory s = hook.poolState(token);
        if (s.anchorTime == 0) return v;
        v.poolId = hook.poolId(token);
        v.owner = address(hook);
        v.tickLower = PoolMath.MIN_USABLE_TICK;
        v.tickUpper = s.startTick;
        v.liquidity = PoolMath.positionLiquidity(
            hook.poolManager(), v.poolId, v.owner, v.tickLower, v.tickUpper, v.salt
        );
        v.launched = uint128(PoolMath.liquidityForTokens(v.tickLower, v.tickUpper, PoolMath.SUPPLY));
        (uint160 sqrtPriceX96,) = PoolMath.slot0(hook.poolManager(), v.poolId);
        (v.ethAmount, v.tokenAmount) =
            PoolMath.amountsForLiquidity(sqrtPriceX96, v.tickLower, v.tickUpper, v.liquidity);
    }

    /// @notice Wei that `account` can withdraw now.
    /// @param list Tokens to look at; each counts where its fee stream is held.
    /// @param managers Managers to look at; addresses that the factory did not deploy are ignored.
    /// @return direct Wei per token that `claim` pays to `account`, the holder of its stream.
    /// @return managed Wei per manager that `syncAndRelease`, over those tokens of `list` that it manages, pays to
    /// `account`.
    function claimable(address account, address[] calldata list, address[] calldata managers)
        external
        view
        returns (uint256[] memory direct, uint256[] memory managed)
    {
        direct = new uint256[](list.length);
        for (uint256 i; i < list.length; ++i) {
            ILaunchHook.PoolState memory s = hook.poolState(list[i]);
            if (s.anchorTime == 0 || hook.feeStream().holderOf(list[i]) != account) continue;
            direct[i] = s.creatorEarned - s.creatorPaid;
        }
        managed = new uint256[](managers.length);
        for (uint256 i; i < managers.length; ++i) {
            if (managerFactory.managerKind(managers[i]) == 0) continue;
            managed[i] = IManager(managers[i]).claimable(account, list);
        }
    }
}
