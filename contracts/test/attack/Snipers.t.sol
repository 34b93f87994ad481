// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {console} from "forge-std/console.sol";

/// @notice Seeded strategies of snipers in the same market twice: with launch protection and without.
///
/// A sniper buys from the first second on, in up to ten purchases by as many wallets over up to fifteen
/// blocks of two seconds. It sells everything after at most an hour. 10 or 100 followers arrive within that
/// hour, most of them early. Each has a budget and a maximum price, the fee included: between half and
/// twice the starting price. On one arrival in four, an earlier buyer sells instead. Each strategy meets
/// several such crowds; its expected profit is the mean.
///
/// contracts/README.md lists the limits of this model.
contract SnipersTest is Fixture {
    struct Strategy {
        uint256 size;
        uint256 wallets;
        uint256 blocks;
        uint256 hold;
        uint256 followers;
    }

    struct Sums {
        uint256 profitable;
        uint256 profitablePlain;
        int256 total;
        int256 totalPlain;
        int256 best;
        int256 bestPlain;
    }

    uint256 private constant CROWDS = 3;
    uint256 private constant HOUR = 1 hours;
    /// @dev ETH that the pool's liquidity represents at the starting price.
    uint256 private constant DEPTH = uint256(4_000 ether) / 3_000;

    LaunchToken private _protected;
    LaunchToken private _plain;
    uint256 private _opening;
    uint160 private _startRoot;
    /// @dev Steps of the crowd under way.
    uint256 private _next;
    uint256 private _arrived;

    function setUp() public override {
        super.setUp();
        ILaunchpad.LaunchParams memory p = _params(8_000);
        p.marketCapUsdc = 4_000e6;
        (_plain,) = _launch(p, _noManager());
        p = _params(8_000);
        p.marketCapUsdc = 4_000e6;
        p.launchProtection = true;
        (_protected,) = _launch(p, _noManager());
        _opening = block.timestamp;
        (_startRoot,) = _slot0(_plain);
    }

    function _strategy(uint256 seed) private pure returns (Strategy memory s) {
        s.size = 0.01 ether;
        // 0.01 to 10 ETH, even in the logarithm
        for (uint256 i = (seed >> 8) % 31; i != 0; --i) {
            s.size = s.size * 1_258_925 / 1e6;
        }
        s.wallets = (seed >> 16) % 10 + 1;
        s.blocks = (seed >> 24) % 15 + 1;
        s.hold =
            [uint256(2), 30, 2 minutes, 5 minutes, 10 minutes, 20 minutes, HOUR][(seed >> 32) % 7];
        s.followers = (seed >> 40) % 4 == 0 ? 100 : 10;
    }

    function _wallet(uint256 i) private pure returns (address) {
        return address(uint160(0x51A9E0000 + i));
    }

    function _follower(uint256 i) private pure returns (address) {
        return address(uint160(0xF0110000 + i));
    }

    /// @dev Simulates all arrivals before `time` (seconds after the opening).
    function _arrive(
        LaunchToken token,
        Strategy memory s,
        uint256 crowd,
        uint256 time,
        uint256 most
    ) private {
        while (_arrived < s.followers) {
            uint256 seed = uint256(keccak256(abi.encode(crowd, _arrived)));
            // squared: half of them within the first quarter
            uint256 part = (_arrived * 1_000 + seed % 1_000) / s.followers;
            uint256 at = HOUR * part * part / 1e6;
            if (at >= time) return;
            if (block.timestamp < _opening + at) vm.warp(_opening + at);
            uint256 seller = _arrived == 0 ? 0 : (seed >> 16) % _arrived;
            uint256 held = token.balanceOf(_follower(seller));
            if ((seed >> 32) % 4 == 0 && held != 0) _sellAs(_follower(seller), token, held);
            else _follow(token, seed >> 64, s.followers, most);
            ++_arrived;
        }
    }

    /// @dev Buys with its budget, or as much as its price allows.
    /// @param most Maximum price of all followers, in parts of 1,000 of the starting price; the minimum is
    /// a quarter of it.
    function _follow(LaunchToken token, uint256 seed, uint256 crowd, uint256 most) private {
        uint256 budget = (0.02 ether + seed % 0.18 ether) * 10 / crowd;
        if (crowd == 100) budget *= 3;
        uint256 limit = most / 4 + (seed >> 80) % (most * 3 / 4);
        uint256 fee = hook.buyFeeBps(address(token));
        uint256 root = _sqrt(limit * (10_000 - fee) * 1e9);
        (uint160 now_,) = _slot0(token);
        // 1e8 times the square root of the price over the starting price
        uint256 have = uint256(_startRoot) * 1e8 / now_;
        if (root <= have) return;
        uint256 eth = DEPTH * (root - have) / 1e8 * 10_000 / (10_000 - fee);
        if (eth > budget) eth = budget;
        if (eth < 1e12) return;
        address who = _follower(_arrived);
        vm.deal(who, eth);
        _buyAs(who, token, eth);
    }

    function _sqrt(uint256 x) private pure returns (uint256 y) {
        y = x;
        for (uint256 z = x / 2 + 1; z < y; z = (x / z + z) / 2) {
            y = z;
        }
    }

    function _profit(LaunchToken token, Strategy memory s, uint256 crowd, uint256 most)
        private
        returns (int256)
    {
        _arrived = 0;
        uint256 piece = s.size / s.wallets;
        uint256 time;
        for (uint256 i; i < s.wallets; ++i) {
            time = 2 * (i % s.blocks);
            if (s.wallets > s.blocks) time = 2 * (i * s.blocks / s.wallets);
            _arrive(token, s, crowd, time, most);
            if (block.timestamp < _opening + time) vm.warp(_opening + time);
            vm.deal(_wallet(i), piece);
            _buyAs(_wallet(i), token, piece);
        }
        time = time + s.hold > HOUR ? HOUR : time + s.hold;
        _arrive(token, s, crowd, time, most);
        vm.warp(_opening + time);
        uint256 got;
        for (uint256 i; i < s.wallets; ++i) {
            uint256 held = token.balanceOf(_wallet(i));
            if (held != 0) _sellAs(_wallet(i), token, held);
            got += _wallet(i).balance;
        }
        return int256(got) - int256(piece * s.wallets);
    }

    /// @dev A call of its own, because memory is freed by the end of a call only.
    function profit(LaunchToken token, Strategy memory s, uint256 crowd, uint256 most)
        external
        returns (int256)
    {
        return _profit(token, s, crowd, most);
    }

    function _expected(LaunchToken token, Strategy memory s, uint256 seed, uint256 most)
        private
        returns (int256 sum)
    {
        for (uint256 crowd; crowd < CROWDS; ++crowd) {
            uint256 snapshot = vm.snapshotState();
            sum += this.profit(token, s, uint256(keccak256(abi.encode(seed, crowd))), most);
            vm.revertToStateAndDelete(snapshot);
        }
        sum /= int256(CROWDS);
    }

    function _simulate(uint256 first, uint256 count, uint256 most)
        private
        returns (Sums memory sums)
    {
        (sums.best, sums.bestPlain) = (type(int256).min, type(int256).min);
        for (uint256 i = first; i < first + count; ++i) {
            uint256 seed = uint256(keccak256(abi.encode("sniper", i)));
            Strategy memory s = _strategy(seed);
            int256 guarded = _expected(_protected, s, seed, most);
            int256 plain = _expected(_plain, s, seed, most);
            if (guarded > 0) ++sums.profitable;
            if (plain > 0) ++sums.profitablePlain;
            sums.total += guarded;
            sums.totalPlain += plain;
            if (guarded > sums.best) sums.best = guarded;
            if (plain > sums.bestPlain) sums.bestPlain = plain;
        }
        console.log(
            string.concat(
                vm.toString(count),
                " strategies, followers pay up to ",
                vm.toString(most),
                " / 1000 of the start"
            )
        );
        _print(
            "  protected: profitable, mean, best (gwei)",
            sums.profitable,
            sums.total,
            sums.best,
            count
        );
        _print(
            "  without:   profitable, mean, best (gwei)",
            sums.profitablePlain,
            sums.totalPlain,
            sums.bestPlain,
            count
        );
    }

    function _print(string memory what, uint256 count, int256 total, int256 best, uint256 of_)
        private
        pure
    {
        console.log(what, count, vm.toString(total / int256(of_) / 1e9), vm.toString(best / 1e9));
    }

    /// @dev 40 strategies in five parts; SNIPERS=1000 for all. In parts because the state of a test grows
    /// with every transaction.
    function _part(uint256 part) private {
        uint256 count = vm.envOr("SNIPERS", uint256(40)) / 5;
        Sums memory sums = _simulate(part * count, count, 2_000);
        assertEq(sums.profitable, 0, "a sniper gains in spite of protection");
        assertLe(sums.best, 0);
        // Without protection, strategies that are not too large for the pool gain.
        assertGt(sums.profitablePlain, count / 8, "without protection sniping must pay");
        assertGt(sums.bestPlain, 0.001 ether);
    }

    function test_snipers_gainNothing_1() public {
        _part(0);
    }

    function test_snipers_gainNothing_2() public {
        _part(1);
    }

    function test_snipers_gainNothing_3() public {
        _part(2);
    }

    function test_snipers_gainNothing_4() public {
        _part(3);
    }

    function test_snipers_gainNothing_5() public {
        _part(4);
    }

    /// @dev A limit of the model: with followers who pay a multiple of the price in the first second,
    /// sniping pays again. Protection makes being first twice as expensive, not impossible.
    function test_snipers_gainWhereFollowersPayFarMore() public {
        Sums memory sums = _simulate(0, vm.envOr("SNIPERS", uint256(40)) / 5, 16_000);
        assertGt(sums.profitable, 0);
        assertLt(sums.total, sums.totalPlain);
    }
}
