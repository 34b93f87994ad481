// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {BalanceDelta} from "@uniswap/v4-core/src/types/BalanceDelta.sol";
import {Currency} from "@uniswap/v4-core/src/types/Currency.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {SwapParams} from "@uniswap/v4-core/src/types/PoolOperation.sol";
import {LaunchToken} from "contracts/src/LaunchToken.sol";

/// @notice A router for tests: swaps for its caller, pays and returns the rest. Supports any price
/// limit, and starting to pay tokens before the swap, like some routers.
contract SwapRouter is IUnlockCallback {
    struct Call {
        address payer;
        PoolKey key;
        SwapParams params;
        bool syncFirst;
        bytes hookData;
    }

    IPoolManager private immutable _manager;

    constructor(IPoolManager manager_) {
        _manager = manager_;
    }

    receive() external payable {}

    function swap(PoolKey memory key, bool zeroForOne, int256 amount)
        external
        payable
        returns (int128 eth, int128 tokens)
    {
        uint160 limit = zeroForOne ? TickMath.MIN_SQRT_PRICE + 1 : TickMath.MAX_SQRT_PRICE - 1;
        return swapTo(key, zeroForOne, amount, limit, false);
    }

    function swapWith(PoolKey memory key, bool zeroForOne, int256 amount, bytes memory hookData)
        external
        payable
        returns (int128 eth, int128 tokens)
    {
        uint160 limit = zeroForOne ? TickMath.MIN_SQRT_PRICE + 1 : TickMath.MAX_SQRT_PRICE - 1;
        return _swap(key, zeroForOne, amount, limit, false, hookData);
    }

    function swapTo(
        PoolKey memory key,
        bool zeroForOne,
        int256 amount,
        uint160 limit,
        bool syncFirst
    ) public payable returns (int128 eth, int128 tokens) {
        return _swap(key, zeroForOne, amount, limit, syncFirst, "");
    }

    function _swap(
        PoolKey memory key,
        bool zeroForOne,
        int256 amount,
        uint160 limit,
        bool syncFirst,
        bytes memory hookData
    ) private returns (int128 eth, int128 tokens) {
        Call memory call = Call({
            payer: msg.sender,
            key: key,
            params: SwapParams({
                zeroForOne: zeroForOne, amountSpecified: amount, sqrtPriceLimitX96: limit
            }),
            syncFirst: syncFirst,
            hookData: hookData
        });
        bytes memory result = _manager.unlock(abi.encode(call));
        (eth, tokens) = abi.decode(result, (int128, int128));
        if (address(this).balance != 0) {
            (bool sent,) = msg.sender.call{value: address(this).balance}("");
            require(sent, "refund failed");
        }
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        Call memory call = abi.decode(data, (Call));
        LaunchToken token = LaunchToken(Currency.unwrap(call.key.currency1));
        if (call.syncFirst) {
            _manager.sync(call.key.currency1);
            token.transferFrom(call.payer, address(_manager), uint256(-call.params.amountSpecified));
        }
        BalanceDelta delta = _manager.swap(call.key, call.params, call.hookData);
        if (call.syncFirst) _manager.settle();
        _resolveEth(call, delta.amount0());
        if (!call.syncFirst) _resolveTokens(call, token, delta.amount1());
        return abi.encode(delta.amount0(), delta.amount1());
    }

    function _resolveEth(Call memory call, int128 amount) private {
        if (amount < 0) _manager.settle{value: uint128(-amount)}();
        if (amount > 0) _manager.take(call.key.currency0, call.payer, uint128(amount));
    }

    function _resolveTokens(Call memory call, LaunchToken token, int128 amount) private {
        if (amount < 0) {
            _manager.sync(call.key.currency1);
            token.transferFrom(call.payer, address(_manager), uint128(-amount));
            _manager.settle();
        }
        if (amount > 0) _manager.take(call.key.currency1, call.payer, uint128(amount));
    }
}
