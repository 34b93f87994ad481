// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {WallGrid} from "./WallGrid.t.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {WallWord} from "contracts/src/libraries/PoolWords.sol";
import {console} from "forge-std/console.sol";

/// @notice The grid of attacks on pools that were launched with protection: the wall holds the part that
/// others paid above the trading fee. The attacker begins at the opening, in the middle, in the last
/// second, at the end and a day later. It holds from nothing to a week, so that attacks begin and end on
/// both sides of the end.
contract ProtectedWallGridTest is WallGrid {
    uint256 private constant STARTS = 5;

    function _start(uint256 i) private pure returns (uint256) {
        return [1, 300, 599, 600, 1 days][i];
    }

    /// @dev Others buy from the opening on, pay for a wall, and hold, sell half or sell all.
    function _protectedPool(uint128 cap, uint16 share, uint256 start, uint256 sold)
        private
        returns (LaunchToken token)
    {
        ILaunchpad.LaunchParams memory p = _params(share);
        p.marketCapUsdc = cap * 1e6;
        p.launchProtection = true;
        (token,) = _launch(p, _noManager());
        uint256 opening = block.timestamp;
        uint256 depth = uint256(cap) * 1 ether / 3_000;
        uint256 time = start < 600 ? start : 599;
        for (uint256 i; i <= 8; ++i) {
            vm.warp(opening + time * i / 8);
            uint256 bought = _buy(token, depth * (i % 3 + 1) / 3);
            if (sold != 0 && i % 2 == 1) _sell(token, bought / 2);
        }
        if (sold == 2) _sell(token, token.balanceOf(trader) * 99 / 100);
        vm.warp(opening + start);
    }

    function _protectedGrid(uint128 cap, uint16 share) private {
        bool deep = keccak256(bytes(vm.envOr("FOUNDRY_PROFILE", string("")))) == keccak256("deep");
        uint256 step = deep ? 1 : 61;
        Best memory best = Best(type(int256).min, type(int256).min);
        uint256 clean = vm.snapshotState();
        for (uint256 kind; kind < STARTS * 3; ++kind) {
            LaunchToken token = _protectedPool(cap, share, _start(kind % STARTS), kind / STARTS);
            uint256 snapshot = vm.snapshotState();
            // The fifth way fills a batch to the brim first, which the surplus fee would overfill.
            for (uint256 point = (kind * 7) % step; point < SIZES * HOLDS * 4; point += step) {
                Best memory b =
                    _profit(token, _size(point / (HOLDS * 4)), _hold(point / 4 % HOLDS), point % 4);
                vm.revertToState(snapshot);
                if (b.outsider > best.outsider) best.outsider = b.outsider;
                if (b.creator > best.creator) best.creator = b.creator;
            }
            vm.revertToState(clean);
        }
        console.log(cap, share, vm.toString(best.outsider / 1e9), vm.toString(best.creator / 1e9));
        assertLe(best.outsider, 0, "outsider");
        // With a creator share of 100% the trading fee costs the creator nothing; see contracts/README.md.
        assertLe(best.creator, share == 10_000 ? int256(1 gwei) : int256(0), "creator");
    }

    function test_grid_100_usdc() public {
        _protectedGrid(100, 8_000);
    }

    function test_grid_4_000_usdc() public {
        _protectedGrid(4_000, 8_000);
    }

    function test_grid_1_000_000_usdc() public {
        _protectedGrid(1_000_000, 8_000);
    }

    function test_grid_allToTheWall() public {
        _protectedGrid(4_000, 0);
    }

    /// @dev The wall consists of protection only, and the creator trades without the trading fee.
    function test_grid_nothingButProtection() public {
        _protectedGrid(4_000, 10_000);
    }

    function test_grid_nothingButProtection_ofASmallPool() public {
        _protectedGrid(100, 10_000);
    }
}

/// @notice While a pool is protected, no ETH in the wall pays more for a token than any purchase so far
/// paid for one, the fee included. So nobody sells into that money at a gain.
contract ProtectedWallTheoremTest is WallGrid {
    LaunchToken private _token;
    /// @dev Tokens per ETH, times 2^64, that the cheapest purchase paid at its first wei, fee included.
    uint256 private _cheapest;

    function _tradeAt(uint256 seed) private {
        (, int24 tick) = _slot0(_token);
        address who = seed % 3 == 0 ? attacker : trader;
        uint256 part = (seed >> 16) % 1_000 + 1;
        uint256 held = _token.balanceOf(who);
        if (seed >> 8 & 3 != 0 || held == 0) {
            uint256 paidX64 =
                PoolMath.priceX64(tick) * (10_000 - hook.buyFeeBps(address(_token))) / 10_000;
            if (paidX64 > _cheapest) _cheapest = paidX64;
            _buyAs(who, _token, _size((seed >> 32) % SIZES) * part / 1_000);
        } else {
            _sellAs(who, _token, (held * part + 999) / 1_000);
        }
    }

    function _check() private view {
        ILaunchHook.PoolState memory s = _state(_token);
        if (s.wallLiquidity == 0) {
            // Its ETH comes back at its level or below.
            bytes32 slot = bytes32(uint256(keccak256(abi.encode(_token, uint256(0)))) + 1);
            WallWord w = WallWord.wrap(uint256(vm.load(address(hook), slot)));
            uint256 level = PoolMath.levelX64(w.lower(), w.below());
            if (w.amount() != 0) assertGe(level, _cheapest, "a wall that is down");
            return;
        }
        // Once a sale has touched it, a wall holds ETH at the current price at best.
        assertGe(PoolMath.priceX64(s.wallLower), _cheapest, "the wall pays more than somebody paid");
    }

    function testFuzz_wall_neverPaysMoreThanAnybodyPaid(uint256 seed) public {
        ILaunchpad.LaunchParams memory p =
            _params([uint16(0), 8_000, 10_000, 9_900][seed >> 250 & 3]);
        p.marketCapUsdc = [uint128(100e6), 4_000e6, 30_000e6, 1_000_000e6][seed >> 248 & 3];
        p.launchProtection = true;
        (_token,) = _launch(p, _noManager());
        vm.deal(attacker, 100_000 ether);
        uint256 end = block.timestamp + 600;
        for (uint256 i; i < 24; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 time = block.timestamp + [0, 0, 1, 2, 13, 60, 90, 0][seed >> 64 & 7];
            if (time >= end) return;
            vm.warp(time);
            _tradeAt(seed);
            _check();
        }
    }
}
