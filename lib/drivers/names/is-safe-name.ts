import { normalize } from "viem/ens";

const CHARACTERS_MAX = 64;
/** Bidirectional controls, joiners and everything else without a shape of its own. */
const HIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
/** Users could mistake such a label for an address. */
const LIKE_ADDRESS = /(^|\.)0x[0-9a-f]/;

/**
 * Whether a name can be shown in place of an address: normalized by ENSIP-15, which also rejects
 * mixed scripts and look-alikes of Latin names; without invisible characters; at least two labels,
 * none of which reads like an address; at most 64 characters.
 */
export function isSafeName(name: string): boolean {
  if (name.length > CHARACTERS_MAX || !name.includes(".")) return false;
  if (HIDDEN.test(name) || LIKE_ADDRESS.test(name)) return false;
  try {
    return normalize(name) === name;
  } catch {
    // The name breaks a rule of ENSIP-15.
    return false;
  }
}
