import type { Address } from "viem";

/** The caller that requests names. */
export type NameReader = {
  /** Identifies the caller in this process. */
  key: string;
  /** Counts a lookup under the limit of the caller. @returns false when it is used up */
  countLookup(): boolean;
};

/** Public names of addresses: ENS and Basenames. */
export type Names = {
  /** Whether a name service is configured. */
  isOn: boolean;
  /**
   * The names of addresses; null for an address without one, and while its name cannot be read.
   * Never rejects.
   * @param reader null for requests that are limited in other ways
   */
  find(
    addresses: readonly Address[],
    reader: NameReader | null,
  ): Promise<ReadonlyMap<Address, string | null>>;
};

/** Without an RPC URL of a name service: no address has a name, and nothing is requested. */
export const NO_NAMES: Names = {
  isOn: false,
  find: async (addresses) => new Map(addresses.map((address) => [address, null])),
};
