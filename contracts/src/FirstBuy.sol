// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {BalanceDelta} from "@uniswap/v4-core/src/types/BalanceDelta.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {SwapParams} from "@uniswap/v4-core/src/types/PoolOperation.sol";

/// @title FirstBuy
/// @notice Buys a token with all ETH of a call, as any router would: same pool, same price, same fee.
abstract contract FirstBuy is IUnlockCallback {
    /// @notice The caller is not the PoolManager.
    error NotPoolManager();

    function _poolManager() internal view virtual returns (IPoolManager);

    /// @return tokens What `to` received for `ethIn`.
    function _buy(PoolKey memory key, uint256 ethIn, address to) internal returns (uint256 tokens) {
        bytes memory result = _poolManager().unlock(abi.encode(key, ethIn, to));
        tokens = abi.decode(result, (uint256));
    }

    /// @inheritdoc IUnlockCallback
    /// @dev The PoolManager calls back the caller of `unlock`, so this is always a call of `_buy`.
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        IPoolManager manager = _poolManager();
        if (msg.sender != address(manager)) revert NotPoolManager();
        (PoolKey memory key, uint256 ethIn, address to) =
            abi.decode(data, (PoolKey, uint256, address));
        SwapParams memory params = SwapParams({
            zeroForOne: true,
            amountSpecified: -int256(ethIn),
            sqrtPriceLimitX96: TickMath.MIN_SQRT_PRICE + 1
        });
        BalanceDelta delta = manager.swap(key, params, "");
        // Exact: the hook reverts a swap that is filled in part.
        manager.settle{value: ethIn}();
        uint256 tokens = uint128(delta.amount1());
        manager.take(key.currency1, to, tokens);
        return abi.encode(tokens);
    }
}
