// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {FeeStream} from "./FeeStream.sol";
import {LaunchToken} from "./LaunchToken.sol";
import {ILaunchHook} from "./interfaces/ILaunchHook.sol";
import {PoolMath} from "./libraries/PoolMath.sol";
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
/// @dev ETH is held as ERC-6909 claims inside the PoolManager, never here. The PoolManager does not
/// call back a hook that acts itself, so the guards of initialize, add liquidity and donate simply
/// refuse everybody who gets that far.
contract LaunchHook is ILaunchHook, IUnlockCallback, ReentrancyGuardTransient {
    using SafeCastLib for uint256;

    enum Action {
        Seed,
        Claim,
        Poke
    }

    /// @dev beforeInitialize, beforeAddLiquidity, beforeSwap, afterSwap, beforeDonate and the two
    /// return-delta flags of swaps.
    uint160 private constant FLAGS = 0x28EC;
    uint256 private constant ETH_ID = 0;
    uint256 private constant IDLE_TIME = 7 days;
    bytes32 private constant SEED_SALT = 0;
    bytes32 private constant WALL_SALT = bytes32(uint256(1));

    IPoolManager public immutable poolManager;
    address public immutable launchpad;
    FeeStream public immutable feeStream;
    uint16 public immutable feeBps;
    uint24 public immutable anchorSpeed;
    uint64 public immutable wallThreshold;

    mapping(address token => PoolState) private _pools;

    modifier onlyPoolManager() {
        if (msg.sender != address(poolManager)) revert NotPoolManager();
        _;
    }

    /// @param feeBps_ 1..1,000. @param anchorSpeed_ 1..1,000 ticks a second.
    /// @param wallThreshold_ Wei, not zero.
    constructor(
        IPoolManager poolManager_,
        address launchpad_,
        uint16 feeBps_,
        uint24 anchorSpeed_,
        uint64 wallThreshold_
    ) {
        if (uint160(address(this)) & Hooks.ALL_HOOK_MASK != FLAGS) {
            revert InvalidHookAddress();
        }
        if (
            feeBps_ == 0 || feeBps_ > 1_000 || anchorSpeed_ == 0 || anchorSpeed_ > 1_000
                || wallThreshold_ == 0 || launchpad_ == address(0)
        ) revert InvalidSettings();
        poolManager = poolManager_;
        launchpad = launchpad_;
        feeBps = feeBps_;
        anchorSpeed = anchorSpeed_;
        wallThreshold = wallThreshold_;
        feeStream = new FeeStream();
    }

    // ---------------------------------------------------------------- launch

    /// @inheritdoc ILaunchHook
    function register(
        address token,
        uint160 sqrtPriceX96,
        int24 startTick,
        address feeOwner,
        uint16 creatorShareBps,
        uint40 startTime
    ) external returns (bytes32 id) {
        if (msg.sender != launchpad) revert NotLaunchpad();
        PoolState storage s = _pools[token];
        if (s.startTime != 0) revert AlreadyRegistered();
        if (startTime == 0 || creatorShareBps > SwapFee.BPS) revert InvalidSettings();
        s.startTick = startTick;
        s.anchorTick = startTick;
        s.anchorTime = uint40(block.timestamp);
        s.startTime = startTime;
        s.creatorShareBps = creatorShareBps;
        s.wallThreshold = wallThreshold;

        poolManager.initialize(poolKey(token), sqrtPriceX96);
        poolManager.unlock(abi.encode(Action.Seed, token, address(0), uint256(0)));
        feeStream.mint(feeOwner, token);
        id = poolId(token);
    }

    // ---------------------------------------------------------------- claims

    /// @inheritdoc ILaunchHook
    function claim(address token) external nonReentrant returns (uint256 amount) {
        PoolState storage s = _pools[token];
        uint88 earned = s.creatorEarned;
        amount = earned - s.creatorPaid;
        if (amount == 0) return 0;
        s.creatorPaid = earned;
        address to = feeStream.holderOf(token);
        poolManager.unlock(abi.encode(Action.Claim, token, to, amount));
        emit FeesClaimed(token, to, amount);
    }

    /// @inheritdoc ILaunchHook
    function poke(address token) external nonReentrant {
        PoolState storage s = _pools[token];
        if (s.startTime == 0) revert UnknownPool();
        if (block.timestamp < s.anchorTime + IDLE_TIME) revert NotIdle();
        if (s.wallPending == 0) revert NothingPending();
        poolManager.unlock(abi.encode(Action.Poke, token, address(0), uint256(0)));
    }

    /// @dev Reached only from our own calls of `unlock`, so `data` is always ours.
    function unlockCallback(bytes calldata data) external onlyPoolManager returns (bytes memory) {
        (Action action, address token, address to, uint256 amount) =
            abi.decode(data, (Action, address, address, uint256));
        if (action == Action.Seed) {
            _seed(token);
        } else if (action == Action.Claim) {
            poolManager.burn(address(this), ETH_ID, amount);
            poolManager.take(Currency.wrap(address(0)), to, amount);
        } else {
            PoolKey memory key = poolKey(token);
            int24 tick = _updateAnchor(_pools[token], _id(key));
            _settleClaims(-_reposition(key, tick));
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

    /// @dev Takes the fee where ETH is the specified currency: in front of the pool.
    function beforeSwap(address, PoolKey calldata key, SwapParams calldata params, bytes calldata)
        external
        onlyPoolManager
        returns (bytes4, BeforeSwapDelta, uint24)
    {
        PoolState storage s = _pools[Currency.unwrap(key.currency1)];
        uint256 startTime = s.startTime;
        if (startTime == 0) revert UnknownPool();
        if (block.timestamp < startTime) revert NotStarted(startTime);
        if (block.timestamp != s.anchorTime) _updateAnchor(s, _id(key));

        uint256 fee = _ethSpecified(params) ? _specifiedFee(params) : 0;
        return (IHooks.beforeSwap.selector, toBeforeSwapDelta(fee.toInt128(), 0), 0);
    }

    /// @dev Takes the fee where ETH is the other currency, books it and moves the wall when due.
    function afterSwap(
        address sender,
        PoolKey calldata key,
        SwapParams calldata params,
        BalanceDelta delta,
        bytes calldata
    ) external onlyPoolManager returns (bytes4, int128) {
        (uint256 fee, int128 hookDelta) = _settleFee(params, delta);
        _book(sender, key, delta, fee);
        return (IHooks.afterSwap.selector, hookDelta);
    }

    /// @dev Called by this contract only, so that a wall that cannot move undoes itself alone.
    /// @return ethTaken ETH that the wall has more than before.
    function reposition(PoolKey calldata key, int24 tick) external returns (int256 ethTaken) {
        if (msg.sender != address(this)) revert NotSelf();
        return _reposition(key, tick);
    }

    // ---------------------------------------------------------------- views

    /// @inheritdoc ILaunchHook
    function poolState(address token) external view returns (PoolState memory) {
        return _pools[token];
    }

    /// @inheritdoc ILaunchHook
    function creatorLedger(address token) external view returns (uint256 earned, uint256 paid) {
        PoolState storage s = _pools[token];
        return (s.creatorEarned, s.creatorPaid);
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

    /// @inheritdoc ILaunchHook
    function poolId(address token) public view returns (bytes32) {
        return _id(poolKey(token));
    }

    // ---------------------------------------------------------------- fees

    function _ethSpecified(SwapParams calldata params) private pure returns (bool) {
        return (params.amountSpecified < 0) == params.zeroForOne;
    }

    /// @dev Fee of a swap that names its ETH amount: part of what a buyer pays in all, or on top of
    /// what a seller gets.
    function _specifiedFee(SwapParams calldata params) private view returns (uint256) {
        int256 amount = params.amountSpecified;
        return params.zeroForOne
            ? SwapFee.ofGross(uint256(-amount), feeBps)
            : SwapFee.onNet(uint256(amount), feeBps);
    }

    /// @dev The fee of a finished swap and what the hook still takes of the unspecified currency.
    /// The specified amount must have been filled to the last wei.
    function _settleFee(SwapParams calldata params, BalanceDelta delta)
        private
        view
        returns (uint256 fee, int128 hookDelta)
    {
        if (_ethSpecified(params)) {
            fee = _specifiedFee(params);
            if (delta.amount0() != params.amountSpecified + fee.toInt256()) revert PartialFill();
        } else {
            if (delta.amount1() != params.amountSpecified) revert PartialFill();
            int128 eth = delta.amount0();
            fee = params.zeroForOne
                ? SwapFee.onNet(uint128(-eth), feeBps)
                : SwapFee.ofGross(uint128(eth), feeBps);
            hookDelta = fee.toInt128();
        }
    }

    function _book(address sender, PoolKey calldata key, BalanceDelta delta, uint256 fee) private {
        PoolState storage s = _pools[Currency.unwrap(key.currency1)];
        (uint256 creatorEth, uint256 wallEth) = SwapFee.split(fee, s.creatorShareBps);
        uint256 pending = s.wallPending + wallEth;
        s.creatorEarned = (s.creatorEarned + creatorEth).toUint88();
        s.wallPending = pending.toUint80();

        bytes32 id = _id(key);
        int24 tick = _checkAndEmit(s, id, sender, delta, fee.toUint128(), creatorEth.toUint128());
        int256 ethTaken;
        if (pending >= s.wallThreshold) {
            try this.reposition(key, tick) returns (int256 taken) {
                ethTaken = taken;
            } catch {
                emit BidWallSkipped(id);
            }
        }
        _settleClaims(fee.toInt256() - ethTaken);
    }

    function _checkAndEmit(
        PoolState storage s,
        bytes32 id,
        address sender,
        BalanceDelta delta,
        uint128 fee,
        uint128 creatorEth
    ) private returns (int24) {
        (uint160 sqrtPriceX96, int24 tick) = PoolMath.slot0(poolManager, id);
        // All tokens outside came from below the starting price, so nothing ends above it but a
        // price that is moved where the pool holds nothing.
        if (tick > s.startTick) revert BelowFloor();
        emit TokenSwap(
            id, sender, -delta.amount0(), -delta.amount1(), fee, creatorEth, sqrtPriceX96, tick
        );
        return tick;
    }

    /// @dev Turns ETH that the hook is credited with into claims, or pays with claims.
    function _settleClaims(int256 change) private {
        if (change > 0) poolManager.mint(address(this), ETH_ID, uint256(change));
        else if (change < 0) poolManager.burn(address(this), ETH_ID, uint256(-change));
    }

    // ---------------------------------------------------------------- liquidity

    /// @dev All tokens go in single-sided, from the lowest tick up to the starting price, for good.
    /// The few smallest units that rounding leaves over stay locked in the PoolManager as well.
    function _seed(address token) private {
        int24 startTick = _pools[token].startTick;
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
        // Our own token reverts instead of answering false.
        // forge-lint: disable-next-line(erc20-unchecked-transfer)
        LaunchToken(token).transfer(address(poolManager), supply);
        poolManager.settle();
        uint256 used = uint128(-delta.amount1());
        if (supply != used) poolManager.clear(key.currency1, supply - used);
    }

    /// @dev First trade of each second: a fall is followed at once, a rise at `anchorSpeed`, so that
    /// a price that is only held for a moment cannot pull the wall up. Higher tick = cheaper token.
    function _updateAnchor(PoolState storage s, bytes32 id) private returns (int24 tick) {
        (, tick) = PoolMath.slot0(poolManager, id);
        int256 lagging =
            int256(s.anchorTick) - int256((block.timestamp - s.anchorTime) * uint256(anchorSpeed));
        s.anchorTick = lagging > tick ? int24(lagging) : tick;
        s.anchorTime = uint40(block.timestamp);
    }

    /// @dev Takes the old wall out, burns the tokens that it bought and puts all its ETH and what
    /// is pending into one tick spacing below both the price and the anchor.
    function _reposition(PoolKey memory key, int24 tick) private returns (int256 ethTaken) {
        address token = Currency.unwrap(key.currency1);
        PoolState storage s = _pools[token];
        (uint256 ethReturned, uint256 tokensBought) = _removeWall(s, key);
        if (tokensBought != 0) {
            // Taking tokens out would spoil a payment of this token that a router has begun.
            if (PoolMath.syncedCurrency(poolManager) == token) revert PaymentInProgress();
            poolManager.take(key.currency1, address(this), tokensBought);
            LaunchToken(token).burn(tokensBought);
        }
        uint256 pending = s.wallPending;
        uint256 available = pending + ethReturned;
        uint256 ethPlaced = _placeWall(s, key, tick, available);
        uint256 left = available - ethPlaced;
        uint256 taken = s.wallLifetime + pending;
        s.wallLifetime = (taken > left ? taken - left : 0).toUint128();
        s.wallPending = left.toUint80();
        emit BidWallRepositioned(
            _id(key),
            ethPlaced,
            ethReturned,
            tokensBought,
            s.wallLower,
            s.wallLower + PoolMath.TICK_SPACING
        );
        return ethPlaced.toInt256() - ethReturned.toInt256();
    }

    function _removeWall(PoolState storage s, PoolKey memory key)
        private
        returns (uint256 eth, uint256 tokens)
    {
        uint128 liquidity = s.wallLiquidity;
        if (liquidity == 0) return (0, 0);
        BalanceDelta delta = _modifyWall(key, s.wallLower, -int256(uint256(liquidity)));
        return (uint128(delta.amount0()), uint128(delta.amount1()));
    }

    function _placeWall(PoolState storage s, PoolKey memory key, int24 tick, uint256 available)
        private
        returns (uint256 ethPlaced)
    {
        int24 anchor = s.anchorTick;
        int24 lower = PoolMath.nextUsableTick(tick > anchor ? tick : anchor);
        uint256 liquidity =
            PoolMath.liquidityForEth(lower, lower + PoolMath.TICK_SPACING, available);
        if (liquidity != 0) {
            BalanceDelta delta = _modifyWall(key, lower, liquidity.toInt256());
            ethPlaced = uint128(-delta.amount0());
        }
        s.wallLower = lower;
        s.wallLiquidity = liquidity.toUint128();
    }

    function _modifyWall(PoolKey memory key, int24 lower, int256 liquidityDelta)
        private
        returns (BalanceDelta delta)
    {
        (delta,) = poolManager.modifyLiquidity(
            key,
            ModifyLiquidityParams({
                tickLower: lower,
                tickUpper: lower + PoolMath.TICK_SPACING,
                liquidityDelta: liquidityDelta,
                salt: WALL_SALT
            }),
            ""
        );
    }

    function _id(PoolKey memory key) private pure returns (bytes32) {
        return keccak256(abi.encode(key));
    }
}
