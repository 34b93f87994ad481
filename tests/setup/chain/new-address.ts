import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";

/** An address that has no transaction, code or balance yet. */
export const newAddress = (): Address => privateKeyToAddress(generatePrivateKey());
