// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {LaunchHook} from "contracts/src/LaunchHook.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";

/// @notice Pump the price, let the wall follow, dump into it. The attacker gets the best conditions:
/// a placed wall, a next move that others have almost paid for, no other traders, and a move
/// triggered at the best time.
///
/// The tests show, with W = ETH in the wall and D = the pool's ETH depth (the square root of starting
/// times current market cap), after fees:
///  - held for up to a minute, no size is profitable on any pool: the anchor moves by 120 ticks;
///  - where W <= fee x D, no size is profitable for any duration, even a week: moving the price by a
///    fraction costs 2 x fee x (D / 2) x fraction, the wall yields at most W x fraction;
///  - where W > fee x D (a wall that outgrew a small pool) a pump that is held openly for many
///    minutes can pay. It can never take more than the wall's own ETH.
contract BidWallAttackTest is Fixture {
    uint256 private constant PURSE = 1_000 ether;
    address private attacker = makeAddr("attacker");

    function _sizes() private pure returns (uint256[6] memory) {
        return [uint256(0.1 ether), 0.3 ether, 1 ether, 3 ether, 8 ether, 40 ether];
    }

    /// @dev A pool back near its start, 0.1 ETH in the wall and some pending.
    function _prepare(uint128 marketCap, uint16 share) private returns (LaunchToken token) {
        ILaunchpad.LaunchParams memory p = _params(share);
        p.marketCapUsdc = marketCap;
        (token,) = _launch(p, _noManager());
        uint256 lot = 1 ether * 2_000 / uint256(10_000 - share);
        while (_placed(token) == 0 || _state(token).wallPending > 0.05 ether) {
            _sell(token, _buy(token, lot) * 95 / 100);
            vm.warp(block.timestamp + 10 minutes);
        }
        while (_state(token).wallPending < 0.07 ether) {
            _sell(token, _buy(token, lot) * 95 / 100);
            vm.warp(block.timestamp + 10 minutes);
        }
    }

    /// @dev Adds pending ETH up to the point where a pump of `size` does not yet trigger the move.
    function _prefill(LaunchToken token, uint256 size) private {
        uint256 wallBps = 10_000 - _state(token).feeShareBps;
        uint256 own = size * wallBps / 1_000_000;
        uint256 target = own < 0.09999 ether ? 0.09999 ether - own : 0;
        while (_state(token).wallPending + 1e12 < target) {
            uint256 lot = (target - _state(token).wallPending) * 490_000 / wallBps;
            _sell(token, _buy(token, lot));
        }
        vm.warp(block.timestamp + 1 days);
        _buy(token, 0.0001 ether);
    }

    function _attack(LaunchToken token, uint256 size, uint256 hold) private returns (int256) {
        vm.deal(attacker, PURSE);
        _buyAs(attacker, token, size);
        vm.warp(block.timestamp + hold);
        for (uint256 i; i < 60 && _state(token).wallPending >= 0.005 ether; ++i) {
            _sellAs(attacker, token, _buyAs(attacker, token, 0.05 ether));
        }
        _sellAs(attacker, token, token.balanceOf(attacker));
        return int256(attacker.balance) - int256(PURSE);
    }

    function _assertPnl(uint128 marketCap, uint16 share, uint256[] memory holds, int256 most)
        private
    {
        LaunchToken token = _prepare(marketCap, share);
        uint256[6] memory sizes = _sizes();
        for (uint256 s; s < sizes.length; ++s) {
            for (uint256 h; h < holds.length; ++h) {
                uint256 snapshot = vm.snapshotState();
                _prefill(token, sizes[s]);
                int256 pnl = _attack(token, sizes[s], holds[h]);
                assertLe(
                    pnl,
                    most,
                    string.concat("size ", vm.toString(sizes[s]), " hold ", vm.toString(holds[h]))
                );
                vm.revertToState(snapshot);
            }
        }
    }

    function _short() private pure returns (uint256[] memory holds) {
        holds = new uint256[](4);
        holds[1] = 2;
        holds[2] = 12;
        holds[3] = 1 minutes;
    }

    function _long() private pure returns (uint256[] memory holds) {
        holds = new uint256[](5);
        holds[0] = 10 minutes;
        holds[1] = 1 hours;
        holds[2] = 6 hours;
        holds[3] = 1 days;
        holds[4] = 7 days;
    }

    function test_attack_heldForUpToAMinute_neverPays() public {
        uint256 snapshot = vm.snapshotState();
        uint128[3] memory caps = [uint128(4_000e6), 10_000e6, 100_000e6];
        for (uint256 i; i < 3; ++i) {
            _assertPnl(caps[i], 8_000, _short(), 0);
            vm.revertToState(snapshot);
            _assertPnl(caps[i], 0, _short(), 0);
            vm.revertToState(snapshot);
        }
    }

    /// @dev 100,000 USDC at 3,000 is a depth of 33 ETH, so fee x D = 0.33 ETH; the wall has 0.2.
    function test_attack_onAPoolDeeperThanItsWall_neverPaysHoweverLong() public {
        uint256 snapshot = vm.snapshotState();
        _assertPnl(100_000e6, 8_000, _long(), 0);
        vm.revertToState(snapshot);
        _assertPnl(100_000e6, 0, _long(), 0);
    }

    /// @dev 4,000 USDC is a depth of 1.3 ETH under a wall of 0.2: the documented exception.
    function test_attack_onAPoolThinnerThanItsWall_takesLessThanHalfTheWall() public {
        _assertPnl(4_000e6, 8_000, _long(), 0.1 ether);
    }

    /// @dev Why the anchor exists: without it, an attack within one block is profitable.
    function test_attack_withoutAnchor_wouldPayInTheSameBlock() public {
        LaunchToken token = _prepare(4_000e6, 8_000);
        _prefill(token, 0.3 ether);
        vm.deal(attacker, PURSE);
        _buyAs(attacker, token, 0.3 ether);
        // as if the anchor had followed at once
        (, int24 tick) = _slot0(token);
        bytes32 slot = keccak256(abi.encode(address(token), uint256(0)));
        uint256 word = uint256(vm.load(address(hook), slot));
        word = (word & ~(uint256(0xffffff) << 168)) | (uint256(uint24(tick)) << 168);
        vm.store(address(hook), slot, bytes32(word));
        assertEq(_state(token).anchorTick, tick);
        for (uint256 i; i < 60 && _state(token).wallPending >= 0.005 ether; ++i) {
            _sellAs(attacker, token, _buyAs(attacker, token, 0.05 ether));
        }
        _sellAs(attacker, token, token.balanceOf(attacker));
        assertGt(attacker.balance, PURSE);
    }
}
