// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {SwapRouter} from "../utils/SwapRouter.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {FeeStream} from "contracts/src/FeeStream.sol";
import {LaunchHook} from "contracts/src/LaunchHook.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {Launchpad} from "contracts/src/Launchpad.sol";
import {ILaunchHook} from "contracts/src/interfaces/ILaunchHook.sol";
import {ILaunchpad} from "contracts/src/interfaces/ILaunchpad.sol";
import {AttachConsent, IManager} from "contracts/src/interfaces/IManager.sol";
import {PoolMath} from "contracts/src/libraries/PoolMath.sol";
import {Recipient} from "contracts/src/libraries/Shares.sol";
import {
    DynamicAddressFeeSplitManager
} from "contracts/src/managers/DynamicAddressFeeSplitManager.sol";
import {ManagerFactory} from "contracts/src/managers/ManagerFactory.sol";
import {RevenueManager} from "contracts/src/managers/RevenueManager.sol";
import {SplitManagerBase} from "contracts/src/managers/SplitManagerBase.sol";
import {Test} from "forge-std/Test.sol";
import {VmSafe} from "forge-std/Vm.sol";

/// @notice Trades in several pools, waits, claims, moves streams, changes shares, payees and
/// recipients, hands places on, adopts, attaches and drops tokens, sends ETH, burns, and keeps its own ledger from the events.
contract Handler is Test {
    LaunchHook public immutable hook;
    SwapRouter public immutable router;
    FeeStream public immutable stream;
    address public immutable trader;
    address public immutable owner;

    LaunchToken[] public tokens;
    IManager[] public managers;
    address[] public people;

    mapping(LaunchToken => uint256) public fees;
    mapping(LaunchToken => uint256) public creatorFees;
    mapping(LaunchToken => uint256) public ethInPool;
    /// @dev What the wall got of the fees and has not been given, the ETH that was set aside when it was
    /// taken down, and the best price that it may pay, in tokens per ETH times 2^64.
    mapping(LaunchToken => uint256) private _wallFees;
    mapping(LaunchToken => uint256) private _aside;
    mapping(LaunchToken => uint256) private _level;
    mapping(IManager => uint256) public received;
    mapping(IManager => uint256) public paid;
    uint256 public claimedDirectly;
    uint256 public moves;
    uint256 public burned;
    uint256 public shareChanges;
    uint256 public streamMoves;
    uint256 public burns;
    mapping(bytes4 action => uint256) public calls;
    mapping(bytes4 action => uint256) public acts;
    Launchpad public pad;
    address public launcher;

    constructor(LaunchHook hook_, SwapRouter router_, address trader_, address owner_) {
        hook = hook_;
        router = router_;
        stream = hook_.feeStream();
        trader = trader_;
        owner = owner_;
    }

    function setLaunchpad(Launchpad pad_, address launcher_) external {
        pad = pad_;
        launcher = launcher_;
    }

    function addToken(LaunchToken token) external {
        tokens.push(token);
    }

    function addManager(IManager manager) external {
        managers.push(manager);
    }

    function addPerson(address person) external {
        people.push(person);
    }

    // ---------------------------------------------------------------- actions

    function buy(uint256 which, uint256 eth) external {
        LaunchToken token = tokens[which % tokens.length];
        eth = bound(eth, 1, 15 ether);
        PoolKey memory key = hook.poolKey(address(token));
        vm.deal(trader, trader.balance + eth);
        vm.recordLogs();
        vm.prank(trader);
        router.swap{value: eth}(key, true, -int256(eth));
        _record(token);
    }

    function buyExactOut(uint256 which, uint256 amount) external {
        LaunchToken token = tokens[which % tokens.length];
        amount = bound(amount, 1, 1_000_000_000e18);
        PoolKey memory key = hook.poolKey(address(token));
        if (token.balanceOf(trader) > 80_000_000_000e18) return;
        vm.deal(trader, trader.balance + 1_000 ether);
        vm.recordLogs();
        vm.prank(trader);
        router.swap{value: 1_000 ether}(key, true, int256(amount));
        _record(token);
    }

    function sell(uint256 which, uint256 part) external {
        LaunchToken token = tokens[which % tokens.length];
        uint256 amount = token.balanceOf(trader) * bound(part, 1, 100) / 100;
        if (amount == 0) return;
        PoolKey memory key = hook.poolKey(address(token));
        vm.recordLogs();
        vm.startPrank(trader);
        token.approve(address(router), amount);
        router.swap(key, false, -int256(amount));
        vm.stopPrank();
        _record(token);
    }

    function sellExactOut(uint256 which, uint256 eth) external {
        LaunchToken token = tokens[which % tokens.length];
        eth = bound(eth, 1, 1 ether);
        if (ethInPool[token] < 4 ether) return;
        PoolKey memory key = hook.poolKey(address(token));
        vm.recordLogs();
        vm.startPrank(trader);
        token.approve(address(router), type(uint256).max);
        router.swap(key, false, int256(eth));
        vm.stopPrank();
        _record(token);
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 1, 2 days));
    }

    function waitAndPoke(uint256 which) external {
        LaunchToken token = tokens[which % tokens.length];
        vm.warp(block.timestamp + 7 days);
        vm.recordLogs();
        try hook.poke(address(token)) {}
        catch (bytes memory reason) {
            assertEq(bytes4(reason), ILaunchHook.NothingPending.selector);
        }
        _record(token);
    }

    // ---------------------------------------------------------------- claims, streams, managers

    /// @dev Counts the calls of an action; `acts` counts those that changed something.
    modifier counted() {
        calls[msg.sig]++;
        _;
    }

    function claim(uint256 which) external {
        LaunchToken token = tokens[which % tokens.length];
        uint256 amount = hook.claim(address(token));
        if (!_isManager(stream.holderOf(address(token)))) claimedDirectly += amount;
    }

    function claimTo(uint256 which, uint256 who) external counted {
        LaunchToken token = _freeToken(which);
        address holder = stream.holderOf(address(token));
        _earn(token);
        address to = people[who % people.length];
        uint256 before = to.balance;
        vm.prank(holder);
        uint256 amount = stream.claimTo(address(token), to);
        assertEq(to.balance - before, amount);
        claimedDirectly += amount;
        if (amount != 0) acts[msg.sig]++;
    }

    function sync(uint256 which) external counted {
        (LaunchToken token, IManager m) = _managedToken(which);
        for (uint256 i; i < tokens.length && _unattributed(m, address(token)) == 0; ++i) {
            (token, m) = _managedToken(which % tokens.length + i);
        }
        uint256 amount = m.sync(address(token));
        received[m] += amount;
        if (amount != 0) acts[msg.sig]++;
    }

    /// @dev Pays somebody who is owed something, where there is somebody.
    function release(uint256 which, uint256 who) external counted {
        for (uint256 i; i < managers.length * people.length; ++i) {
            IManager m = managers[(which % managers.length + i / people.length) % managers.length];
            address person = people[(who % people.length + i) % people.length];
            if (m.claimable(person, new address[](0)) == 0) continue;
            paid[m] += m.release(person);
            acts[msg.sig]++;
            return;
        }
    }

    /// @dev Everything of one person in one call.
    function claimMany(uint256 who) external counted {
        address person = people[who % people.length];
        ManagerFactory.ManagerClaim[] memory claims =
            new ManagerFactory.ManagerClaim[](managers.length);
        uint256 due;
        for (uint256 i; i < managers.length; ++i) {
            address[] memory list = _tokensOf(managers[i]);
            claims[i] = ManagerFactory.ManagerClaim(address(managers[i]), list);
            uint256 part = managers[i].claimable(person, list);
            for (uint256 t; t < list.length; ++t) {
                received[managers[i]] += _unattributed(managers[i], list[t]);
            }
            paid[managers[i]] += part;
            due += part;
        }
        (uint256 all, uint256 skipped) =
            pad.managerFactory().claimMany(person, new address[](0), claims);
        assertEq(all, due);
        assertEq(skipped, 0);
        if (all != 0) acts[msg.sig]++;
    }

    function sendEth(uint256 which, uint256 eth) external counted {
        IManager manager = managers[which % managers.length];
        eth = bound(eth, 1, 1 ether);
        vm.deal(address(this), eth);
        (bool sent,) = address(manager).call{value: eth}("");
        assertTrue(sent);
        received[manager] += eth;
        acts[msg.sig]++;
    }

    /// @dev Tokens as a gift to a manager, where they stay.
    function giveTokens(uint256 which, uint256 who, uint256 part) external counted {
        LaunchToken token = _heldToken(which);
        uint256 amount = token.balanceOf(trader) * bound(part, 1, 100) / 1_000;
        vm.prank(trader);
        assertTrue(token.transfer(address(managers[who % managers.length]), amount));
        acts[msg.sig]++;
    }

    /// @dev A hundred burns of a holder.
    function burnOften(uint256 which, uint256 part) external counted {
        LaunchToken token = _heldToken(which);
        uint256 each = token.balanceOf(trader) * bound(part, 1, 10) / 10_000;
        uint256 supply = token.totalSupply();
        vm.startPrank(trader);
        for (uint256 i; i < 100; ++i) {
            token.burn(each);
        }
        vm.stopPrank();
        assertEq(supply - token.totalSupply(), 100 * each);
        burned += 100 * each;
        burns += 100;
        acts[msg.sig]++;
    }

    function changeShares(uint256 seed) external counted {
        DynamicAddressFeeSplitManager m = _dynamic();
        seed %= 2 ** 128;
        uint256 count = bound(seed, 1, people.length);
        Recipient[] memory list = new Recipient[](count);
        uint32 part = uint32(bound(seed >> 8, 1, 10_000_000 / count));
        for (uint256 i; i < count; ++i) {
            list[i] = Recipient(people[(i + seed) % people.length], part);
        }
        list[count - 1].share = uint32(10_000_000 - part * (count - 1));
        address[] memory held = m.managedTokens();
        for (uint256 i; i < held.length; ++i) {
            received[m] += _unattributed(m, held[i]);
        }
        vm.prank(m.owner());
        m.setShares(list);
        shareChanges++;
        acts[msg.sig]++;
    }

    /// @dev A recipient gives its share to somebody else, who may have one already.
    function handOnShare(uint256 which, uint256 who, uint256 to) external counted {
        IManager m = managers[which % managers.length];
        address from;
        if (m.kind() == 1) {
            from = RevenueManager(payable(address(m))).protocolRecipient();
        } else {
            Recipient[] memory list = SplitManagerBase(payable(address(m))).recipients();
            from = list[who % list.length].account;
        }
        address taker = people[to % people.length];
        if (taker == from) taker = people[(to % people.length + 1) % people.length];
        vm.prank(from);
        m.offerShare(taker);
        vm.prank(taker);
        m.acceptShare(from);
        acts[msg.sig]++;
    }

    function changeProtocolRecipient(uint256 who, uint256 which) external counted {
        RevenueManager m = RevenueManager(payable(address(managers[0])));
        address[] memory all = _tokensOf(m);
        address[] memory list = new address[](1);
        list[0] = all[which % all.length];
        received[m] += _unattributed(m, list[0]);
        vm.prank(owner);
        m.setProtocolRecipient(people[who % people.length], list);
        acts[msg.sig]++;
    }

    function changePayee(uint256 who, uint256 which) external counted {
        (LaunchToken token, IManager m) = _managedToken(which);
        received[m] += _unattributed(m, address(token));
        address to = people[who % people.length];
        vm.prank(m.payeeOf(address(token)));
        m.offerPayee(address(token), to);
        vm.prank(to);
        m.acceptPayee(address(token));
        acts[msg.sig]++;
    }

    /// @dev The moderator lets a new token in, or drops one when there are many.
    function attachOrDrop(uint256 seed) external counted {
        DynamicAddressFeeSplitManager m = _dynamic();
        address[] memory held = m.managedTokens();
        if (held.length < 4) {
            ILaunchpad.ManagerParams memory p;
            p.kind = 1;
            p.manager = address(m);
            p.consent = _consent(address(m), seed);
            _launch(p);
        } else {
            address token = held[seed % held.length];
            received[m] += _unattributed(m, token);
            vm.prank(m.owner());
            m.drop(token);
            assertEq(m.managedTokens().length, held.length - 1);
        }
        acts[msg.sig]++;
    }

    /// @dev Streams move between users; some end in the revenue manager permanently.
    function moveStream(uint256 which, uint256 who, bool intoManager) external counted {
        LaunchToken token = _freeToken(which);
        address holder = stream.holderOf(address(token));
        vm.prank(holder);
        if (intoManager) {
            stream.safeTransferFrom(holder, address(managers[0]), uint160(address(token)));
        } else {
            address to = people[who % people.length];
            stream.transferFrom(holder, to, uint160(address(token)));
        }
        streamMoves++;
        acts[msg.sig]++;
    }

    /// @dev A stream that is sent without a call back earns for its sender.
    function adopt(uint256 which, uint256 who) external counted {
        LaunchToken token = _freeToken(which);
        address holder = stream.holderOf(address(token));
        IManager m = managers[who % managers.length];
        vm.prank(holder);
        stream.transferFrom(holder, address(m), uint160(address(token)));
        _earn(token);
        vm.prank(m.kind() == 3 ? m.owner() : people[who % people.length]);
        m.adopt(address(token));
        assertEq(m.payeeOf(address(token)), holder);
        acts[msg.sig]++;
    }

    // ---------------------------------------------------------------- choices

    /// @dev A token that a manager manages; there always are some.
    function _managedToken(uint256 seed) private view returns (LaunchToken token, IManager m) {
        for (uint256 i;; ++i) {
            token = tokens[(seed % tokens.length + i) % tokens.length];
            address holder = stream.holderOf(address(token));
            m = IManager(holder);
            if (_isManager(holder) && m.payeeOf(address(token)) != address(0)) return (token, m);
        }
    }

    /// @dev A token whose stream a person holds; launches one if there is none.
    function _freeToken(uint256 seed) private returns (LaunchToken token) {
        for (uint256 i; i < tokens.length; ++i) {
            token = tokens[(seed % tokens.length + i) % tokens.length];
            if (!_isManager(stream.holderOf(address(token)))) return token;
        }
        ILaunchpad.ManagerParams memory none;
        return _launch(none);
    }

    /// @dev A token that the trader holds; buys some if there is none.
    function _heldToken(uint256 seed) private returns (LaunchToken token) {
        for (uint256 i; i < tokens.length; ++i) {
            token = tokens[(seed % tokens.length + i) % tokens.length];
            if (token.balanceOf(trader) > 1e18) return token;
        }
        _earn(token);
    }

    function _tokensOf(IManager m) private view returns (address[] memory list) {
        uint256 count;
        list = new address[](tokens.length);
        for (uint256 i; i < tokens.length; ++i) {
            if (m.payeeOf(address(tokens[i])) != address(0)) list[count++] = address(tokens[i]);
        }
        assembly ("memory-safe") {
            mstore(list, count)
        }
    }

    function _earn(LaunchToken token) private {
        PoolKey memory key = hook.poolKey(address(token));
        vm.deal(trader, trader.balance + 0.1 ether);
        vm.recordLogs();
        vm.prank(trader);
        router.swap{value: 0.1 ether}(key, true, -0.1 ether);
        _record(token);
    }

    function _launch(ILaunchpad.ManagerParams memory m) private returns (LaunchToken token) {
        ILaunchpad.LaunchParams memory p = ILaunchpad.LaunchParams({
            name: "More",
            symbol: "MORE",
            tokenURI: "ipfs://more",
            creator: people[tokens.length % people.length],
            feeShareBps: 5_000,
            marketCapUsdc: 10_000e6,
            launchId: keccak256(abi.encode("more", tokens.length)),
            startTime: 0,
            launchProtection: false,
            referralPercent: 0
        });
        vm.prank(launcher);
        (address at,) = pad.launch(p, m);
        token = LaunchToken(at);
        tokens.push(token);
    }

    /// @dev The moderator is the creator of the fixture.
    function _consent(address m, uint256 nonce) private returns (AttachConsent memory) {
        (, uint256 key) = makeAddrAndKey("creator");
        while (_dynamic().isConsentUsed(nonce)) nonce = uint256(keccak256(abi.encode(nonce)));
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("DynamicAddressFeeSplitManager"),
                keccak256("1"),
                block.chainid,
                m
            )
        );
        uint256 deadline = block.timestamp;
        bytes32 hash = keccak256(
            abi.encode(keccak256("Attach(uint256 nonce,uint256 deadline)"), nonce, deadline)
        );
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, hash)));
        return AttachConsent(nonce, deadline, abi.encodePacked(r, s, v));
    }

    // ---------------------------------------------------------------- ledger

    function _record(LaunchToken token) private {
        VmSafe.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != address(hook)) continue;
            bytes32 topic = logs[i].topics[0];
            if (topic == ILaunchHook.TokenSwap.selector) {
                (int128 eth,, uint128 fee, uint128 creatorEth,,, uint128 referralEth) = abi.decode(
                    logs[i].data, (int128, int128, uint128, uint128, uint160, int24, uint128)
                );
                fees[token] += fee;
                creatorFees[token] += creatorEth;
                _wallFees[token] += fee - creatorEth - referralEth;
                ethInPool[token] = uint256(int256(ethInPool[token]) + eth);
            } else if (topic == ILaunchHook.BidWallRepositioned.selector) {
                (uint256 placed, uint256 returned, uint256 tokensBurned, int24 lower,) =
                    abi.decode(logs[i].data, (uint256, uint256, uint256, int24, int24));
                _checkLevel(token, placed, returned, lower);
                ethInPool[token] = ethInPool[token] + placed - returned;
                moves++;
                burned += tokensBurned;
            } else if (topic == ILaunchHook.BidWallSkipped.selector) {
                revert("the wall must be able to move");
            }
        }
    }

    /// @dev At each move the wall stands below both price and anchor, and never at a better price than
    /// the mean of those at which its ETH came in.
    function _checkLevel(LaunchToken token, uint256 placed, uint256 returned, int24 lower) private {
        int24 anchor = hook.poolState(address(token)).anchorTick;
        (, int24 tick) = PoolMath.slot0(hook.poolManager(), hook.poolId(address(token)));
        int24 below = tick > anchor ? tick : anchor;
        uint256 held = returned == 0 ? _aside[token] : returned;
        uint256 fresh = _wallFees[token];
        uint256 price = PoolMath.priceX64(PoolMath.wallTick(below));
        uint256 old = _level[token];
        if (held == 0 || old < price) old = price;
        _level[token] = price + (old - price) / 2 ** 32 * (held * 2 ** 32 / (held + fresh));
        if (placed == 0) {
            _aside[token] = held + fresh;
            _wallFees[token] = 0;
            return;
        }
        assertGt(lower, below, "not below price and anchor");
        uint256 level = PoolMath.priceX64(lower);
        assertGe(level + level / 2 ** 24, _level[token], "pays more than its ETH came in at");
        _aside[token] = 0;
        _wallFees[token] = held + fresh - placed;
    }

    function _unattributed(IManager m, address token) private view returns (uint256) {
        (uint256 earned,) = hook.creatorLedger(token);
        return earned - seen(m, token);
    }

    /// @dev Lifetime payout that the manager has attributed, read from its storage.
    function seen(IManager m, address token) public view returns (uint256) {
        bytes32 slot = bytes32(uint256(keccak256(abi.encode(token, uint256(2)))) + 1);
        return uint128(uint256(vm.load(address(m), slot)));
    }

    function _dynamic() private view returns (DynamicAddressFeeSplitManager) {
        return DynamicAddressFeeSplitManager(payable(address(managers[2])));
    }

    function _isManager(address account) private view returns (bool) {
        for (uint256 i; i < managers.length; ++i) {
            if (address(managers[i]) == account) return true;
        }
        return false;
    }

    function tokenCount() external view returns (uint256) {
        return tokens.length;
    }

    function managerCount() external view returns (uint256) {
        return managers.length;
    }

    function peopleCount() external view returns (uint256) {
        return people.length;
    }
}
