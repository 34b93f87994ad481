// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IHooks} from "@uniswap/v4-core/src/interfaces/IHooks.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {CustomRevert} from "@uniswap/v4-core/src/libraries/CustomRevert.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {BalanceDelta, toBalanceDelta} from "@uniswap/v4-core/src/types/BalanceDelta.sol";
import {Currency} from "@uniswap/v4-core/src/types/Currency.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {ModifyLiquidityParams, SwapParams} from "@uniswap/v4-core/src/types/PoolOperation.sol";
import {FeeStream} from "contracts/src/FeeStream.sol";
import {LaunchHook} from "contracts/src/LaunchHook.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {VmSafe} from "forge-std/Vm.sol";

/// @dev Calls what outsiders may not do inside an unlocked PoolManager.
contract Outsider {
    IPoolManager private immutable _manager;
    uint8 private _mode;
    PoolKey private _key;

    constructor(IPoolManager manager_) {
        _manager = manager_;
    }

    function run(uint8 mode, PoolKey memory key) external {
        _mode = mode;
        _key = key;
        _manager.unlock("");
    }

    function unlockCallback(bytes calldata) external returns (bytes memory) {
        if (_mode == 0) {
            ModifyLiquidityParams memory p = ModifyLiquidityParams(-60, 60, 1e18, 0);
            _manager.modifyLiquidity(_key, p, "");
        } else if (_mode == 1) {
            _manager.donate(_key, 1, 0, "");
        }
        return "";
    }
}

contract NoReceiver {}

contract ReenteringHolder {
    LaunchHook private immutable _hook;
    address public token;
    bool public blocked;

    constructor(LaunchHook hook_) {
        _hook = hook_;
    }

    function aim(address token_) external {
        token = token_;
    }

    receive() external payable {
        try _hook.claim(token) {}
        catch (bytes memory reason) {
            blocked =
                bytes4(reason) == ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector;
        }
    }
}

/// @dev Gives its stream away while it is paid.
contract ForwardingHolder {
    FeeStream private immutable _stream;
    address private immutable _next;
    uint256 private immutable _id;

    constructor(FeeStream stream_, address next, uint256 id) {
        _stream = stream_;
        _next = next;
        _id = id;
    }

    receive() external payable {
        _stream.transferFrom(address(this), _next, _id);
    }
}

