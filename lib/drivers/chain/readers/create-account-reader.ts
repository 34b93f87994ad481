import type { Address, Hex, PublicClient } from "viem";

/** Reads accounts and the chain's time. */
export function createAccountReader(client: PublicClient) {
  return {
    balanceOf: (address: Address): Promise<bigint> => client.getBalance({ address }),
    /** The account's nonce, counting mined transactions only. */
    nonceOf: (address: Address): Promise<number> => client.getTransactionCount({ address }),
    /** Number of the newest block. */
    headBlock: (): Promise<bigint> => client.getBlockNumber({ cacheTime: 0 }),
    /** Unix seconds of the newest block. */
    timestamp: async (): Promise<bigint> =>
      (await client.getBlock({ blockTag: "latest" })).timestamp,
    /** Whether the contract at an address accepts a signed message (ERC-1271, ERC-6492). */
    verifyMessage: (signed: {
      address: Address;
      message: string;
      signature: Hex;
    }): Promise<boolean> => client.verifyMessage(signed),
  };
}

export type AccountReader = ReturnType<typeof createAccountReader>;
