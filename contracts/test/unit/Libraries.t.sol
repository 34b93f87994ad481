// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {TradeWord, TradeWords, WallWord, WallWords} from "contracts/src/libraries/PoolWords.sol";
import {Recipient, Shares} from "contracts/src/libraries/Shares.sol";
import {SwapFee} from "contracts/src/libraries/SwapFee.sol";
import {Test} from "forge-std/Test.sol";
import {SafeCastLib} from "solady/src/utils/SafeCastLib.sol";

contract LibrariesTest is Test {
    function check(Recipient[] calldata list) external {
        Shares.check(list);
    }

    function pack(Recipient[] calldata list) external pure returns (bytes memory) {
        return Shares.pack(list);
    }

    function testFuzz_nextUsableTick(int24 tick) public pure {
        tick = int24(bound(tick, -880_000, 880_000));
        int24 next = PoolMath.nextUsableTick(tick);
        assertEq(next % 60, 0);
        assertGt(next, tick);
        assertLe(next - tick, 60);
    }

    function testFuzz_nearestUsableTick(int24 tick) public pure {
        tick = int24(bound(tick, -880_000, 880_000));
        int24 nearest = PoolMath.nearestUsableTick(tick);
        assertEq(nearest % 60, 0);
        assertLe(nearest > tick ? nearest - tick : tick - nearest, 30);
    }

    function testFuzz_wallTick_isTheNextInOneWord(int24 tick) public pure {
        tick = int24(bound(tick, -880_000, 880_000));
        int24 lower = PoolMath.wallTick(tick);
        int24 next = PoolMath.nextUsableTick(tick);
        assertTrue(lower == next || lower == next + 60);
        assertEq(lower != next, PoolMath.unit(next) >> 8 != PoolMath.unit(next + 60) >> 8);
        assertEq(PoolMath.unit(lower) >> 8, PoolMath.unit(lower + 60) >> 8);
    }

    /// @dev A word of the tick bitmap covers 256 x 60 = 15,360 ticks.
    function test_wallTick_avoidsTheEdgeOfAWord() public pure {
        assertEq(PoolMath.wallTick(15_239), 15_240);
        assertEq(PoolMath.wallTick(15_240), 15_360);
        assertEq(PoolMath.wallTick(15_299), 15_360);
        assertEq(PoolMath.wallTick(15_300), 15_360);
        assertEq(PoolMath.wallTick(-61), 0);
        assertEq(PoolMath.wallTick(-120), 0);
        assertEq(PoolMath.wallTick(-121), -120);
        assertEq(PoolMath.wallTick(-181), -180);
    }

    function testFuzz_tradeWord_roundTrip(uint88 earned, uint256 pending, int24 tick, uint40 time)
        public
        pure
    {
        time = uint40(bound(time, 3, 2 ** 34 - 1));
        pending = bound(pending, 0, 2 ** 73 - 1);
        tick = int24(bound(tick, -887_272, 887_272));
        uint8 percent = uint8(earned % 21);
        TradeWord t =
            TradeWords.make(-60, 7, 10_000, true, percent).update(earned, pending, tick, time);
        for (uint256 i; i < 3; ++i) {
            assertEq(t.referralPercent(), percent);
            assertEq(t.isProtected(), i < 2);
            if (i == 1) t = t.withoutProtection();
            assertEq(t.isProtected(), i == 0);
            assertEq(t.creatorEarned(), earned);
            assertEq(t.wallPending(), pending);
            assertEq(t.anchorTick(), tick);
            assertEq(t.anchorTime(), time);
            assertEq(t.feeShareBps(), 10_000);
            assertEq(t.startTick(), -60);
            pending /= 3;
            assertEq(t.isDown(), i == 1);
            t = i == 0 ? t.withMove(pending, true) : t.withMove(0, false);
            if (i == 0) t = t.update(0, pending, tick /= 2, --time);
            else (earned, pending) = (earned, 0);
        }
    }

    function testFuzz_tradeWord_startsAsLaunched(uint40 time, uint16 share, int24 start)
        public
        pure
    {
        share = uint16(bound(share, 0, 10_000));
        time = uint40(bound(time, 1, 2 ** 34 - 1));
        start = int24(bound(start, -14_787, 14_787)) * 60;
        TradeWord t = TradeWords.make(start, time, share, time % 2 == 1, uint8(share % 21));
        assertEq(t.isProtected(), time % 2 == 1);
        assertEq(t.referralPercent(), share % 21);
        assertFalse(t.isEmpty());
        assertEq(t.anchorTick(), start);
        assertEq(t.startTick(), start);
        assertEq(t.anchorTime(), time);
        assertEq(t.feeShareBps(), share);
        assertEq(t.creatorEarned(), 0);
        assertEq(t.wallPending(), 0);
        assertTrue(WallWord.wrap(0).isEmpty() && TradeWord.wrap(0).isEmpty());
    }

    function testFuzz_wallWord_roundTrip(int24 tick, uint32 below, uint120 amount, uint88 lifetime)
        public
        pure
    {
        tick = int24(bound(tick, -14_787, 14_787)) * 60;
        WallWord w = WallWords.make(tick, below, amount, lifetime);
        assertEq(w.lower(), tick);
        assertEq(w.below(), below);
        assertEq(w.amount(), amount);
        assertEq(w.lifetime(), lifetime);
    }

    /// @dev Lower ticks of walls: never at a better price than requested, and no more than a spacing (two
    /// at the edge of a word) worse.
    function testFuzz_wallTickAt_isTheNextBelowAPrice(int24 tick, uint256 part) public pure {
        tick = int24(bound(tick, -340_000, 340_000));
        uint256 low = PoolMath.priceX64(tick);
        uint256 asked = low + bound(part, 0, PoolMath.priceX64(tick + 1) - low);
        int24 lower = PoolMath.wallTickAt(asked);
        assertEq(lower % 60, 0);
        assertGe(PoolMath.priceX64(lower) + (asked >> 40), asked);
        assertLe(lower, tick + 122);
    }

    function testFuzz_wallTickAt_ofAWallIsItself(int24 tick) public pure {
        tick = PoolMath.wallTick(int24(bound(tick, -340_000, 340_000)));
        assertEq(PoolMath.wallTickAt(PoolMath.priceX64(tick)), tick);
    }

    /// @dev A level comes back no better than it was, and very close.
    function testFuzz_level_roundTrip(int24 tick, uint256 part) public pure {
        tick = PoolMath.wallTick(int24(bound(tick, -340_000, 340_000)));
        uint256 top = PoolMath.priceX64(tick);
        uint256 level = top - bound(part, 0, top / 50);
        uint256 back = PoolMath.levelX64(tick, PoolMath.belowX32(tick, level));
        assertGe(back, level);
        assertLe(back - level, (top >> 31) + 1);
    }

    function test_wallBatch_isHalfTheWallFeeOfTheDepth() public pure {
        // 4,000 USDC at 3,000 is a depth of 1.333 ETH; at 100 times its start, ten times that
        int24 start = 249_600;
        uint256 root = TickMath.getSqrtPriceAtTick(start);
        uint256 depth = PoolMath.SUPPLY * 2 ** 96 / root * 2 ** 96 / root;
        uint256 batch = PoolMath.wallBatch(start, root, 8_000, 100, 1 ether);
        assertApproxEqRel(batch, depth / 1_000, 1e9);
        assertApproxEqRel(
            PoolMath.wallBatch(start, root / 10, 8_000, 100, 1 ether), batch * 10, 1e9
        );
        assertApproxEqRel(PoolMath.wallBatch(start, root, 0, 100, 1 ether), batch * 5, 1e9);
        assertEq(PoolMath.wallBatch(start, root, 10_000, 100, 1 ether), 0);
        assertEq(PoolMath.wallBatch(start, root, 0, 100, 7), 7);
    }

    function update(uint256 pending) external pure {
        TradeWord.wrap(0).update(0, pending, 0, 0);
    }

    function withMove(uint256 pending) external pure {
        TradeWord.wrap(0).withMove(pending, true);
    }

    function wall(uint256 below, uint256 amount, uint256 lifetime) external pure {
        WallWords.make(0, below, amount, lifetime);
    }

    /// @dev Each field takes its largest number, and one more reverts.
    function test_words_failIf_aNumberIsTooLarge() public {
        this.update(2 ** 73 - 1);
        vm.expectRevert(SafeCastLib.Overflow.selector);
        this.update(2 ** 73);
        this.withMove(2 ** 73 - 1);
        vm.expectRevert(SafeCastLib.Overflow.selector);
        this.withMove(2 ** 73);
        this.wall(2 ** 32 - 1, 2 ** 120 - 1, 2 ** 88 - 1);
        vm.expectRevert(SafeCastLib.Overflow.selector);
        this.wall(2 ** 32, 0, 0);
        vm.expectRevert(SafeCastLib.Overflow.selector);
        this.wall(0, 2 ** 120, 0);
        vm.expectRevert(SafeCastLib.Overflow.selector);
        this.wall(0, 0, 2 ** 88);
    }

    function testFuzz_fee_isExact(uint256 amount, uint16 bps) public pure {
        amount = bound(amount, 0, type(uint128).max);
        bps = uint16(bound(bps, 1, 1_000));
        uint256 gross = SwapFee.ofGross(amount, bps);
        assertLe(gross * 10_000, amount * bps);
        assertGt((gross + 1) * 10_000, amount * bps);
        uint256 net = SwapFee.onNet(amount, bps);
        assertGe(net * 10_000, (amount + net) * bps);
        if (net != 0) assertLt((net - 1) * 10_000, (amount + net - 1) * bps);
    }

    function testFuzz_split_sumsToTheWhole(uint256 amount, uint16 bps) public pure {
        amount = bound(amount, 0, type(uint128).max);
        bps = uint16(bound(bps, 0, 10_000));
        (uint256 part, uint256 rest) = SwapFee.split(amount, bps);
        assertEq(part + rest, amount);
        assertEq(part, amount * bps / 10_000);
    }

    function testFuzz_liquidity_neverExceedsWhatIsPaid(int24 lower, uint256 eth) public pure {
        lower = int24(bound(lower, -5_000, 10_000)) * 60;
        eth = bound(eth, 1, 1_000 ether);
        uint256 liquidity = PoolMath.wallLiquidity(lower, eth);
        if (liquidity > type(uint128).max) return;
        uint256 cost = PoolMath.ethToPlace(lower, lower + 60, uint128(liquidity));
        assertLe(cost, eth);
        // one part in 2^60, and what one unit of liquidity is worth
        assertGe(cost + eth / 2 ** 59 + (1 << 96) / TickMath.getSqrtPriceAtTick(lower) + 2, eth);
        (uint256 held, uint256 tokens) = PoolMath.amountsForLiquidity(
            TickMath.getSqrtPriceAtTick(lower - 60), lower, lower + 60, uint128(liquidity)
        );
        assertLe(held, eth);
        assertEq(tokens, 0);
        (held, tokens) = PoolMath.amountsForLiquidity(
            TickMath.getSqrtPriceAtTick(lower + 90), lower, lower + 60, uint128(liquidity)
        );
        assertEq(held, 0);
    }

    function testFuzz_shares_roundTrip(uint256 seed, uint256 count) public {
        count = bound(count, 1, 100);
        Recipient[] memory list = new Recipient[](count);
        uint256 left = 10_000_000;
        for (uint256 i; i < count; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 share = i == count - 1 ? left : bound(seed, 1, left - (count - i - 1));
            left -= share;
            list[i] = Recipient(address(uint160(seed)), uint32(share));
        }
        this.check(list);
        // twice: it leaves no trace in transient storage
        this.check(list);
        bytes memory packed = bytes.concat("prefix", this.pack(list));
        assertEq(packed.length, 6 + 24 * count);
        Recipient[] memory back = Shares.unpack(packed, 6);
        assertEq(abi.encode(back), abi.encode(list));
        for (uint256 i; i < count; ++i) {
            assertEq(Shares.shareOf(packed, 6, list[i].account), list[i].share);
        }
        assertEq(Shares.shareOf(packed, 6, address(1)), 0);
    }

    function test_shares_pack_keepsNeighbours() public view {
        Recipient[] memory list = new Recipient[](4);
        for (uint256 i; i < 4; ++i) {
            list[i] = Recipient(address(uint160(i + 1)), 2_500_000);
        }
        bytes memory a = this.pack(list);
        bytes memory b = this.pack(list);
        assertEq(keccak256(a), keccak256(b));
        assertEq(a.length, 96);
    }

    function test_shares_failIf_listIsInvalid() public {
        Recipient[] memory list = new Recipient[](0);
        vm.expectRevert(abi.encodeWithSelector(Shares.InvalidRecipientCount.selector, 0));
        this.check(list);
        list = new Recipient[](101);
        vm.expectRevert(abi.encodeWithSelector(Shares.InvalidRecipientCount.selector, 101));
        this.check(list);
        list = new Recipient[](2);
        list[0] = Recipient(address(1), 5_000_000);
        list[1] = Recipient(address(0), 5_000_000);
        vm.expectRevert(Shares.InvalidRecipient.selector);
        this.check(list);
        list[1] = Recipient(address(2), 0);
        vm.expectRevert(abi.encodeWithSelector(Shares.ZeroShare.selector, address(2)));
        this.check(list);
        list[1] = Recipient(address(1), 5_000_000);
        vm.expectRevert(abi.encodeWithSelector(Shares.DuplicateRecipient.selector, address(1)));
        this.check(list);
        list[1] = Recipient(address(2), 5_000_001);
        vm.expectRevert(abi.encodeWithSelector(Shares.InvalidShareSum.selector, 10_000_001));
        this.check(list);
        list[1] = Recipient(address(2), 4_999_999);
        vm.expectRevert(abi.encodeWithSelector(Shares.InvalidShareSum.selector, 9_999_999));
        this.check(list);
    }
}
