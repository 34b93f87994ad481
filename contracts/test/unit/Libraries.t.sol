// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {Recipient, Shares} from "contracts/src/libraries/Shares.sol";
import {SwapFee} from "contracts/src/libraries/SwapFee.sol";
import {Test} from "forge-std/Test.sol";

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

    function testFuzz_liquidity_neverPromisesMoreThanIsPaid(int24 lower, uint256 eth) public pure {
        lower = int24(bound(lower, -5_000, 10_000)) * 60;
        eth = bound(eth, 1, 1_000 ether);
        uint256 liquidity = PoolMath.liquidityForEth(lower, lower + 60, eth);
        if (liquidity > type(uint128).max) return;
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

    function test_shares_pack_leavesNeighboursAlone() public view {
        Recipient[] memory list = new Recipient[](4);
        for (uint256 i; i < 4; ++i) {
            list[i] = Recipient(address(uint160(i + 1)), 2_500_000);
        }
        bytes memory a = this.pack(list);
        bytes memory b = this.pack(list);
        assertEq(keccak256(a), keccak256(b));
        assertEq(a.length, 96);
    }

    function test_shares_failIf_listIsWrong() public {
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
