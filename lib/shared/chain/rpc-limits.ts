/** Limit of the answers of a chain's nodes to one request: they are parsed and sent as a whole. */
export const RPC_ANSWER_BYTES_MAX = 2 * 1024 * 1024;
