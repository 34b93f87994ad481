// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {BidWall} from "./BidWall.sol";
import {FeeStream} from "./FeeStream.sol";
import {LaunchToken} from "./LaunchToken.sol";
import {ILaunchHook} from "./interfaces/ILaunchHook.sol";
import {PoolMath} from "./libraries/PoolMath.sol";
import {TradeWord, TradeWords, WallWord, WallWords} from "./libraries/PoolWords.sol";
import {SwapFee} from "./libraries/SwapFee.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IHooks} from "@uniswap/v4-core/src/interfaces/IHooks.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {Hooks} from "@uniswap/v4-core/src/libraries/Hooks.sol";
import {BalanceDelta} from "@uniswap/v4-core/src/types/BalanceDelta.sol";
import {BeforeSwapDelta, toBeforeSwapDelta} from "@uniswap/v4-core/src/types/BeforeSwapDelta.sol";
import {Currency} from "@uniswap/v4-core/src/types/Currency.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {ModifyLiquidityParams, SwapParams} from "@uniswap/v4-core/src/types/PoolOperation.sol";
import {SafeCastLib} from "solady/src/utils/SafeCastLib.sol";

/// @title LaunchHook
/// @notice See ILaunchHook.
/// @dev ETH is held as ERC-6909 claims inside the PoolManager, never here. The PoolManager does not call
/// back a hook that acts itself, so the guards of initialize, add liquidity and donate revert for every
/// caller.
contract LaunchHook is BidWall, IUnlockCallback, ReentrancyGuardTransient {
    using SafeCastLib for uint256;

    enum Action {
        Seed,
        Claim,
        Poke
    }

    struct Referral {
        uint128 earned;
        uint128 paid;
    }

    /// @dev A finished swap.
    /// @param tradingFee `fee` without launch protection.
    struct Swap {
        address sender;
        address token;
        bytes32 id;
        BalanceDelta delta;
        uint256 fee;
        uint256 tradingFee;
        int24 tickBefore;
        uint128 creatorEth;
        uint128 referralEth;
    }

    /// @dev beforeInitialize, beforeAddLiquidity, beforeSwap, afterSwap, beforeDonate and the two
    /// return-delta flags of swaps.
    uint160 private constant FLAGS = 0x28EC;
    uint256 private constant ETH_ID = 0;
    uint256 private constant IDLE_TIME = 7 days;
    bytes32 private constant SEED_SALT = 0;
    /// @dev Transient: tick before the current swap (24 bits) and its fee in basis points. Each beforeSwap
    /// overwrites it, and the PoolManager calls no other contract between the two callbacks.
    uint256 private constant CURRENT_SWAP_SLOT = 0;
    uint256 private constant MAX_PROTECTION_BPS = 8_000;

    address public immutable launchpad;
    FeeStream public immutable feeStream;
    uint16 public immutable protectionStartBps;
    uint32 public immutable protectionDuration;

    mapping(address referrer => Referral) private _referrals;

    modifier onlyPoolManager() {
        if (msg.sender != address(poolManager)) revert NotPoolManager();
        _;
    }

    /// @param feeBps_ 1..1,000.
    /// @param anchorSpeed_ 1..1,000 ticks a second.
    /// @param wallThreshold_ Wei, not zero.
    /// @param protectionStartBps_ Above `feeBps_` and at most 8,000; 0 with no duration for none.
    /// @param protectionDuration_ So short that the fee falls at least as fast as the anchor can rise; one
    /// tick counts as one basis point. contracts/README.md explains why.
    constructor(
        IPoolManager poolManager_,
        address launchpad_,
        uint16 feeBps_,
        uint24 anchorSpeed_,
        uint64 wallThreshold_,
        uint16 protectionStartBps_,
        uint32 protectionDuration_
    ) BidWall(poolManager_, feeBps_, anchorSpeed_, wallThreshold_) {
        if (uint160(address(this)) & Hooks.ALL_HOOK_MASK != FLAGS) {
            revert InvalidHookAddress();
        }
        if (
            feeBps_ == 0 || feeBps_ > 1_000 || anchorSpeed_ == 0 || anchorSpeed_ > 1_000
                || wallThreshold_ == 0 || launchpad_ == address(0)
        ) revert InvalidSettings();
        if (protectionStartBps_ != 0 || protectionDuration_ != 0) {
            if (
                protectionStartBps_ <= feeBps_ || protectionStartBps_ > MAX_PROTECTION_BPS
                    || protectionDuration_ == 0
                    || uint256(protectionDuration_) * anchorSpeed_
                        > uint256(protectionStartBps_) - feeBps_
            ) revert InvalidSettings();
        }
        launchpad = launchpad_;
        protectionStartBps = protectionStartBps_;
        protectionDuration = protectionDuration_;
        feeStream = new FeeStream();
    }

    // ---------------------------------------------------------------- launch

    /// @inheritdoc ILaunchHook
    function register(address token, Terms calldata terms) external returns (bytes32 id) {
        if (msg.sender != launchpad) revert NotLaunchpad();
        Pool storage p = _pools[token];
        if (!p.trade.isEmpty()) revert AlreadyRegistered();
        if (
            terms.startTime == 0 || terms.feeShareBps > SwapFee.BPS
                || terms.referralPercent > SwapFee.MAX_REFERRAL_PERCENT
        ) revert InvalidSettings();
        if (terms.launchProtection) {
            if (protectionDuration == 0) revert ProtectionUnavailable();
            p.opening = terms.startTime;
        }
        p.trade = TradeWords.make(
            terms.startTick,
            terms.startTime,
            terms.feeShareBps,
            terms.launchProtection,
            terms.referralPercent
        );

        poolManager.initialize(poolKey(token), terms.sqrtPriceX96);
        poolManager.unlock(abi.encode(Action.Seed, token, address(0), uint256(0)));
        feeStream.mint(terms.feeOwner, token);
        id = poolId(token);
    }

    // ---------------------------------------------------------------- claims

    /// @inheritdoc ILaunchHook
    function claim(address token) external nonReentrant returns (uint256 amount) {
        TradeWord t = _pools[token].trade;
        if (t.isEmpty()) return 0;
        address to;
        (to, amount) = feeStream.settle(token, t.creatorEarned());
        if (amount == 0) return 0;
        // Before the payment, in which the recipient may transfer the stream: indexers follow the log order.
        emit FeesClaimed(token, to, amount);
        poolManager.unlock(abi.encode(Action.Claim, token, to, amount));
    }

    /// @inheritdoc ILaunchHook
    function claimReferral(address referrer) external returns (uint256 amount) {
        return _payReferral(referrer, referrer);
    }

    /// @inheritdoc ILaunchHook
    function claimReferralTo(address to) external returns (uint256 amount) {
        if (to == address(0)) revert InvalidAddress();
        return _payReferral(msg.sender, to);
    }

    function _payReferral(address referrer, address to)
        private
        nonReentrant
        returns (uint256 amount)
    {
        Referral storage r = _referrals[referrer];
        amount = r.earned - r.paid;
        if (amount == 0) return 0;
        r.paid = r.earned;
        emit ReferralPaid(referrer, to, amount);
        poolManager.unlock(abi.encode(Action.Claim, address(0), to, amount));
    }

    /// @inheritdoc ILaunchHook
    function poke(address token) external nonReentrant {
        TradeWord t = _pools[token].trade;
        if (t.isEmpty()) revert UnknownPool();
        if (!t.isDown()) {
            if (block.timestamp < t.anchorTime() + IDLE_TIME) revert NotIdle();
            if (t.wallPending() == 0) revert NothingPending();
        }
        poolManager.unlock(abi.encode(Action.Poke, token, address(0), uint256(0)));
    }

    /// @dev Reached only from this contract's calls of `unlock`, so `data` always comes from it.
    function unlockCallback(bytes calldata data) external onlyPoolManager returns (bytes memory) {
        (Action action, address token, address to, uint256 amount) =
            abi.decode(data, (Action, address, address, uint256));
        if (action == Action.Seed) {
            _seed(token);
        } else if (action == Action.Claim) {
            poolManager.burn(address(this), ETH_ID, amount);
            poolManager.take(Currency.wrap(address(0)), to, amount);
        } else {
            (, int24 tick) = PoolMath.slot0(poolManager, poolId(token));
            Pool storage p = _pools[token];
            TradeWord t = p.trade;
            p.trade = t.update(0, t.wallPending(), _anchorAt(t, tick), block.timestamp);
            _settleClaims(-_reposition(token, tick, true));
        }
        return "";
    }

    // ---------------------------------------------------------------- callbacks

    function beforeInitialize(address, PoolKey calldata, uint160) external pure returns (bytes4) {
        revert OutsideLiquidity();
    }

    function beforeAddLiquidity(
        address,
        PoolKey calldata,
        ModifyLiquidityParams calldata,
        bytes calldata
    ) external pure returns (bytes4) {
        revert OutsideLiquidity();
    }

    function beforeDonate(address, PoolKey calldata, uint256, uint256, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        revert OutsideLiquidity();
    }

    /// @dev Takes the fee where ETH is the specified currency: before the pool. Only purchases can cost
    /// more than the trading fee.
    function beforeSwap(address, PoolKey calldata key, SwapParams calldata params, bytes calldata)
        external
        onlyPoolManager
        returns (bytes4, BeforeSwapDelta, uint24)
    {
        address token = Currency.unwrap(key.currency1);
        (, int24 tick) = PoolMath.slot0(poolManager, poolId(token));
        uint256 bps = params.zeroForOne ? buyFeeBps(token) : feeBps;
        assembly ("memory-safe") {
            tstore(CURRENT_SWAP_SLOT, or(and(tick, 0xffffff), shl(24, bps)))
        }
        uint256 fee = SwapFee.isEthSpecified(params) ? SwapFee.ofSpecified(params, bps) : 0;
        return (IHooks.beforeSwap.selector, toBeforeSwapDelta(fee.toInt128(), 0), 0);
    }

    /// @dev Takes the fee where ETH is the unspecified currency, records it and moves the wall when due.
    function afterSwap(
        address sender,
        PoolKey calldata key,
        SwapParams calldata params,
        BalanceDelta delta,
        bytes calldata hookData
    ) external onlyPoolManager returns (bytes4, int128 hookDelta) {
        Swap memory swap;
        swap.sender = sender;
        swap.token = Currency.unwrap(key.currency1);
        swap.id = poolId(swap.token);
        swap.delta = delta;
        uint256 current;
        assembly ("memory-safe") {
            current := tload(CURRENT_SWAP_SLOT)
        }
        swap.tickBefore = int24(uint24(current));
        uint256 bps = current >> 24;
        (swap.fee, hookDelta) = SwapFee.settle(params, delta, bps);
        swap.tradingFee = bps == feeBps
            ? swap.fee
            : SwapFee.ofGross(uint128(-delta.amount0()) + swap.fee, feeBps);
        _record(swap, _referrer(hookData));
        return (IHooks.afterSwap.selector, hookDelta);
    }

    /// @dev Called by this contract only, so that a failed move of the wall reverts alone.
    /// @return ethTaken ETH that the wall has more than before.
    function reposition(address token, int24 tick) external returns (int256 ethTaken) {
        if (msg.sender != address(this)) revert NotSelf();
        return _reposition(token, tick, false);
    }

    // ---------------------------------------------------------------- views

    /// @inheritdoc ILaunchHook
    function poolState(address token) external view returns (PoolState memory s) {
        TradeWord t = _pools[token].trade;
        if (t.isEmpty()) return s;
        WallWord w = _pools[token].wall;
        (s.creatorEarned, s.creatorPaid) = creatorLedger(token);
        s.wallPending = t.wallPending();
        s.wallSpent = w.lifetime();
        if (t.isDown()) {
            s.wallPending += w.amount();
            s.wallSpent -= w.amount();
        } else {
            s.wallLiquidity = uint128(w.amount());
        }
        s.startTick = t.startTick();
        s.anchorTick = t.anchorTick();
        s.anchorTime = uint40(t.anchorTime());
        s.wallLower = w.lower();
        s.feeShareBps = uint16(t.feeShareBps());
        (uint160 sqrtPriceX96,) = PoolMath.slot0(poolManager, poolId(token));
        s.wallThreshold = uint64(_batch(t, sqrtPriceX96));
        s.buyFeeBps = uint16(buyFeeBps(token));
        uint256 opening = _pools[token].opening;
        if (opening != 0) s.protectionEnd = uint40(opening + protectionDuration);
        s.referralPercent = uint8(t.referralPercent());
    }

    /// @inheritdoc ILaunchHook
    function buyFeeBps(address token) public view returns (uint256) {
        Pool storage p = _pools[token];
        if (!p.trade.isProtected()) return feeBps;
        uint256 end = p.opening + protectionDuration;
        if (block.timestamp >= end) return feeBps;
        return SwapFee.ofBuy(feeBps, protectionStartBps, protectionDuration, end - block.timestamp);
    }

    /// @inheritdoc ILaunchHook
    function referralEarned(address referrer) external view returns (uint256 earned, uint256 paid) {
        Referral storage r = _referrals[referrer];
        return (r.earned, r.paid);
    }

    /// @inheritdoc ILaunchHook
    function creatorLedger(address token) public view returns (uint256 earned, uint256 paid) {
        paid = feeStream.paid(token);
        earned = paid + feeStream.due(token, _pools[token].trade.creatorEarned());
    }

    /// @inheritdoc ILaunchHook
    function poolKey(address token) public view returns (PoolKey memory) {
        return PoolKey({
            currency0: Currency.wrap(address(0)),
            currency1: Currency.wrap(token),
            fee: 0,
            tickSpacing: PoolMath.TICK_SPACING,
            hooks: IHooks(address(this))
        });
    }

    // ---------------------------------------------------------------- fees

    /// @dev The address in the hook data, ABI-encoded or packed; zero for any other data.
    function _referrer(bytes calldata hookData) private pure returns (address referrer) {
        uint256 length = hookData.length;
        if (length == 0) return address(0);
        if (length == 20) return address(bytes20(hookData));
        if (length != 32) return address(0);
        uint256 word = uint256(bytes32(hookData));
        if (word >> 160 == 0) referrer = address(uint160(word));
    }

    function _record(Swap memory swap, address referrer) private {
        Pool storage p = _pools[swap.token];
        TradeWord t = p.trade;
        if (t.isEmpty()) revert UnknownPool();
        if (block.timestamp < t.anchorTime()) revert NotStarted(t.anchorTime());
        if (t.isProtected() && block.timestamp >= p.opening + protectionDuration) {
            t = t.withoutProtection();
        }
        (uint256 creatorEth,) = SwapFee.split(swap.tradingFee, t.feeShareBps());
        // The part above the trading fee goes to the wall, even if the wall gets none of the trading fee.
        uint256 wallEth = swap.fee - creatorEth;
        if (referrer != address(0)) creatorEth -= _credit(swap, t, referrer, creatorEth);
        uint256 pending = t.wallPending() + wallEth;
        // The first wall fee initializes the wall's slot, so that the first move need not pay for it too.
        if (pending == wallEth && wallEth != 0 && p.wall.isEmpty()) {
            p.wall = WallWords.make(t.startTick(), 0, 0, 0);
        }
        t = t.update(creatorEth, pending, _anchorAt(t, swap.tickBefore), block.timestamp);
        p.trade = t;
        swap.creatorEth = uint128(creatorEth);
        (int24 tick, bool due) = _checkAndEmit(t, swap);
        int256 ethTaken;
        if (due) {
            try this.reposition(swap.token, tick) returns (int256 taken) {
                ethTaken = taken;
            } catch {
                emit BidWallSkipped(swap.id);
            }
        }
        _settleClaims(swap.fee.toInt256() - ethTaken);
    }

    /// @dev The creator pays the referrer, so that the wall's part does not change.
    function _credit(Swap memory swap, TradeWord t, address referrer, uint256 creatorEth)
        private
        returns (uint256 amount)
    {
        amount = swap.tradingFee * t.referralPercent() / 100;
        if (amount > creatorEth) amount = creatorEth;
        if (amount == 0) return 0;
        swap.referralEth = uint128(amount);
        _referrals[referrer].earned += uint128(amount);
        emit ReferralEarned(swap.id, referrer, amount);
    }

    function _checkAndEmit(TradeWord t, Swap memory swap) private returns (int24 tick, bool due) {
        uint160 sqrtPriceX96;
        (sqrtPriceX96, tick) = PoolMath.slot0(poolManager, swap.id);
        // A higher tick is a cheaper token. All tokens outside the pool were bought above the starting
        // price, so a swap only ends below it where the pool has no liquidity.
        if (tick > t.startTick()) revert BelowFloor();
        uint128 fee = swap.fee.toUint128();
        emit TokenSwap(
            swap.id,
            swap.sender,
            -swap.delta.amount0(),
            -swap.delta.amount1(),
            fee,
            swap.creatorEth,
            sqrtPriceX96,
            tick,
            swap.referralEth
        );
        emit HookFee(swap.id, swap.sender, fee, 0);
        due = t.isDown() || t.wallPending() >= _batch(t, sqrtPriceX96);
        // A wall that only launch protection funds is not fed any more, so the sale that touches it has to
        // clear it.
        if (!due && t.feeShareBps() == SwapFee.BPS && swap.delta.amount0() > 0) {
            WallWord w = _pools[swap.token].wall;
            due = w.amount() != 0 && tick >= w.lower();
        }
    }

    /// @dev Turns ETH that the hook is credited with into claims, or pays with claims.
    function _settleClaims(int256 change) private {
        if (change > 0) poolManager.mint(address(this), ETH_ID, uint256(change));
        else if (change < 0) poolManager.burn(address(this), ETH_ID, uint256(-change));
    }

    // ---------------------------------------------------------------- liquidity

    /// @dev All tokens go in single-sided, from the lowest tick up to the starting price, permanently. The
    /// few smallest units that rounding leaves over stay locked in the PoolManager as well.
    function _seed(address token) private {
        int24 startTick = _pools[token].trade.startTick();
        uint256 supply = LaunchToken(token).balanceOf(address(this));
        uint256 liquidity = PoolMath.liquidityForTokens(PoolMath.MIN_USABLE_TICK, startTick, supply);
        PoolKey memory key = poolKey(token);
        (BalanceDelta delta,) = poolManager.modifyLiquidity(
            key,
            ModifyLiquidityParams({
                tickLower: PoolMath.MIN_USABLE_TICK,
                tickUpper: startTick,
                liquidityDelta: liquidity.toInt256(),
                salt: SEED_SALT
            }),
            ""
        );
        poolManager.sync(key.currency1);
        // LaunchToken reverts instead of returning false.
        // forge-lint: disable-next-line(erc20-unchecked-transfer)
        LaunchToken(token).transfer(address(poolManager), supply);
        poolManager.settle();
        uint256 used = uint128(-delta.amount1());
        if (supply != used) poolManager.clear(key.currency1, supply - used);
    }
}