contract LaunchHookTest is Fixture {
    LaunchToken internal token;

    function setUp() public override {
        super.setUp();
        token = _launch(8_000);
    }

    // ---------------------------------------------------------------- address and wiring

    function test_address_hasExactlyTheFlags() public view {
        assertEq(uint160(address(hook)) & 0x3FFF, 0x28EC);
    }

    function test_constructor_failsIf_addressHasOtherFlags() public {
        vm.expectRevert(ILaunchHook.InvalidHookAddress.selector);
        new LaunchHook(manager, address(pad), 100, 2, 1 ether, 0, 0);
    }

    function test_constructor_failsIf_settingsAreOutOfBounds() public {
        _expectBadSettings(_settings(0, 2, 1, 0, 0));
        _expectBadSettings(_settings(1_001, 2, 1, 0, 0));
        _expectBadSettings(_settings(100, 0, 1, 0, 0));
        _expectBadSettings(_settings(100, 1_001, 1, 0, 0));
        _expectBadSettings(_settings(100, 2, 0, 0, 0));
        _expectBadSettings(
            abi.encode(manager, address(0), uint16(100), uint24(2), uint64(1), uint16(0), uint32(0))
        );
    }

    /// @dev Between the trading fee and 80%, and falling at least as fast as the anchor can rise.
    function test_constructor_failsIf_protectionIsOutOfBounds() public {
        _expectBadSettings(_settings(100, 2, 1, 5_000, 0));
        _expectBadSettings(_settings(100, 2, 1, 0, 600));
        _expectBadSettings(_settings(100, 2, 1, 100, 1));
        _expectBadSettings(_settings(100, 2, 1, 8_001, 600));
        _expectBadSettings(_settings(100, 2, 1, 5_000, 2_451));
        _expectBadSettings(_settings(100, 2, 1, 101, 1));
    }

    function _settings(uint16 feeBps, uint24 speed, uint64 threshold, uint16 start, uint32 duration)
        private
        view
        returns (bytes memory)
    {
        return abi.encode(manager, address(pad), feeBps, speed, threshold, start, duration);
    }

    function _expectBadSettings(bytes memory args) private {
        address at = address(uint160(0xABC0000) << 16 | FLAGS);
        vm.etch(at, bytes.concat(type(LaunchHook).creationCode, args));
        (bool ok, bytes memory reason) = at.call("");
        assertFalse(ok);
        assertEq(bytes4(reason), ILaunchHook.InvalidSettings.selector);
    }

    function test_constructor_acceptsTheBounds() public {
        address at = address(uint160(0xABC0000) << 16 | FLAGS);
        _deployHookTo(at, _settings(1_000, 1_000, 1, 0, 0));
        assertEq(LaunchHook(at).feeBps(), 1_000);
        assertEq(LaunchHook(at).protectionDuration(), 0);
        at = address(uint160(0xABD0000) << 16 | FLAGS);
        _deployHookTo(at, _settings(100, 2, 1, 8_000, 3_950));
        assertEq(LaunchHook(at).protectionStartBps(), 8_000);
        at = address(uint160(0xABE0000) << 16 | FLAGS);
        _deployHookTo(at, _settings(100, 2, 1, 5_000, 2_450));
        assertEq(LaunchHook(at).protectionDuration(), 2_450);
        at = address(uint160(0xABF0000) << 16 | FLAGS);
        _deployHookTo(at, _settings(1, 1, 1, 2, 1));
        assertEq(LaunchHook(at).protectionStartBps(), 2);
    }

    function test_callbacks_failIf_callerIsNotPoolManager() public {
        PoolKey memory key = hook.poolKey(address(token));
        SwapParams memory p = SwapParams(true, -1 ether, TickMath.MIN_SQRT_PRICE + 1);
        vm.expectRevert(ILaunchHook.NotPoolManager.selector);
        hook.beforeSwap(address(this), key, p, "");
        vm.expectRevert(ILaunchHook.NotPoolManager.selector);
        hook.afterSwap(address(this), key, p, BalanceDelta.wrap(0), "");
        vm.expectRevert(ILaunchHook.NotPoolManager.selector);
        hook.unlockCallback("");
        vm.expectRevert(ILaunchHook.NotSelf.selector);
        hook.reposition(address(token), 0);
        vm.expectRevert(ILaunchHook.NotLaunchpad.selector);
        hook.register(address(1), _terms(0, 1));
    }

    function test_register_failsIf_twiceOrWithoutStartOrShareTooHigh() public {
        vm.startPrank(address(pad));
        vm.expectRevert(ILaunchHook.AlreadyRegistered.selector);
        hook.register(address(token), _terms(0, 1));
        vm.expectRevert(ILaunchHook.InvalidSettings.selector);
        hook.register(address(7), _terms(0, 0));
        vm.expectRevert(ILaunchHook.InvalidSettings.selector);
        hook.register(address(7), _terms(10_001, 1));
        ILaunchHook.Terms memory terms = _terms(0, 1);
        terms.referralPercent = 21;
        vm.expectRevert(ILaunchHook.InvalidSettings.selector);
        hook.register(address(7), terms);
    }

    function _terms(uint16 feeShareBps, uint40 startTime)
        private
        view
        returns (ILaunchHook.Terms memory)
    {
        return ILaunchHook.Terms(1, 0, creator, feeShareBps, startTime, false, 0);
    }

    function test_afterSwap_failsIf_poolIsUnknown() public {
        PoolKey memory key = hook.poolKey(address(0xdead));
        SwapParams memory p = SwapParams(true, 1, TickMath.MIN_SQRT_PRICE + 1);
        vm.prank(address(manager));
        vm.expectRevert(ILaunchHook.UnknownPool.selector);
        hook.afterSwap(address(this), key, p, toBalanceDelta(0, 1), "");
    }

    // ---------------------------------------------------------------- outsiders

    function _wrapped(bytes4 callback) private view returns (bytes memory) {
        return _wrapped(callback, abi.encodeWithSelector(ILaunchHook.OutsideLiquidity.selector));
    }

    function test_initialize_failsIf_poolIsForeign() public {
        PoolKey memory key = hook.poolKey(address(token));
        key.tickSpacing = 1;
        vm.expectRevert(_wrapped(IHooks.beforeInitialize.selector));
        manager.initialize(key, 1 << 96);
        key.tickSpacing = 60;
        key.fee = 3_000;
        vm.expectRevert(_wrapped(IHooks.beforeInitialize.selector));
        manager.initialize(key, 1 << 96);
    }

    function test_addLiquidity_failsIf_callerIsNotHook() public {
        Outsider outsider = new Outsider(manager);
        PoolKey memory key = hook.poolKey(address(token));
        vm.expectRevert(_wrapped(IHooks.beforeAddLiquidity.selector));
        outsider.run(0, key);
    }

    function test_donate_failsAlways() public {
        Outsider outsider = new Outsider(manager);
        PoolKey memory key = hook.poolKey(address(token));
        vm.expectRevert(_wrapped(IHooks.beforeDonate.selector));
        outsider.run(1, key);
    }

    // ---------------------------------------------------------------- the seed

    function test_seed_putsWholeSupplyIntoThePool() public view {
        assertEq(token.totalSupply(), SUPPLY);
        assertEq(token.balanceOf(address(manager)), SUPPLY);
        assertEq(token.balanceOf(address(hook)), 0);
        (uint160 sqrtPriceX96, int24 tick) = _slot0(token);
        assertEq(tick, _state(token).startTick);
        assertEq(sqrtPriceX96, TickMath.getSqrtPriceAtTick(tick));
        assertEq(tick % 60, 0);
    }

    // ---------------------------------------------------------------- fees of the four swap kinds

    function test_buyExactIn_takesOnePercentOfWhatIsPaid() public {
        _buy(token, 1 ether);
        assertEq(_claims(), 0.01 ether);
        assertEq(_state(token).creatorEarned, 0.008 ether);
        assertEq(_state(token).wallPending, 0.002 ether);
    }

    function test_buyExactOut_takesOnePercentOfWhatIsPaid() public {
        uint256 tokens = 5_000_000_000e18;
        uint256 paid = _buyExactOut(token, tokens);
        assertEq(token.balanceOf(trader), tokens);
        uint256 fee = _claims();
        // fee = ceil(pool input / 99), so that it is one percent of the sum
        assertEq(fee, (paid - fee + 98) / 99);
        assertApproxEqAbs(fee, paid / 100, 1);
    }

    function test_sellExactIn_takesOnePercentOfWhatThePoolGives() public {
        uint256 tokens = _buy(token, 1 ether);
        uint256 before = _claims();
        uint256 got = _sell(token, tokens / 2);
        uint256 fee = _claims() - before;
        assertEq(fee, (got + fee) / 100);
    }

    function test_sellExactOut_takesOnePercentOfWhatThePoolGives() public {
        _buy(token, 1 ether);
        uint256 before = _claims();
        uint256 balance = trader.balance;
        _sellExactOut(token, 0.3 ether);
        assertEq(trader.balance - balance, 0.3 ether);
        uint256 fee = _claims() - before;
        assertEq(fee, uint256(0.3 ether + 98) / 99);
    }

    function test_swap_emitsPoolAmounts() public {
        PoolKey memory key = hook.poolKey(address(token));
        vm.recordLogs();
        uint256 got = _buy(token, 1 ether);
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        bool found;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != ILaunchHook.TokenSwap.selector) continue;
            found = true;
            assertEq(logs[i].topics[1], keccak256(abi.encode(key)));
            assertEq(logs[i].topics[2], bytes32(uint256(uint160(address(router)))));
            (int128 eth, int128 tokens, uint128 fee, uint128 creatorEth, uint160 p, int24 tick,) = abi.decode(
                logs[i].data, (int128, int128, uint128, uint128, uint160, int24, uint128)
            );
            assertEq(eth, 0.99 ether);
            assertEq(tokens, -int256(got));
            assertEq(fee, 0.01 ether);
            assertEq(creatorEth, 0.008 ether);
            (uint160 nowP, int24 nowTick) = _slot0(token);
            assertEq(p, nowP);
            assertEq(tick, nowTick);
        }
        assertTrue(found);
    }

    function test_swap_emitsTheFeeAsHooksDo() public {
        vm.expectEmit(address(hook));
        emit ILaunchHook.HookFee(hook.poolId(address(token)), address(router), 0.01 ether, 0);
        uint256 tokens = _buy(token, 1 ether);
        vm.recordLogs();
        _sell(token, tokens / 2);
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        (uint128 fee, uint256 found) = (0, 0);
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == ILaunchHook.TokenSwap.selector) {
                (,, fee,,,,) = abi.decode(
                    logs[i].data, (int128, int128, uint128, uint128, uint160, int24, uint128)
                );
            } else if (logs[i].topics[0] == ILaunchHook.HookFee.selector) {
                assertEq(logs[i].data, abi.encode(fee, uint128(0)));
                assertEq(logs[i].topics[2], bytes32(uint256(uint160(address(router)))));
                ++found;
            }
        }
        assertGt(fee, 0);
        assertEq(found, 1);
    }

    function test_share_of100PercentGoesToCreator() public {
        LaunchToken other = _launch(10_000);
        _buy(other, 30 ether);
        assertEq(_state(other).creatorEarned, 0.3 ether);
        assertEq(_state(other).wallPending, 0);
        assertEq(_state(other).wallLiquidity, 0);
    }

    function test_share_of0PercentGoesToTheWall() public {
        LaunchToken other = _launch(0);
        _buy(other, 1 ether);
        assertEq(_state(other).creatorEarned, 0);
        assertEq(_state(other).wallPending, 0.01 ether);
        assertEq(hook.claim(address(other)), 0);
    }

    function testFuzz_fees_addUpForEverySwapKind(uint256 amount, uint16 share, uint8 kind) public {
        share = uint16(bound(share, 0, 10_000));
        LaunchToken t = _launch(share);
        uint256 tokens = _buy(t, 40 ether);
        uint256 earned = _state(t).creatorEarned;
        uint256 wall = _wallFunds(t);
        kind = kind % 4;
        if (kind == 0) _buy(t, bound(amount, 1, 500 ether));
        if (kind == 1) _buyExactOut(t, bound(amount, 1, (SUPPLY - tokens) / 2));
        if (kind == 2) _sell(t, bound(amount, 1, tokens));
        if (kind == 3) _sellExactOut(t, bound(amount, 1, 30 ether));
        uint256 creatorPart = _state(t).creatorEarned - earned;
        uint256 wallPart = _wallFunds(t) - wall;
        uint256 fee = creatorPart + wallPart;
        assertEq(creatorPart, fee * share / 10_000);
        assertEq(_claims(), _state(t).creatorEarned + _state(t).wallPending);
    }

    function _wallFunds(LaunchToken t) private view returns (uint256) {
        return uint256(_state(t).wallSpent) + _state(t).wallPending;
    }

    function testFuzz_roundTrip_neverPays(uint256 amount) public {
        amount = bound(amount, 1, 500 ether);
        uint256 tokens = _buy(token, amount);
        if (tokens == 0) return;
        uint256 got = _sell(token, tokens);
        assertLe(got, amount * 99 / 100);
    }

    // ---------------------------------------------------------------- partial fills, free moves

    function _swapTo(bool zeroForOne, int256 amount, uint160 limit) private {
        PoolKey memory key = hook.poolKey(address(token));
        vm.startPrank(trader);
        token.approve(address(router), type(uint256).max);
        router.swapTo{value: zeroForOne ? 100 ether : 0}(key, zeroForOne, amount, limit, false);
        vm.stopPrank();
    }

    function _expectPartialFill() private {
        vm.expectPartialRevert(CustomRevert.WrappedError.selector);
    }

    function test_swap_failsIf_limitCutsABuy() public {
        (uint160 p,) = _slot0(token);
        _expectPartialFill();
        this.swapTo(true, -10 ether, p - p / 100);
        _expectPartialFill();
        this.swapTo(true, 50_000_000_000e18, p - p / 100);
    }

    function test_swap_failsIf_limitCutsASell() public {
        uint256 tokens = _buy(token, 10 ether);
        (uint160 p,) = _slot0(token);
        _expectPartialFill();
        this.swapTo(false, -int256(tokens), p + p / 100);
        _expectPartialFill();
        this.swapTo(false, 5 ether, p + p / 100);
    }

    function swapTo(bool zeroForOne, int256 amount, uint160 limit) external {
        _swapTo(zeroForOne, amount, limit);
    }

    function test_swap_failsIf_itOnlyMovesThePrice() public {
        deal(address(token), trader, 1e18);
        (uint160 p,) = _slot0(token);
        _expectPartialFill();
        this.swapTo(false, -1, p + p / 2);
        _expectPartialFill();
        this.swapTo(false, -1, TickMath.MAX_SQRT_PRICE - 1);
    }

    function test_swap_failsIf_poolCannotPay() public {
        _buy(token, 1 ether);
        _expectPartialFill();
        this.swapTo(false, 2 ether, TickMath.MAX_SQRT_PRICE - 1);
    }

    function test_afterSwap_failsIf_priceLeavesThePool() public {
        // As the PoolManager would report it: a filled swap that ended above the starting tick.
        bytes32 slot = keccak256(abi.encode(hook.poolId(address(token)), uint256(6)));
        int24 tick = _state(token).startTick + 61;
        uint256 word = uint256(TickMath.getSqrtPriceAtTick(tick)) | (uint256(uint24(tick)) << 160);
        vm.store(address(manager), slot, bytes32(word));
        PoolKey memory key = hook.poolKey(address(token));
        SwapParams memory p = SwapParams(false, -1, TickMath.MAX_SQRT_PRICE - 1);
        vm.prank(address(manager));
        vm.expectRevert(ILaunchHook.BelowFloor.selector);
        hook.afterSwap(
            address(this),
            key,
            p,
            BalanceDelta.wrap(int256(uint256(uint128(type(uint128).max)))),
            ""
        );
    }

    // ---------------------------------------------------------------- opening time

    function test_swap_failsIf_beforeTheOpening() public {
        ILaunchpad.LaunchParams memory p = _params(8_000);
        p.startTime = uint64(block.timestamp + 1 hours);
        (LaunchToken t,) = _launch(p, _noManager());
        vm.warp(p.startTime - 1);
        bytes memory reason =
            abi.encodeWithSelector(ILaunchHook.NotStarted.selector, uint256(p.startTime));
        vm.expectRevert(_wrapped(IHooks.afterSwap.selector, reason));
        this.buy(t, 1 ether);
        vm.warp(p.startTime);
        assertGt(_buy(t, 1 ether), 0);
    }

    function buy(LaunchToken t, uint256 eth) external {
        _buy(t, eth);
    }

    // ---------------------------------------------------------------- claims

    function test_claim_paysTheHolderForAnyCaller() public {
        _buy(token, 10 ether);
        vm.expectEmit();
        emit ILaunchHook.FeesClaimed(address(token), creator, 0.08 ether);
        vm.prank(makeAddr("anyone"));
        assertEq(hook.claim(address(token)), 0.08 ether);
        assertEq(creator.balance, 0.08 ether);
        (uint256 earned, uint256 paid) = hook.creatorLedger(address(token));
        assertEq(earned, paid);
        assertEq(hook.claim(address(token)), 0);
        assertEq(creator.balance, 0.08 ether);
        assertEq(_claims(), _state(token).wallPending);
    }

    function test_claim_followsTheStream() public {
        _buy(token, 10 ether);
        address next = makeAddr("next");
        vm.prank(creator);
        stream.transferFrom(creator, next, uint160(address(token)));
        hook.claim(address(token));
        assertEq(next.balance, 0.08 ether);
        assertEq(creator.balance, 0);
    }

    function test_claim_ofRevertingHolderBlocksNobodyElse() public {
        LaunchToken other = _launch(8_000);
        _buy(token, 1 ether);
        _buy(other, 1 ether);
        address bad = address(new NoReceiver());
        vm.prank(creator);
        stream.transferFrom(creator, bad, uint160(address(token)));
        vm.expectRevert();
        hook.claim(address(token));
        assertEq(hook.claim(address(other)), 0.008 ether);
        assertGt(_buy(token, 1 ether), 0);
    }

    function test_claim_cannotBeReentered() public {
        LaunchToken other = _launch(8_000);
        _buy(token, 1 ether);
        _buy(other, 1 ether);
        ReenteringHolder holder = new ReenteringHolder(hook);
        holder.aim(address(other));
        vm.prank(creator);
        stream.transferFrom(creator, address(holder), uint160(address(token)));
        hook.claim(address(token));
        assertTrue(holder.blocked());
        assertEq(address(holder).balance, 0.008 ether);
    }

    /// @dev Whoever reads the logs in order counts the payment for the holder that received it.
    function test_claim_isLoggedBeforeItsHolderCanGiveTheStreamAway() public {
        _buy(token, 1 ether);
        uint256 id = uint160(address(token));
        ForwardingHolder holder = new ForwardingHolder(stream, creator, id);
        vm.prank(creator);
        stream.transferFrom(creator, address(holder), id);
        vm.recordLogs();
        hook.claim(address(token));
        assertEq(stream.ownerOf(id), creator);
        assertEq(stream.paidAtTransfer(address(token)), 0.008 ether);
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs[0].topics[0], ILaunchHook.FeesClaimed.selector);
        assertEq(logs[logs.length - 1].topics[0], keccak256("Transfer(address,address,uint256)"));
    }

    // ---------------------------------------------------------------- counters

    /// @dev Paying fees to oneself can raise the counter; that must not block trades.
    function test_earnings_mayExceedTheirCounter() public {
        uint88 all = type(uint88).max;
        vm.prank(address(hook));
        (address holder, uint256 amount) = stream.settle(address(token), all);
        assertEq(holder, creator);
        assertEq(amount, all);
        bytes32 slot = keccak256(abi.encode(address(token), uint256(0)));
        uint256 word = uint256(vm.load(address(hook), slot)) | all;
        vm.store(address(hook), slot, bytes32(word));
        _buy(token, 1 ether);
        (uint256 earned, uint256 paid) = hook.creatorLedger(address(token));
        assertEq(paid, all);
        assertEq(earned, uint256(all) + 0.008 ether);
        assertEq(hook.claim(address(token)), 0.008 ether);
        assertEq(creator.balance, 0.008 ether);
        (earned, paid) = hook.creatorLedger(address(token));
        assertEq(paid, earned);
        assertEq(_state(token).wallPending, 0.002 ether);
    }

    function test_price_returnsToTheStartWhenAllIsSold() public {
        LaunchToken t = _launch(0);
        _buy(t, 11 ether);
        _sell(t, t.balanceOf(trader));
        (, int24 tick) = _slot0(t);
        assertApproxEqAbs(tick, _state(t).startTick, 1);
        assertLe(tick, _state(t).startTick);
        assertGt(_buy(t, 1 ether), 0);
    }

    function test_views_describeThePool() public view {
        PoolKey memory key = hook.poolKey(address(token));
        assertEq(Currency.unwrap(key.currency0), address(0));
        assertEq(Currency.unwrap(key.currency1), address(token));
        assertEq(key.fee, 0);
        assertEq(key.tickSpacing, 60);
        assertEq(address(key.hooks), address(hook));
        assertEq(hook.poolId(address(token)), keccak256(abi.encode(key)));
        assertEq(hook.wallThreshold(), 0.1 ether);
    }
}
