import { type Address, type Hex, keccak256 } from "viem";
import type { ChainSlug } from "../../lib/shared/chains";

/**
 * Keccak-256 of the code at PoolManager's address on each chain. Computed from the build in the npm
 * package @uniswap/v4-core 1.0.2, whose only immutable is its own address
 * (`tests/chain/deploy-cli.test.ts` compares them). If a chain returns another
 * hash, compare the contract's verified source on the chain's explorer, then pass the hash with
 * `--pool-manager-code-hash`.
 */
export const POOL_MANAGER_CODE_HASHES: Record<ChainSlug, Hex> = {
  base: "0x83b2af6e9f3158defc2811cbcb0db71ecf8b2ba2abea39c39e370ac5c6f43eb6",
  "base-sepolia": "0x03c45db6d09b14da7c1f7239a5a49697f976d395277e6d2acb6fbed3f9e0249f",
  robinhood: "0xbd3881180b547f5fe817545743cfb4343e96b1bc6640dcd70c106b0066e95626",
};

/**
 * Compares the code at PoolManager's address with the known hash: another contract there would hold all
 * liquidity.
 * @throws if it differs
 */
export function requirePoolManager(input: {
  slug: ChainSlug;
  address: Address;
  code: Hex | undefined;
  /** The hash that the operator has checked; overrides the table. */
  checkedHash: string | undefined;
}): void {
  const { slug, address, code, checkedHash } = input;
  const expected = checkedHash ?? POOL_MANAGER_CODE_HASHES[slug];
  const found = code === undefined ? "no code" : keccak256(code);
  if (found.toLowerCase() === expected.toLowerCase()) return;
  throw new Error(
    `the code hash of PoolManager at ${address} on ${slug} is ${found}, not ${expected}. Compare its verified source on the explorer, then pass --pool-manager-code-hash ${found}`,
  );
}
