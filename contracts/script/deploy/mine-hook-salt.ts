import sha3 from "js-sha3";
import { type Address, bytesToHex, type Hex, hexToBytes } from "viem";

/** The low 14 bits of a hook's address define its callbacks in the PoolManager. */
const FLAG_MASK = 0x3fff;
const HOOK_FLAGS = 0x28ec;

/**
 * First salt, counting from zero, for which CREATE2 gives the hook an address with its flags. Takes
 * about 16,000 tries. js-sha3 hashes several times as fast as viem's library, and every first start
 * waits for this.
 */
export function mineHookSalt(factory: Address, initCodeHash: Hex): Hex {
  const preimage = new Uint8Array(85);
  preimage[0] = 0xff;
  preimage.set(hexToBytes(factory), 1);
  preimage.set(hexToBytes(initCodeHash), 53);
  const counter = new DataView(preimage.buffer, 49, 4);
  for (let salt = 0; salt < 2 ** 32; salt++) {
    counter.setUint32(0, salt);
    const digest = sha3.keccak256.array(preimage);
    const low = ((digest[30] ?? 0) << 8) | (digest[31] ?? 0);
    if ((low & FLAG_MASK) === HOOK_FLAGS) return bytesToHex(preimage.slice(21, 53));
  }
  throw new Error("no salt gives the hook its flags");
}
