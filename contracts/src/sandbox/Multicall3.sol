// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title Multicall3
/// @notice Several calls in one, with the interface of the Multicall3 that public chains have at
/// 0xcA11bde05977b3631167028862bE2a173976CA11. Sandbox chains have this one there.
contract Multicall3 {
    struct Call {
        address target;
        bytes callData;
    }

    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Call3Value {
        address target;
        bool allowFailure;
        uint256 value;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    string private constant CALL_FAILED = "Multicall3: call failed";
    string private constant VALUE_MISMATCH = "Multicall3: value mismatch";

    function aggregate(Call[] calldata calls)
        external
        payable
        returns (uint256 blockNumber, bytes[] memory returnData)
    {
        Result[] memory results = tryAggregate(true, calls);
        returnData = new bytes[](results.length);
        for (uint256 i = 0; i < results.length; ++i) {
            returnData[i] = results[i].returnData;
        }
        blockNumber = block.number;
    }

    function blockAndAggregate(Call[] calldata calls)
        external
        payable
        returns (uint256 blockNumber, bytes32 blockHash, Result[] memory results)
    {
        return tryBlockAndAggregate(true, calls);
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            Call3 calldata one = calls[i];
            results[i] = _call(one.target, 0, one.callData, one.allowFailure);
        }
    }

    function aggregate3Value(Call3Value[] calldata calls)
        external
        payable
        returns (Result[] memory results)
    {
        results = new Result[](calls.length);
        uint256 spent = 0;
        for (uint256 i = 0; i < calls.length; ++i) {
            Call3Value calldata one = calls[i];
            spent += one.value;
            results[i] = _call(one.target, one.value, one.callData, one.allowFailure);
        }
        require(msg.value == spent, VALUE_MISMATCH);
    }

    function getBlockHash(uint256 blockNumber) external view returns (bytes32 blockHash) {
        return blockhash(blockNumber);
    }

    function getBlockNumber() external view returns (uint256 blockNumber) {
        return block.number;
    }

    function getLastBlockHash() external view returns (bytes32 blockHash) {
        return blockhash(block.number - 1);
    }

    function getCurrentBlockCoinbase() external view returns (address coinbase) {
        return block.coinbase;
    }

    function getCurrentBlockDifficulty() external view returns (uint256 difficulty) {
        return block.prevrandao;
    }

    function getCurrentBlockGasLimit() external view returns (uint256 gaslimit) {
        return block.gaslimit;
    }

    function getCurrentBlockTimestamp() external view returns (uint256 timestamp) {
        return block.timestamp;
    }

    function getEthBalance(address addr) external view returns (uint256 balance) {
        return addr.balance;
    }

    function getBasefee() external view returns (uint256 basefee) {
        return block.basefee;
    }

    function getChainId() external view returns (uint256 chainid) {
        return block.chainid;
    }

    function tryBlockAndAggregate(bool requireSuccess, Call[] calldata calls)
        public
        payable
        returns (uint256 blockNumber, bytes32 blockHash, Result[] memory results)
    {
        results = tryAggregate(requireSuccess, calls);
        blockNumber = block.number;
        blockHash = blockhash(block.number);
    }

    function tryAggregate(bool requireSuccess, Call[] calldata calls)
        public
        payable
        returns (Result[] memory results)
    {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            results[i] = _call(calls[i].target, 0, calls[i].callData, !requireSuccess);
        }
    }

    function _call(address target, uint256 value, bytes calldata data, bool allowFailure)
        private
        returns (Result memory result)
    {
        (result.success, result.returnData) = target.call{value: value}(data);
        require(result.success || allowFailure, CALL_FAILED);
    }
}
