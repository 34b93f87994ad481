// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {SwapRouter} from "../utils/SwapRouter.sol";
import {Ledger} from "./Ledger.sol";
import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {SqrtPriceMath} from "@uniswap/v4-core/src/libraries/SqrtPriceMath.sol";
import {Currency} from "@uniswap/v4-core/src/types/Currency.sol";
import {LaunchHook} from "contracts/src/LaunchHook.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
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

/// @notice Launches at varied market caps, trades in several pools, waits, claims, moves streams, changes
/// shares, payees and recipients, transfers positions, adopts, attaches and drops tokens, gives ETH, tokens
/// and claims away, burns, and switches Uniswap's own fee on and off. Each action looks for a state in
/// which it changes something, and creates one if there is none.
contract Handler is Ledger, IUnlockCallback {
    uint256 private constant MAX_PROTOCOL_FEE = 1_000;
    /// @dev Receives what the PoolManager keeps for Uniswap.
    address public constant TREASURY = address(0x7ea5);

    uint256 public shareChanges;
    uint256 public streamMoves;
    uint256 public burns;
    /// @dev Claims that were given to the hook, and Uniswap's fee that was collected.
    uint256 public claimsGiven;
    uint256 public ethCollected;
    mapping(LaunchToken => uint256) public tokensGiven;
    mapping(bytes4 action => uint256) public calls;
    mapping(bytes4 action => uint256) public acts;

    /// @dev Counts the calls of an action; `acts` counts those that changed something.
    modifier counted() {
        calls[msg.sig]++;
        _;
    }

    constructor(LaunchHook hook_, SwapRouter router_, address trader_, address owner_)
        Ledger(hook_, router_, trader_, owner_)
    {}

    function _acted(bool changed) private {
        if (changed) acts[msg.sig]++;
    }

    // ---------------------------------------------------------------- trades

    function buy(uint256 which, uint256 eth) external counted {
        LaunchToken token = _token(which);
        uint256 before = token.balanceOf(trader);
        _buy(token, bound(eth, 1, 15 ether), "");
        _acted(token.balanceOf(trader) != before);
    }

    function buyExactOut(uint256 which, uint256 amount) external counted {
        LaunchToken token = _token(which);
        amount = bound(amount, 1, _tokensInPool(token) / 20);
        uint256 before = token.balanceOf(trader);
        _buyExactOut(token, amount);
        assertEq(token.balanceOf(trader) - before, amount);
        _acted(true);
    }

    function sell(uint256 which, uint256 part) external counted {
        LaunchToken token = _heldToken(which);
        uint256 amount = token.balanceOf(trader) * bound(part, 1, 100) / 100;
        uint256 before = trader.balance;
        _sell(token, -int256(amount));
        _acted(trader.balance != before);
    }

    /// @dev At most 90% of what the trader's tokens fetch without the wall.
    function sellExactOut(uint256 which, uint256 eth) external counted {
        LaunchToken token = _heldToken(which);
        (uint160 price, uint128 liquidity) = _seed(token);
        uint256 later = price + (token.balanceOf(trader) << 96) / liquidity;
        uint256 most =
            SqrtPriceMath.getAmount0Delta(price, uint160(later), liquidity, false) * 9 / 10;
        if (most == 0) return;
        eth = bound(eth, 1, most);
        uint256 before = trader.balance;
        _sell(token, int256(eth));
        assertEq(trader.balance - before, eth);
        _acted(true);
    }

    function buyReferred(uint256 which, uint256 eth, uint256 who) external counted {
        uint256 before = _buyReferred(which, bound(eth, 1e6, 15 ether), who);
        _acted(before != 0);
    }

    function claimReferral(uint256 who) external counted {
        address referrer = people[who % people.length];
        for (uint256 i; i < people.length && _referralDue(referrer) == 0; ++i) {
            referrer = people[(who % people.length + i) % people.length];
        }
        if (_referralDue(referrer) == 0) _buyReferred(who, 0.1 ether, who);
        if (_referralDue(referrer) == 0) referrer = people[who % people.length];
        (uint256 earned, uint256 paidOut) = hook.referralEarned(referrer);
        assertEq(earned, referralEarned[referrer]);
        uint256 before = referrer.balance;
        uint256 amount = hook.claimReferral(referrer);
        assertEq(amount, earned - paidOut);
        assertEq(referrer.balance - before, amount);
        referralsPaid += amount;
        _acted(amount != 0);
    }

    function waitAMoment(uint256 time) external counted {
        vm.warp(block.timestamp + bound(time, 1, 2 minutes));
        _acted(true);
    }

    function wait(uint256 time) external counted {
        vm.warp(block.timestamp + bound(time, 1, 2 days));
        _acted(true);
    }

    function waitAndPoke(uint256 which) external counted {
        LaunchToken token = _token(which);
        for (uint256 i; i < tokens.length && _pending(token) == 0; ++i) {
            token = _token(which % tokens.length + i);
        }
        if (_pending(token) == 0) _earn(token = tokens[0]);
        vm.warp(block.timestamp + 7 days);
        uint256 before = moves;
        _poke(token);
        _acted(moves != before);
    }

    // ---------------------------------------------------------------- launches

    /// @dev At any market cap, with and without protection, referral and delay; every fourth in the
    /// revenue manager.
    function launch(uint256 seed) external counted {
        ILaunchpad.ManagerParams memory m;
        if (seed % 4 == 0) (m.kind, m.manager) = (1, address(managers[0]));
        ILaunchpad.LaunchParams memory p = _params();
        p.marketCapUsdc = [uint128(100e6), 1_000e6, 4_000e6, 30_000e6, 1_000_000e6][(seed >> 8) % 5];
        p.feeShareBps = [uint16(0), 3_333, 5_000, 8_000, 10_000][(seed >> 16) % 5];
        p.launchProtection = (seed >> 24) % 2 == 0;
        p.referralPercent = uint8((seed >> 32) % 21);
        if ((seed >> 40) % 4 == 0) p.startTime = uint64(block.timestamp + (seed >> 48) % 1 days);
        LaunchToken token = _launch(p, m);
        if (p.startTime > block.timestamp) vm.warp(p.startTime);
        vm.warp(block.timestamp + (seed >> 64) % 300);
        _earn(token);
        _acted(true);
    }

    // ---------------------------------------------------------------- claims, streams, managers

    function claim(uint256 which) external counted {
        LaunchToken token = _token(which);
        for (uint256 i; i < tokens.length && _unclaimed(token) == 0; ++i) {
            token = _token(which % tokens.length + i);
        }
        if (_unclaimed(token) == 0) _earn(token = tokens[0]);
        uint256 amount = hook.claim(address(token));
        if (!_isManager(stream.holderOf(address(token)))) claimedDirectly += amount;
        _acted(amount != 0);
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
        _acted(amount != 0);
    }

    function sync(uint256 which) external counted {
        (LaunchToken token, IManager m) = _managedToken(which);
        for (uint256 i; i < tokens.length && _unattributed(m, address(token)) == 0; ++i) {
            (token, m) = _managedToken(which % tokens.length + i);
        }
        if (_unattributed(m, address(token)) == 0) _earn(token = tokens[0]);
        m = IManager(stream.holderOf(address(token)));
        uint256 amount = m.sync(address(token));
        received[m] += amount;
        _acted(amount != 0);
    }

    /// @dev Pays an account that is owed something.
    function release(uint256 which, uint256 who) external counted {
        if (!_isAnythingDue()) {
            _earn(tokens[0]);
            received[managers[0]] += managers[0].sync(address(tokens[0]));
        }
        for (uint256 i; i < managers.length * people.length; ++i) {
            IManager m = managers[(which % managers.length + i / people.length) % managers.length];
            address person = people[(who % people.length + i) % people.length];
            if (m.claimable(person, new address[](0)) == 0) continue;
            paid[m] += m.release(person);
            _acted(true);
            return;
        }
    }

    /// @dev Everything of one person in one call.
    function claimMany(uint256 who) external counted {
        address person = people[who % people.length];
        address payee = managers[0].payeeOf(address(tokens[0]));
        // Every other call for an account that certainly earned.
        if (who % 2 == 0) _earn(tokens[0]);
        if (who % 2 == 0) person = payee;
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
        _acted(all != 0);
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
        _acted(true);
    }

    /// @dev A recipient transfers its share to another account, which may have one already.
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
        _acted(true);
    }

    function changeProtocolRecipient(uint256 who, uint256 which) external counted {
        RevenueManager m = RevenueManager(payable(address(managers[0])));
        address[] memory all = _tokensOf(m);
        address[] memory list = new address[](1);
        list[0] = all[which % all.length];
        received[m] += _unattributed(m, list[0]);
        address to = people[who % people.length];
        if (to == m.protocolRecipient()) to = people[(who % people.length + 1) % people.length];
        vm.prank(owner);
        m.setProtocolRecipient(to, list);
        assertEq(m.protocolRecipient(), to);
        _acted(true);
    }

    function changePayee(uint256 who, uint256 which) external counted {
        (LaunchToken token, IManager m) = _managedToken(which);
        received[m] += _unattributed(m, address(token));
        address from = m.payeeOf(address(token));
        address to = people[who % people.length];
        vm.prank(from);
        m.offerPayee(address(token), to);
        vm.prank(to);
        m.acceptPayee(address(token));
        _acted(to != from);
    }

    /// @dev The moderator attaches a new token, or drops one when there are many.
    function attachOrDrop(uint256 seed) external counted {
        DynamicAddressFeeSplitManager m = _dynamic();
        address[] memory held = m.managedTokens();
        if (held.length < 4) {
            ILaunchpad.ManagerParams memory p;
            p.kind = 1;
            p.manager = address(m);
            p.consent = _consent(address(m), seed);
            _launch(_params(), p);
        } else {
            address token = held[seed % held.length];
            received[m] += _unattributed(m, token);
            vm.prank(m.owner());
            m.drop(token);
            assertEq(m.managedTokens().length, held.length - 1);
        }
        _acted(true);
    }

    /// @dev Streams move between users; some end in the revenue manager permanently.
    function moveStream(uint256 which, uint256 who, uint256 into) external counted {
        LaunchToken token = _freeToken(which);
        address holder = stream.holderOf(address(token));
        address to = into % 4 == 0 ? address(managers[0]) : people[who % people.length];
        if (to == holder) to = people[(who % people.length + 1) % people.length];
        vm.prank(holder);
        if (into % 4 == 0) stream.safeTransferFrom(holder, to, uint160(address(token)));
        else stream.transferFrom(holder, to, uint160(address(token)));
        assertEq(stream.holderOf(address(token)), to);
        streamMoves++;
        _acted(true);
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
        _acted(true);
    }

    // ---------------------------------------------------------------- gifts, burns, Uniswap's fee

    function giveEth(uint256 which, uint256 eth) external counted {
        IManager manager = managers[which % managers.length];
        eth = bound(eth, 1, 1 ether);
        vm.deal(address(this), eth);
        (bool sent,) = address(manager).call{value: eth}("");
        assertTrue(sent);
        received[manager] += eth;
        _acted(true);
    }

    /// @dev Tokens as a gift to a manager or to the hook, where they stay.
    function giveTokens(uint256 which, uint256 who, uint256 part) external counted {
        LaunchToken token = _heldToken(which);
        uint256 amount = token.balanceOf(trader) * bound(part, 1, 100) / 1_000;
        bool toHook = who % 4 == 3;
        if (toHook) tokensGiven[token] += amount;
        vm.prank(trader);
        assertTrue(token.transfer(toHook ? address(hook) : address(managers[who % 3]), amount));
        _acted(amount != 0);
    }

    /// @dev ETH claims in the PoolManager as a gift to the hook, where they stay.
    function giveClaims(uint256 eth) external counted {
        eth = bound(eth, 1, 1 ether);
        vm.deal(address(this), eth);
        hook.poolManager().unlock(abi.encode(eth));
        claimsGiven += eth;
        _acted(true);
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        IPoolManager manager = hook.poolManager();
        assertEq(msg.sender, address(manager));
        uint256 eth = abi.decode(data, (uint256));
        manager.settle{value: eth}();
        manager.mint(address(hook), 0, eth);
        return "";
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
        _acted(each != 0);
    }

    /// @dev Uniswap's own fee of a pool: nothing to 0.1% of what goes in, for each direction.
    function setProtocolFee(uint256 which, uint256 buys, uint256 sells) external counted {
        LaunchToken token = _token(which);
        uint256 fee = buys % (MAX_PROTOCOL_FEE + 1) | sells % (MAX_PROTOCOL_FEE + 1) << 12;
        hook.poolManager().setProtocolFee(hook.poolKey(address(token)), uint24(fee));
        uint256 before = _accrued(address(0)) + _accrued(address(token));
        _earn(token);
        _sell(token, -int256(token.balanceOf(trader)));
        _acted(fee == 0 || _accrued(address(0)) + _accrued(address(token)) != before);
    }

    /// @dev Of ETH and of one token.
    function collectProtocolFees(uint256 which) external counted {
        LaunchToken token = _token(which);
        if (_accrued(address(0)) == 0) {
            hook.poolManager().setProtocolFee(hook.poolKey(address(token)), 1_000);
            _earn(token);
        }
        uint256 eth = _collect(address(0));
        assertEq(TREASURY.balance, ethCollected + eth);
        ethCollected += eth;
        _collect(address(token));
        _acted(eth != 0);
    }

    function _accrued(address currency) private view returns (uint256) {
        return hook.poolManager().protocolFeesAccrued(Currency.wrap(currency));
    }

    function _collect(address currency) private returns (uint256 amount) {
        amount = _accrued(currency);
        hook.poolManager().collectProtocolFees(TREASURY, Currency.wrap(currency), 0);
    }

    // ---------------------------------------------------------------- choices

    function _token(uint256 seed) private view returns (LaunchToken) {
        return tokens[seed % tokens.length];
    }

    /// @dev Price of a pool and the liquidity that it was launched with.
    function _seed(LaunchToken token) private view returns (uint160 price, uint128 liquidity) {
        (price,) = _slot0(token);
        int24 start = hook.poolState(address(token)).startTick;
        uint256 supply = pad.SUPPLY();
        liquidity = uint128(PoolMath.liquidityForTokens(PoolMath.MIN_USABLE_TICK, start, supply));
    }

    /// @dev Without the wall, and without what the PoolManager holds for Uniswap and as claims.
    function _tokensInPool(LaunchToken token) private view returns (uint256 amount) {
        (uint160 price, uint128 liquidity) = _seed(token);
        int24 start = hook.poolState(address(token)).startTick;
        (, amount) = PoolMath.amountsForLiquidity(price, PoolMath.MIN_USABLE_TICK, start, liquidity);
    }

    /// @dev A token that a manager manages; there always are some.
    function _managedToken(uint256 seed) private view returns (LaunchToken token, IManager m) {
        for (uint256 i;; ++i) {
            token = _token(seed % tokens.length + i);
            address holder = stream.holderOf(address(token));
            m = IManager(holder);
            if (_isManager(holder) && m.payeeOf(address(token)) != address(0)) return (token, m);
        }
    }

    /// @dev A token with a creator share whose stream a person holds; launches one if there is none.
    function _freeToken(uint256 seed) private returns (LaunchToken token) {
        for (uint256 i; i < tokens.length; ++i) {
            token = _token(seed % tokens.length + i);
            if (
                !_isManager(stream.holderOf(address(token)))
                    && hook.poolState(address(token)).feeShareBps != 0
            ) return token;
        }
        ILaunchpad.ManagerParams memory none;
        return _launch(_params(), none);
    }

    /// @dev A token that the trader holds; buys some if there is none.
    function _heldToken(uint256 seed) private returns (LaunchToken token) {
        for (uint256 i; i < tokens.length; ++i) {
            token = _token(seed % tokens.length + i);
            if (token.balanceOf(trader) > 1e18) return token;
        }
        _earn(token);
    }

    /// @dev In a pool that pays referrers; launches one if there is none.
    /// @return earned What the referrer earned.
    function _buyReferred(uint256 which, uint256 eth, uint256 who)
        private
        returns (uint256 earned)
    {
        LaunchToken token = _referringToken(which);
        address referrer = people[who % people.length];
        uint256 before = referralFees[token];
        _buy(token, eth, who >> 128 & 1 == 0 ? abi.encode(referrer) : abi.encodePacked(referrer));
        earned = referralFees[token] - before;
        referralEarned[referrer] += earned;
    }

    function _referringToken(uint256 seed) private returns (LaunchToken token) {
        for (uint256 i; i < tokens.length; ++i) {
            token = _token(seed % tokens.length + i);
            ILaunchHook.PoolState memory s = hook.poolState(address(token));
            if (s.referralPercent != 0 && s.feeShareBps != 0) return token;
        }
        ILaunchpad.ManagerParams memory none;
        ILaunchpad.LaunchParams memory p = _params();
        p.referralPercent = 20;
        return _launch(p, none);
    }

    function _referralDue(address referrer) private view returns (uint256) {
        (uint256 earned, uint256 paidOut) = hook.referralEarned(referrer);
        return earned - paidOut;
    }

    function _pending(LaunchToken token) private view returns (uint256) {
        return hook.poolState(address(token)).wallPending;
    }

    function _unclaimed(LaunchToken token) private view returns (uint256) {
        (uint256 earned, uint256 paidOut) = hook.creatorLedger(address(token));
        return earned - paidOut;
    }

    function _isAnythingDue() private view returns (bool) {
        for (uint256 i; i < managers.length * people.length; ++i) {
            IManager m = managers[i / people.length];
            if (m.claimable(people[i % people.length], new address[](0)) != 0) return true;
        }
        return false;
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
        _buy(token, 0.1 ether, "");
    }

    function _params() private view returns (ILaunchpad.LaunchParams memory) {
        return ILaunchpad.LaunchParams({
            name: "More",
            symbol: "MORE",
            tokenURI: "ipfs://more",
            creator: people[launches % people.length],
            feeShareBps: 5_000,
            marketCapUsdc: 10_000e6,
            launchId: keccak256(abi.encode("more", launches)),
            startTime: 0,
            launchProtection: false,
            referralPercent: 0
        });
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

    function _dynamic() private view returns (DynamicAddressFeeSplitManager) {
        return DynamicAddressFeeSplitManager(payable(address(managers[2])));
    }
}
