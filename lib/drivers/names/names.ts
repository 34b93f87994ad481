import type { Address } from "viem";

/** Public names of addresses: ENS and Basenames. */
export type Names = {
  /** Whether a name service is configured. */
  isOn: boolean;
  /**
   * The names of addresses; null for an address without one, and while its name cannot be read.
   * Never rejects.
   */
  find(addresses: readonly Address[]): Promise<ReadonlyMap<Address, string | null>>;
};

/** Without an RPC URL of a name service: no address has a name, and nothing is requested. */
export const NO_NAMES: Names = {
  isOn: false,
  find: async (addresses) => new Map(addresses.map((address) => [address, null])),
};
