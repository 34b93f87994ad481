import type { Hex } from "viem";

/**
 * Keccak-256 of the code of tokens that the current contracts launch: contracts/src/LaunchToken.sol.
 * `tests/indexer/everything.test.ts` compares it with launched tokens.
 */
export const TOKEN_CODE_HASH: Hex =
  "0xdcde73a96510f4825d2fc9b96e7ddfaf1363a010ab519228ed77a3aab36e2dac";
