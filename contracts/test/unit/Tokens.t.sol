// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Fixture} from "../utils/Fixture.sol";
import {FeeStream} from "contracts/src/FeeStream.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";
import {ERC20} from "solady/src/tokens/ERC20.sol";
import {ERC721} from "solady/src/tokens/ERC721.sol";
import {SafeCastLib} from "solady/src/utils/SafeCastLib.sol";

contract TokensTest is Fixture {
    LaunchToken internal token;

    function setUp() public override {
        super.setUp();
        token = new LaunchToken("Harbour Cat", "HCAT", "ipfs://x", address(this));
    }

    function test_supply_isFixed() public view {
        assertEq(token.totalSupply(), SUPPLY);
        assertEq(pad.SUPPLY(), SUPPLY);
        assertEq(token.balanceOf(address(this)), SUPPLY);
    }

    function test_burn_takesOnlyTheCallersTokens() public {
        token.burn(1e18);
        assertEq(token.totalSupply(), SUPPLY - 1e18);
        vm.prank(trader);
        vm.expectRevert(ERC20.InsufficientBalance.selector);
        token.burn(1);
    }

    function test_permit2_hasNoHiddenAllowance() public {
        address permit2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
        assertEq(token.allowance(address(this), permit2), 0);
        token.approve(permit2, 5);
        assertEq(token.allowance(address(this), permit2), 5);
        vm.prank(permit2);
        token.transferFrom(address(this), trader, 5);
        assertEq(token.allowance(address(this), permit2), 0);
        vm.prank(permit2);
        vm.expectRevert(ERC20.InsufficientAllowance.selector);
        token.transferFrom(address(this), trader, 1);
    }

    function testFuzz_permit(uint256 key, uint256 value) public {
        key = bound(key, 1, 1e70);
        address holder = vm.addr(key);
        bytes32 digest = keccak256(
            abi.encodePacked(
                "\x19\x01",
                token.DOMAIN_SEPARATOR(),
                keccak256(
                    abi.encode(
                        keccak256(
                            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
                        ),
                        holder,
                        trader,
                        value,
                        0,
                        block.timestamp
                    )
                )
            )
        );
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        token.permit(holder, trader, value, block.timestamp, v, r, s);
        assertEq(token.allowance(holder, trader), value);
        assertEq(token.nonces(holder), 1);
        vm.expectRevert(ERC20.InvalidPermit.selector);
        token.permit(holder, trader, value, block.timestamp, v, r, s);
    }

    function test_factory_givesEachCallerItsOwnAddresses() public {
        address predicted = tokenFactory.predict(trader, "a", "b", "c", trader, 0);
        address mine = tokenFactory.create("a", "b", "c", trader, 0);
        assertTrue(mine != predicted);
        vm.prank(trader);
        assertEq(tokenFactory.create("a", "b", "c", trader, 0), predicted);
    }

    function test_stream_namesAndMetadata() public {
        LaunchToken launched = _launch(8_000);
        uint256 id = uint160(address(launched));
        assertEq(stream.name(), "Slipway Fee Stream");
        assertEq(stream.symbol(), "SLIP-FEE");
        assertEq(stream.tokenURI(id), launched.tokenURI());
        assertEq(stream.ownerOf(id), creator);
        vm.expectRevert(ERC721.TokenDoesNotExist.selector);
        stream.tokenURI(1);
        vm.expectRevert(FeeStream.NotHook.selector);
        stream.mint(creator, address(1));
    }

    function test_stream_recordsPaymentsBeforeATransfer() public {
        LaunchToken launched = _launch(8_000);
        _buy(launched, 1 ether);
        hook.claim(address(launched));
        assertEq(stream.paidAtTransfer(address(launched)), 0);
        vm.prank(creator);
        stream.transferFrom(creator, trader, uint160(address(launched)));
        assertEq(stream.paidAtTransfer(address(launched)), 0.008 ether);
    }

    function test_stream_settle_failsIf_callerIsNotHookOrTheCounterIsFull() public {
        LaunchToken launched = _launch(8_000);
        vm.expectRevert(FeeStream.NotHook.selector);
        stream.settle(address(launched), 1);
        vm.startPrank(address(hook));
        uint88 earned;
        unchecked {
            for (uint256 i; i < 256; ++i) {
                stream.settle(address(launched), --earned);
            }
        }
        assertEq(stream.paid(address(launched)), 2 ** 96 - 256);
        vm.expectRevert(SafeCastLib.Overflow.selector);
        stream.settle(address(launched), earned - 1);
        (address holder, uint256 amount) = stream.settle(address(launched), earned);
        assertEq(holder, address(0));
        assertEq(amount, 0);
        assertEq(hook.claim(address(0xdead)), 0);
        vm.stopPrank();
    }
}
