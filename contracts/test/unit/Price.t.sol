// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IPriceFeed} from "contracts/src/interfaces/IPriceFeed.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {BoundedEthUsdFeed} from "contracts/src/price/BoundedEthUsdFeed.sol";
import {FixedEthUsdFeed} from "contracts/src/price/FixedEthUsdFeed.sol";
import {MarketCapPrice} from "contracts/src/price/MarketCapPrice.sol";

contract SettableFeed is IPriceFeed {
    uint8 public decimals = 8;
    string public description = "ETH / USD";
    int256 public answer;
    uint256 public startedAt;
    uint256 public updatedAt;

    function set(int256 answer_, uint256 startedAt_, uint256 updatedAt_) external {
        answer = answer_;
        startedAt = startedAt_;
        updatedAt = updatedAt_;
    }

    function setDecimals(uint8 decimals_) external {
        decimals = decimals_;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, answer, startedAt, updatedAt, 1);
    }
}

contract PriceTest is Fixture {
    address private setter = makeAddr("setter");

    SettableFeed internal feed;
    SettableFeed internal sequencer;
    MarketCapPrice internal checked;

    function setUp() public override {
        super.setUp();
        feed = new SettableFeed();
        sequencer = new SettableFeed();
        feed.set(3_000e8, 0, block.timestamp);
        sequencer.set(0, block.timestamp - 1 days, block.timestamp);
        MarketCapPrice.Settings memory s = _priceSettings(feed);
        s.sequencerFeed = sequencer;
        checked = new MarketCapPrice(s);
    }

    function test_startPrice_isWithinThreeTenthsOfAPercent() public view {
        (int24 tick, uint160 sqrtPriceX96) = checked.startPrice(10_000e6, SUPPLY);
        assertEq(tick % 60, 0);
        uint256 wei_ = PoolMath.tokensToEth(SUPPLY, sqrtPriceX96);
        assertApproxEqRel(wei_, uint256(10_000 ether) / 3_000, 0.004e18);
    }

    function testFuzz_startPrice(uint256 marketCap, uint256 usd, uint8 decimals) public {
        marketCap = bound(marketCap, 100e6, 1_000_000_000e6);
        usd = bound(usd, 100, 100_000);
        decimals = uint8(bound(decimals, 0, 18));
        feed.setDecimals(decimals);
        feed.set(int256(usd * 10 ** decimals), 0, block.timestamp);
        MarketCapPrice p = new MarketCapPrice(_priceSettings(feed));
        (int24 tick, uint160 sqrtPriceX96) = p.startPrice(marketCap, SUPPLY);
        assertEq(tick % 60, 0);
        assertApproxEqRel(
            PoolMath.tokensToEth(SUPPLY, sqrtPriceX96), marketCap * 1e12 / usd, 0.00301e18
        );
    }

    function test_toWei_isExact() public view {
        assertEq(checked.toWei(3_000e6), 1 ether);
        assertEq(checked.toWei(1_000_000_000e6), uint256(1_000_000_000 ether) / 3_000);
    }

    function test_toWei_failsIf_outOfBounds() public {
        uint256 low = 100e6 - 1;
        vm.expectRevert(abi.encodeWithSelector(MarketCapPrice.MarketCapOutOfBounds.selector, low));
        checked.toWei(low);
        uint256 high = 1_000_000_000e6 + 1;
        vm.expectRevert(abi.encodeWithSelector(MarketCapPrice.MarketCapOutOfBounds.selector, high));
        checked.toWei(high);
        checked.toWei(100e6);
    }

    function _expectInvalid(int256 answer) private {
        feed.set(answer, 0, block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(MarketCapPrice.InvalidAnswer.selector, answer));
        checked.ethUsd();
    }

    function test_ethUsd_failsIf_answerIsOutOfBounds() public {
        _expectInvalid(0);
        _expectInvalid(-1);
        _expectInvalid(100e8 - 1);
        _expectInvalid(100_000e8 + 1);
        feed.set(100e8, 0, block.timestamp);
        assertEq(checked.ethUsd(), 100e8);
        feed.set(100_000e8, 0, block.timestamp);
        assertEq(checked.ethUsd(), 100_000e8);
    }

    function test_ethUsd_failsIf_stale() public {
        feed.set(3_000e8, 0, block.timestamp - 3_600);
        assertEq(checked.ethUsd(), 3_000e8);
        feed.set(3_000e8, 0, block.timestamp - 3_601);
        vm.expectRevert(
            abi.encodeWithSelector(MarketCapPrice.StaleAnswer.selector, block.timestamp - 3_601)
        );
        checked.ethUsd();
        feed.set(3_000e8, 0, block.timestamp + 1);
        vm.expectRevert(
            abi.encodeWithSelector(MarketCapPrice.StaleAnswer.selector, block.timestamp + 1)
        );
        checked.ethUsd();
    }

    function test_ethUsd_failsIf_sequencerIsDownOrRestarted() public {
        sequencer.set(1, block.timestamp - 1 days, 0);
        vm.expectRevert(MarketCapPrice.SequencerDown.selector);
        checked.ethUsd();
        sequencer.set(0, block.timestamp - 3_599, 0);
        vm.expectRevert(MarketCapPrice.SequencerGracePeriod.selector);
        checked.ethUsd();
        sequencer.set(0, 0, 0);
        vm.expectRevert(MarketCapPrice.SequencerGracePeriod.selector);
        checked.ethUsd();
        sequencer.set(0, block.timestamp - 3_600, 0);
        assertEq(checked.ethUsd(), 3_000e8);
    }

    function test_constructor_failsIf_settingsAreInvalid() public {
        for (uint256 i; i < 8; ++i) {
            MarketCapPrice.Settings memory s = _priceSettings(feed);
            if (i == 0) s.heartbeat = 0;
            if (i == 1) s.minUsd = 0;
            if (i == 2) s.maxUsd = s.minUsd - 1;
            if (i == 3) s.minMarketCapUsdc = 100e6 - 1;
            if (i == 4) s.maxMarketCapUsdc = s.minMarketCapUsdc - 1;
            if (i == 5) s.maxMarketCapUsdc = 1e15 + 1;
            if (i == 6) s.maxUsd = 1e9 + 1;
            if (i == 7) feed.setDecimals(19);
            vm.expectRevert(MarketCapPrice.InvalidSettings.selector);
            new MarketCapPrice(s);
        }
    }

    function test_fixedFeed_isNeverStale() public {
        FixedEthUsdFeed f = new FixedEthUsdFeed(2_500e8);
        vm.warp(block.timestamp + 365 days);
        (, int256 answer,, uint256 updatedAt,) = f.latestRoundData();
        assertEq(answer, 2_500e8);
        assertEq(updatedAt, block.timestamp);
        assertEq(f.decimals(), 8);
        assertEq(f.description(), "ETH / USD");
    }

    function test_boundedFeed_staysWithinItsBounds() public {
        BoundedEthUsdFeed f = new BoundedEthUsdFeed(owner, setter, 3_000e8, 2_900e8, 3_700e8);
        vm.expectRevert(abi.encodeWithSelector(BoundedEthUsdFeed.NotSetter.selector, address(this)));
        f.setAnswer(3_000e8);
        vm.startPrank(setter);
        vm.expectRevert(BoundedEthUsdFeed.TooSoon.selector);
        f.setAnswer(3_000e8);
        vm.warp(block.timestamp + 5 minutes);
        int256 last = 3_000e8;
        _expectStep(f, 3_600e8 + 1, last);
        _expectStep(f, 2_400e8 - 1, last);
        vm.expectRevert(abi.encodeWithSelector(BoundedEthUsdFeed.OutOfBounds.selector, 2_900e8 - 1));
        f.setAnswer(2_900e8 - 1);
        f.setAnswer(3_600e8);
        (uint80 round, int256 answer,, uint256 updatedAt,) = f.latestRoundData();
        assertEq(round, 2);
        assertEq(answer, 3_600e8);
        assertEq(updatedAt, block.timestamp);
        vm.warp(block.timestamp + 5 minutes);
        vm.expectRevert(abi.encodeWithSelector(BoundedEthUsdFeed.OutOfBounds.selector, 3_700e8 + 1));
        f.setAnswer(3_700e8 + 1);
        f.setAnswer(3_700e8);
    }

    function _expectStep(BoundedEthUsdFeed f, int256 answer, int256 last) private {
        vm.expectRevert(
            abi.encodeWithSelector(BoundedEthUsdFeed.StepTooLarge.selector, answer, last)
        );
        f.setAnswer(answer);
    }

    function test_boundedFeed_ownerReplacesTheSetter() public {
        BoundedEthUsdFeed f = new BoundedEthUsdFeed(owner, setter, 3_000e8, 100e8, 100_000e8);
        vm.warp(block.timestamp + 5 minutes);
        vm.prank(setter);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, setter));
        f.setSetter(address(this));
        vm.prank(owner);
        vm.expectEmit(address(f));
        emit BoundedEthUsdFeed.SetterChanged(address(this));
        f.setSetter(address(this));
        vm.prank(setter);
        vm.expectRevert(abi.encodeWithSelector(BoundedEthUsdFeed.NotSetter.selector, setter));
        f.setAnswer(3_100e8);
        f.setAnswer(3_100e8);
        vm.warp(block.timestamp + 5 minutes);
        vm.prank(owner);
        f.setAnswer(3_200e8);
        (, int256 answer,,,) = f.latestRoundData();
        assertEq(answer, 3_200e8);
    }

    function test_boundedFeed_constructor_failsIf_boundsAreInvalid() public {
        vm.expectRevert();
        new BoundedEthUsdFeed(owner, setter, 3_000e8, 0, 4_000e8);
        vm.expectRevert();
        new BoundedEthUsdFeed(owner, setter, 3_000e8, 1, type(int256).max);
        vm.expectRevert();
        new BoundedEthUsdFeed(owner, setter, 5_000e8, 1, 4_000e8);
    }

    function test_boundedFeed_decimals() public {
        BoundedEthUsdFeed f = new BoundedEthUsdFeed(owner, setter, 3_000e8, 100e8, 100_000e8);
        assertEq(new MarketCapPrice(_priceSettings(f)).ethUsd(), 3_000e8);
        assertEq(f.description(), "ETH / USD");
    }
}
