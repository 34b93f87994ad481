// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {console} from "forge-std/console.sol";

/// @notice Pump the price, let the wall follow, sell into it: tried with 30 sizes from 0.01 to 100 ETH,
/// eight hold times from one block to a week, five methods, on pools of every kind. The attacker gets the
/// best conditions: a wall that others paid for, a next batch that others have almost filled, and no other
/// traders. No attack may pay, neither for an outsider nor for the creator, who gets the creator share of
/// all fees back.
///
/// Checks the proof in contracts/README.md.
abstract contract WallGrid is Fixture {
    struct Best {
        int256 outsider;
        int256 creator;
    }

    uint256 internal constant SIZES = 30;
    uint256 internal constant HOLDS = 8;
    uint256 internal constant WAYS = 5;
    uint256 private constant PURSE = 100_000 ether;
    /// @dev The smallest size and the ratio of neighbours, 10,000^(1/29), in parts of 1e6.
    uint256 private constant FIRST_SIZE = 0.01 ether;
    uint256 private constant RATIO = 1_373_824;

    address internal attacker = makeAddr("attacker");

    function setUp() public override {
        super.setUp();
        vm.deal(trader, 100_000_000 ether);
    }

    function _size(uint256 i) internal pure returns (uint256 size) {
        size = FIRST_SIZE;
        for (; i != 0; --i) {
            size = size * RATIO / 1e6;
        }
    }

    function _hold(uint256 i) internal pure returns (uint256) {
        return [0, 2, 1 minutes, 3 minutes, 10 minutes, 1 hours, 1 days, 1 weeks][i];
    }

    /// @dev A pool with a wall that others paid for, at `multiple` times its start; 0: everything that
    /// its buyers held was sold again, so that it is back at its start.
    function _pool(uint128 cap, uint16 share, uint256 multiple)
        internal
        returns (LaunchToken token)
    {
        ILaunchpad.LaunchParams memory p = _params(share);
        p.marketCapUsdc = cap * 1e6;
        (token,) = _launch(p, _noManager());
        uint256 depth = uint256(cap) * 1 ether / 3_000;
        uint256 root = multiple == 0 ? 3 : _sqrt(multiple);
        uint256 bought;
        if (root > 1) bought = _buy(token, depth * (root - 1) * 100 / 99);
        uint256 lot = depth * root;
        if (lot > 20 ether) lot = 20 ether;
        for (uint256 i; i < 200 && (i < 20 || _placed(token) == 0); ++i) {
            vm.warp(block.timestamp + 1 days);
            _sell(token, _buy(token, lot * (i % 7 + 1) / 4));
        }
        if (multiple == 0) _sell(token, token.balanceOf(trader));
        vm.warp(block.timestamp + 1 days);
        _fill(token, _due(token) / 10, lot);
        assertLt(_state(token).wallPending, _due(token), "the batch of others is not placed yet");
    }

    function _sqrt(uint256 x) private pure returns (uint256 root) {
        while ((root + 1) * (root + 1) <= x) ++root;
    }

    function _due(LaunchToken token) internal view returns (uint256) {
        return _state(token).wallThreshold;
    }

    /// @dev Others trade back and forth until all but `rest` of the next batch waits.
    function _fill(LaunchToken token, uint256 rest, uint256 most) internal {
        uint256 wallBps = 10_000 - _state(token).feeShareBps;
        for (uint256 i; i < 400; ++i) {
            uint256 want = _due(token);
            uint256 have = _state(token).wallPending + rest;
            if (have + want / 1_000 >= want) {
                if (have <= want + want / 1_000) return;
                _sell(token, _buy(token, most / 8));
                continue;
            }
            uint256 lot = (want - have) * 495_000 / wallBps;
            _sell(token, _buy(token, lot < most ? lot : most));
        }
    }

    // ---------------------------------------------------------------- ways

    function _wash(LaunchToken token, uint256 times) private {
        uint256 wallBps = 10_000 - _state(token).feeShareBps;
        for (uint256 i; i < times; ++i) {
            ILaunchHook.PoolState memory s = _state(token);
            if (s.wallPending >= s.wallThreshold || wallBps == 0) {
                _sellAs(attacker, token, _buyAs(attacker, token, 0.001 ether));
                continue;
            }
            uint256 lot = (s.wallThreshold - s.wallPending) * 505_000 / wallBps + 1e9;
            _sellAs(attacker, token, _buyAs(attacker, token, lot));
        }
    }

    function _dump(LaunchToken token, uint256 pieces) internal {
        for (; pieces != 0; --pieces) {
            uint256 amount = token.balanceOf(attacker) / pieces;
            if (amount != 0) _sellAs(attacker, token, amount);
        }
    }

    /// @param way 0: at once, sold in one piece. 1: pushed over the next batch before the sale. 2: the
    /// same three times, sold in pieces. 3: climbs in pieces as the anchor does. 4: the climb
    /// leaves the batch of others waiting until the end of the hold.
    function _attack(LaunchToken token, uint256 size, uint256 hold, uint256 way) private {
        if (way == 3) {
            for (uint256 i; i < 6; ++i) {
                _buyAs(attacker, token, size / 6);
                vm.warp(block.timestamp + hold / 6);
            }
            _wash(token, 1);
            _dump(token, 6);
            return;
        }
        _buyAs(attacker, token, size);
        vm.warp(block.timestamp + hold);
        if (way != 0) _wash(token, way == 2 ? 3 : 1);
        _dump(token, way == 2 ? 4 : 1);
    }

    /// @dev Profit of one attack, for an outsider and for the creator.
    function _profit(LaunchToken token, uint256 size, uint256 hold, uint256 way)
        internal
        returns (Best memory b)
    {
        if (way == 4) _fill(token, _ownFee(token, size), 20 ether);
        vm.deal(attacker, PURSE);
        (uint256 earned,) = hook.creatorLedger(address(token));
        _attack(token, size, hold, way);
        assertEq(token.balanceOf(attacker), 0);
        b.outsider = int256(attacker.balance) - int256(PURSE);
        (uint256 now_,) = hook.creatorLedger(address(token));
        b.creator = b.outsider + int256(now_ - earned);
    }

    /// @dev What a climb of `size` adds to the next batch, so that it just does not fill it.
    function _ownFee(LaunchToken token, uint256 size) private view returns (uint256 own) {
        uint256 due = _due(token);
        own = size * (10_000 - _state(token).feeShareBps) / 1e6 + due / 500;
        if (own > due) own = due;
    }

    // ---------------------------------------------------------------- grid

    /// @dev Tries the grid on one pool: all of it with FOUNDRY_PROFILE=deep, otherwise every 31st
    /// point, starting at another offset for each pool.
    function _grid(uint128 cap, uint16 share, uint256 multiple) internal {
        bool deep = keccak256(bytes(vm.envOr("FOUNDRY_PROFILE", string("")))) == keccak256("deep");
        uint256 step = deep ? 1 : 31;
        LaunchToken token = _pool(cap, share, multiple);
        Best memory best = Best(type(int256).min, type(int256).min);
        uint256 snapshot = vm.snapshotState();
        uint256 first = (cap / 100 + multiple + share / 100) % step;
        for (uint256 point = first; point < SIZES * HOLDS * WAYS; point += step) {
            uint256 size = _size(point / (HOLDS * WAYS));
            Best memory b = _profit(token, size, _hold(point / WAYS % HOLDS), point % WAYS);
            vm.revertToState(snapshot);
            if (b.outsider > best.outsider) best.outsider = b.outsider;
            if (b.creator > best.creator) best.creator = b.creator;
        }
        string memory what = string.concat(
            vm.toString(cap),
            " USDC, creator share ",
            vm.toString(share),
            ", at ",
            vm.toString(multiple),
            " times its start: best outsider, creator (gwei) "
        );
        console.log(what, vm.toString(best.outsider / 1e9), vm.toString(best.creator / 1e9));
        assertLe(best.outsider, 0, string.concat("outsider: ", what));
        assertLe(best.creator, 0, string.concat("creator: ", what));
    }

    /// @dev 0: a dead pool.
    function _gridAtEachPrice(uint128 cap, uint16 share) internal {
        uint256[5] memory multiples = [uint256(0), 1, 4, 16, 100];
        uint256 snapshot = vm.snapshotState();
        for (uint256 i; i < multiples.length; ++i) {
            _grid(cap, share, multiples[i]);
            vm.revertToState(snapshot);
        }
    }
}

