// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {Handler} from "./Handler.sol";
import {LaunchLens} from "contracts/src/LaunchLens.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {IManager} from "contracts/src/interfaces/IManager.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {AddressFeeSplitManager} from "contracts/src/managers/AddressFeeSplitManager.sol";

/// @notice Five pools: two free streams, and one in each kind of manager. Small thresholds, so that
/// walls move often.
contract LaunchpadInvariantTest is Fixture {
    Handler internal handler;
    uint256 private constant PEOPLE = 6;

    function _wallThreshold() internal pure override returns (uint64) {
        return 0.01 ether;
    }

    function setUp() public override {
        super.setUp();
        handler = new Handler(hook, router, trader, owner);
        handler.setLaunchpad(pad, launcher);
        vm.deal(trader, 0);
        address revenue = factory.createRevenueManager(owner, _recipient(0), 2_500, 0);
        ILaunchpad.ManagerParams memory m = _noManager();
        m.kind = 1;
        m.manager = revenue;
        _add(7_777, m);
        handler.addManager(IManager(revenue));
        for (uint8 kind = 2; kind < 4; ++kind) {
            m = _noManager();
            m.kind = kind;
            m.creatorFirstBps = 1_234;
            m.recipients = _recipients(3);
            (, address at) = _add(8_000, m);
            handler.addManager(IManager(at));
        }
        _add(3_333, _noManager());
        _add(0, _noManager());
        _addProtected(8_000, 20);
        _addProtected(10_000, 5);
        for (uint256 i; i < PEOPLE; ++i) {
            handler.addPerson(_recipient(i));
        }
        handler.addPerson(creator);
        manager.setProtocolFeeController(address(handler));
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), _actions()));
    }

    /// @dev What changes prices and passes time is in the list more than once.
    function _actions() private pure returns (bytes4[] memory actions) {
        actions = new bytes4[](32);
        actions[0] = Handler.buy.selector;
        actions[1] = Handler.sell.selector;
        actions[2] = Handler.buyExactOut.selector;
        actions[3] = Handler.sellExactOut.selector;
        actions[4] = Handler.buyReferred.selector;
        actions[5] = Handler.claimReferral.selector;
        actions[6] = Handler.wait.selector;
        actions[7] = Handler.waitAMoment.selector;
        actions[8] = Handler.waitAndPoke.selector;
        actions[9] = Handler.launch.selector;
        actions[10] = Handler.claim.selector;
        actions[11] = Handler.claimTo.selector;
        actions[12] = Handler.sync.selector;
        actions[13] = Handler.release.selector;
        actions[14] = Handler.claimMany.selector;
        actions[15] = Handler.changeShares.selector;
        actions[16] = Handler.handOnShare.selector;
        actions[17] = Handler.changeProtocolRecipient.selector;
        actions[18] = Handler.changePayee.selector;
        actions[19] = Handler.attachOrDrop.selector;
        actions[20] = Handler.moveStream.selector;
        actions[21] = Handler.adopt.selector;
        actions[22] = Handler.giveEth.selector;
        actions[23] = Handler.giveTokens.selector;
        actions[24] = Handler.giveClaims.selector;
        actions[25] = Handler.burnOften.selector;
        actions[26] = Handler.setProtocolFee.selector;
        actions[27] = Handler.collectProtocolFees.selector;
        actions[28] = Handler.buy.selector;
        actions[29] = Handler.sell.selector;
        actions[30] = Handler.buyReferred.selector;
        actions[31] = Handler.waitAMoment.selector;
    }

    function _add(uint16 shareBps, ILaunchpad.ManagerParams memory m)
        private
        returns (LaunchToken token, address at)
    {
        (token, at) = _launch(_params(shareBps), m);
        handler.addToken(token);
    }

    function _addProtected(uint16 shareBps, uint8 referralPercent) private {
        ILaunchpad.LaunchParams memory p = _params(shareBps);
        (p.launchProtection, p.referralPercent) = (true, referralPercent);
        (LaunchToken token,) = _launch(p, _noManager());
        handler.addToken(token);
    }

    /// @dev One function, so that one run of the handler serves all checks.
    function invariant_accountingAgrees() public view {
        _claimsCoverWhatIsOwed();
        _lensShowsTheState();
        _feesAddUp();
        _seedLiquidityStays();
        _supplyIsAccountedFor();
        _poolManagerIsSolvent();
        _pricesStayInTheirBounds();
        _wallsWereBelowPriceAndAnchorAtTheirMoves();
        _managersAreExact();
    }

    /// @dev Claims in the PoolManager equal what the hook owes and what it was given.
    function _claimsCoverWhatIsOwed() private view {
        uint256 owed = handler.retiredPending() + handler.claimsGiven();
        for (uint256 i; i < handler.tokenCount(); ++i) {
            ILaunchHook.PoolState memory s = _state(handler.tokens(i));
            owed += uint256(s.creatorEarned) - s.creatorPaid + s.wallPending;
        }
        for (uint256 i; i < handler.peopleCount(); ++i) {
            (uint256 earned, uint256 paidOut) = hook.referralEarned(handler.people(i));
            assertEq(earned, handler.referralEarned(handler.people(i)));
            owed += earned - paidOut;
        }
        assertEq(_claims(), owed);
        assertEq(address(hook).balance, 0);
    }

    /// @dev Every field of the lens, against the hook's state, the pool and the token.
    function _lensShowsTheState() private view {
        for (uint256 i; i < handler.tokenCount(); ++i) {
            LaunchToken token = handler.tokens(i);
            ILaunchHook.PoolState memory s = _state(token);
            LaunchLens.TokenView memory v = lens.tokenView(address(token));
            LaunchLens.TokenView memory e;
            e.exists = true;
            e.poolId = hook.poolId(address(token));
            (e.sqrtPriceX96, e.tick) = _slot0(token);
            e.anchorTick = s.anchorTick;
            e.totalSupply = token.totalSupply();
            e.priceWei = PoolMath.tokensToEth(1e18, e.sqrtPriceX96);
            e.marketCapWei = PoolMath.tokensToEth(e.totalSupply, e.sqrtPriceX96);
            e.lastTrade = s.anchorTime;
            if (s.wallLiquidity != 0) {
                e.wallLower = s.wallLower;
                e.wallUpper = s.wallLower + 60;
                e.wallPlaced = PoolMath.ethToPlace(e.wallLower, e.wallUpper, s.wallLiquidity);
                (e.wallEth, e.wallTokens) = PoolMath.amountsForLiquidity(
                    e.sqrtPriceX96, e.wallLower, e.wallUpper, s.wallLiquidity
                );
            }
            e.wallPending = s.wallPending;
            e.wallThreshold = s.wallThreshold;
            e.wallLifetime = s.wallSpent + s.wallPending;
            e.progressBps = 10_000 * e.wallPending / e.wallThreshold;
            if (e.progressBps > 10_000) e.progressBps = 10_000;
            e.feeShareBps = s.feeShareBps;
            e.feeOwner = stream.holderOf(address(token));
            e.creatorEarned = s.creatorEarned;
            e.creatorPaid = stream.paid(address(token));
            e.claimable = s.creatorEarned - s.creatorPaid;
            e.buyFeeBps = uint16(hook.buyFeeBps(address(token)));
            e.protectionEnd = s.protectionEnd;
            e.referralPercent = s.referralPercent;
            assertEq(abi.encode(v), abi.encode(e));
        }
    }

    /// @dev Every wei of fees belongs to the creator, a referrer or the wall.
    function _feesAddUp() private view {
        for (uint256 i; i < handler.tokenCount(); ++i) {
            LaunchToken token = handler.tokens(i);
            ILaunchHook.PoolState memory s = _state(token);
            assertEq(s.creatorEarned, handler.creatorFees(token));
            uint256 wall = uint256(s.wallSpent) + s.wallPending;
            assertEq(wall + s.creatorEarned + handler.referralFees(token), handler.fees(token));
        }
    }

    /// @dev The seed never shrinks and, with the wall, is the pool's only liquidity.
    function _seedLiquidityStays() private view {
        for (uint256 i; i < handler.tokenCount(); ++i) {
            LaunchToken token = handler.tokens(i);
            int24 startTick = _state(token).startTick;
            bytes32 position = keccak256(
                abi.encodePacked(address(hook), PoolMath.MIN_USABLE_TICK, startTick, bytes32(0))
            );
            bytes32 pool = keccak256(abi.encode(hook.poolId(address(token)), uint256(6)));
            bytes32 slot = keccak256(abi.encode(position, uint256(pool) + 6));
            uint256 liquidity = uint256(manager.extsload(slot));
            assertEq(
                liquidity, PoolMath.liquidityForTokens(PoolMath.MIN_USABLE_TICK, startTick, SUPPLY)
            );
        }
    }

    /// @dev All tokens are in the pool, with the trader, Uniswap's, or given away; only burning reduces
    /// the supply.
    function _supplyIsAccountedFor() private view {
        uint256 supply = handler.retiredSupply();
        for (uint256 i; i < handler.tokenCount(); ++i) {
            LaunchToken token = handler.tokens(i);
            assertEq(token.balanceOf(address(hook)), handler.tokensGiven(token));
            uint256 held = token.balanceOf(address(manager)) + token.balanceOf(trader)
                + token.balanceOf(address(hook)) + token.balanceOf(handler.TREASURY());
            for (uint256 m; m < handler.managerCount(); ++m) {
                held += token.balanceOf(address(handler.managers(m)));
            }
            assertEq(held, token.totalSupply());
            supply += token.totalSupply();
        }
        uint256 count = handler.tokenCount() + handler.retired();
        assertEq(supply + handler.burned(), count * SUPPLY);
    }

    /// @dev The PoolManager has the ETH of the trades, the walls and the claims.
    function _poolManagerIsSolvent() private view {
        uint256 eth = _claims() + handler.retiredEth();
        for (uint256 i; i < handler.tokenCount(); ++i) {
            eth += handler.ethInPool(handler.tokens(i));
        }
        assertEq(address(manager).balance + handler.ethCollected(), eth);
    }

    /// @dev The price stays at or above the start.
    function _pricesStayInTheirBounds() private view {
        for (uint256 i; i < handler.tokenCount(); ++i) {
            LaunchToken token = handler.tokens(i);
            ILaunchHook.PoolState memory s = _state(token);
            (, int24 tick) = _slot0(token);
            assertLe(tick, s.startTick);
            assertLe(s.anchorTick, s.startTick);
            assertEq(s.wallLower % 60, 0);
        }
    }

    /// @dev The anchor is where the handler's own is. Whenever a wall got ETH, its upper end was below both
    /// the price and the anchor of that moment. A higher tick is a lower price.
    function _wallsWereBelowPriceAndAnchorAtTheirMoves() private view {
        for (uint256 i; i < handler.tokenCount(); ++i) {
            LaunchToken token = handler.tokens(i);
            (int24 anchor, uint256 time,,) = handler.anchors(token);
            ILaunchHook.PoolState memory s = _state(token);
            assertEq(s.anchorTick, anchor);
            assertEq(s.anchorTime, time);
            (, int256 spread) = handler.walls(token);
            assertGt(spread, 0, "a wall at or above price or anchor");
        }
    }

    /// @dev Income of managers is held by them or was paid out; nothing is stuck.
    function _managersAreExact() private view {
        for (uint256 i; i < handler.managerCount(); ++i) {
            IManager m = handler.managers(i);
            uint256 waiting;
            uint256 due;
            for (uint256 t; t < handler.tokenCount(); ++t) {
                address token = address(handler.tokens(t));
                if (m.payeeOf(token) == address(0)) continue;
                (, uint256 paidOut) = hook.creatorLedger(token);
                waiting += paidOut - handler.seen(m, token);
            }
            for (uint256 p; p < handler.peopleCount(); ++p) {
                due += m.claimable(handler.people(p), new address[](0));
            }
            uint256 balance = address(m).balance;
            assertEq(handler.received(m) + waiting, handler.paid(m) + balance);
            assertGe(balance, due + waiting);
            assertLe(balance - due - waiting, handler.peopleCount());
        }
    }

    /// @dev In a long run every action acts most of the time. The lens returns exactly what a call then
    /// pays.
    function afterInvariant() public {
        _actsMostOfTheTime(20);
        address[] memory list = new address[](handler.tokenCount());
        address[] memory held = new address[](handler.managerCount());
        for (uint256 i; i < list.length; ++i) {
            list[i] = address(handler.tokens(i));
        }
        for (uint256 i; i < held.length; ++i) {
            held[i] = address(handler.managers(i));
        }
        for (uint256 p; p < handler.peopleCount(); ++p) {
            address person = handler.people(p);
            (, uint256[] memory managed) = lens.claimable(person, list, held);
            for (uint256 i; i < held.length; ++i) {
                assertEq(IManager(held[i]).syncAndRelease(person, _managedBy(held[i])), managed[i]);
            }
        }
        for (uint256 i; i < list.length; ++i) {
            hook.claim(list[i]);
            // all holders can exit: the trader can sell everything
            uint256 all = LaunchToken(list[i]).balanceOf(trader);
            if (all != 0) _sell(LaunchToken(list[i]), all);
        }
    }

    function _managedBy(address m) private view returns (address[] memory list) {
        uint256 count;
        address[] memory all = new address[](handler.tokenCount());
        for (uint256 t; t < all.length; ++t) {
            address token = address(handler.tokens(t));
            if (IManager(m).payeeOf(token) != address(0)) all[count++] = token;
        }
        list = new address[](count);
        for (uint256 t; t < count; ++t) {
            list[t] = all[t];
        }
    }

    /// @dev Of each action that was called at least `often` times, at least 6 calls in 10 changed
    /// something; an action that does not act tests nothing.
    function _actsMostOfTheTime(uint256 often) private view {
        bytes4[] memory actions = _actions();
        for (uint256 i; i < actions.length; ++i) {
            uint256 calls = handler.calls(actions[i]);
            if (calls < often) continue;
            assertGe(handler.acts(actions[i]) * 10, calls * 6, vm.toString(actions[i]));
        }
    }

    /// @dev A random run, in which every action is called often.
    function test_handler_actsMostOfTheTime() public {
        bytes4[] memory actions = _actions();
        uint256 seed = 1;
        for (uint256 i; i < 600; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            bytes memory data = bytes.concat(
                actions[seed % actions.length], abi.encode(seed >> 8, seed >> 16, seed >> 24)
            );
            (bool done,) = address(handler).call(data);
            assertTrue(done);
        }
        for (uint256 i; i < actions.length; ++i) {
            assertGe(handler.calls(actions[i]), 8, vm.toString(actions[i]));
        }
        _actsMostOfTheTime(8);
        assertGt(handler.moves(), 20);
        assertGt(handler.burned(), 0);
        assertGt(handler.retired(), 0);
        assertGt(handler.referralsPaid(), 0);
        assertGt(handler.ethCollected(), 0);
        assertGe(handler.burns(), 800);
        AddressFeeSplitManager split = AddressFeeSplitManager(payable(address(handler.managers(1))));
        assertGt(split.accumulated(), 0);
        invariant_accountingAgrees();
        afterInvariant();
    }
}
