/**
 * The methods that the RPC proxy forwards. Not all of `eth_*`: anvil has
 * `eth_sendUnsignedTransaction`, which needs no key. `anvil_*`, `evm_*` and `debug_*` are never
 * forwarded.
 */
const READ_METHODS = new Set([
  "eth_accounts",
  "eth_blobBaseFee",
  "eth_blockNumber",
  "eth_call",
  "eth_chainId",
  "eth_createAccessList",
  "eth_estimateGas",
  "eth_feeHistory",
  "eth_gasPrice",
  "eth_getBalance",
  "eth_getBlockByHash",
  "eth_getBlockByNumber",
  "eth_getBlockReceipts",
  "eth_getBlockTransactionCountByHash",
  "eth_getBlockTransactionCountByNumber",
  "eth_getCode",
  "eth_getFilterChanges",
  "eth_getFilterLogs",
  "eth_getLogs",
  "eth_getProof",
  "eth_getStorageAt",
  "eth_getTransactionByBlockHashAndIndex",
  "eth_getTransactionByBlockNumberAndIndex",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
  "eth_getUncleCountByBlockHash",
  "eth_getUncleCountByBlockNumber",
  "eth_maxPriorityFeePerGas",
  "eth_newBlockFilter",
  "eth_newFilter",
  "eth_protocolVersion",
  "eth_syncing",
  "eth_uninstallFilter",
  "net_listening",
  "net_version",
  "web3_clientVersion",
  "web3_sha3",
]);

export function isReadMethod(method: string): boolean {
  return READ_METHODS.has(method);
}