contract WallGridTest is WallGrid {
    function test_grid_100_usdc() public {
        _gridAtEachPrice(100, 8_000);
    }

    function test_grid_1_000_usdc() public {
        _gridAtEachPrice(1_000, 8_000);
    }

    function test_grid_4_000_usdc() public {
        _gridAtEachPrice(4_000, 8_000);
    }

    function test_grid_30_000_usdc() public {
        _gridAtEachPrice(30_000, 8_000);
    }

    function test_grid_1_000_000_usdc() public {
        _gridAtEachPrice(1_000_000, 8_000);
    }
}

contract WallGridOfOtherSharesTest is WallGrid {
    function test_grid_allToTheWall() public {
        _gridAtEachPrice(4_000, 0);
    }

    function test_grid_allToTheWall_ofASmallPool() public {
        _gridAtEachPrice(100, 0);
    }

    function test_grid_allToTheWall_ofALargePool() public {
        _gridAtEachPrice(1_000_000, 0);
    }

    function test_grid_littleToTheWall() public {
        _gridAtEachPrice(4_000, 9_900);
    }
}

/// @notice Random attacks: any sequence of purchases, sales and waits, with pieces of
/// any size, on pools of any kind.
contract WallSequencesTest is WallGrid {
    uint128[4] private _caps = [uint128(100), 4_000, 30_000, 1_000_000];
    uint16[4] private _shares = [uint16(0), 8_000, 9_900, 5_000];
    uint256[4] private _multiples = [uint256(0), 1, 9, 100];

    function testFuzz_attack_noSequencePays(uint256 seed) public {
        LaunchToken token =
            _pool(_caps[seed % 4], _shares[(seed >> 2) % 4], _multiples[(seed >> 4) % 4]);
        (uint256 earned,) = hook.creatorLedger(address(token));
        vm.deal(attacker, 100_000 ether);
        for (uint256 i; i < 14; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            _step(token, seed);
        }
        _dump(token, seed % 5 + 1);
        assertLe(attacker.balance, 100_000 ether, "an outsider gains");
        (uint256 now_,) = hook.creatorLedger(address(token));
        assertLe(attacker.balance + now_ - earned, 100_000 ether, "the creator gains");
    }

    function _step(LaunchToken token, uint256 seed) private {
        uint256 part = (seed >> 8) % 1_000 + 1;
        if (seed % 8 < 4) {
            _buyAs(attacker, token, _size((seed >> 32) % SIZES) * part / 1_000);
        } else if (seed % 8 < 7) {
            uint256 amount = token.balanceOf(attacker) * part / 1_000;
            if (amount != 0) _sellAs(attacker, token, amount);
        }
        if ((seed >> 64) % 2 == 0) vm.warp(block.timestamp + _hold((seed >> 72) % HOLDS));
    }
}
