import type { Address, Hex } from "viem";
import {
  concat,
  createPublicClient,
  isAddressEqual,
  keccak256,
  parseAbi,
  stringToBytes,
  zeroAddress,
} from "viem";
import { base } from "viem/chains";
import { namehash } from "viem/ens";
import { isSafeName } from "./is-safe-name";
import { type NameService, nodeOf, orNull } from "./name-service";

/** Source: https://github.com/base/basenames, "Deployments". */
const REGISTRY = "0xB94704422c2a1E396835A571837Aa5AE53285a95";
/** ENSIP-19's registrar on Base. Source: https://docs.ens.domains/learn/deployments */
const REVERSE_REGISTRAR = "0x0000000000D8e504002cC26E3Ec46D81971C1664";
/** The coin type of Base in hexadecimal is the label of its reverse names (ENSIP-11, ENSIP-19). */
const REVERSE_NODE = namehash("80002105.reverse");
const SUFFIX = ".base.eth";

const abi = parseAbi([
  "function resolver(bytes32 node) view returns (address)",
  "function name(bytes32 node) view returns (string)",
  "function addr(bytes32 node) view returns (address)",
  "function nameForAddr(address account) view returns (string)",
]);

/**
 * Basenames, read from their contracts on Base, where their records are. Newer primary names are in
 * the registrar of ENSIP-19, older ones in the reverse records of the registry.
 */
export function createBasenames(rpcUrl: string): NameService {
  const client = createPublicClient({ chain: base, ccipRead: false, transport: nodeOf(rpcUrl) });

  async function findResolver(node: Hex): Promise<Address | null> {
    const reading = { address: REGISTRY, abi, functionName: "resolver", args: [node] } as const;
    const resolver = await orNull(client.readContract(reading));
    return resolver === zeroAddress ? null : resolver;
  }

  async function findReverseName(address: Address): Promise<string | null> {
    const account = keccak256(stringToBytes(address.slice(2).toLowerCase()));
    const node = keccak256(concat([REVERSE_NODE, account]));
    const resolver = await findResolver(node);
    if (resolver === null) return null;
    const reading = { address: resolver, abi, functionName: "name", args: [node] } as const;
    return orNull(client.readContract(reading));
  }

  async function findOwner(name: string): Promise<Address | null> {
    const node = namehash(name);
    const resolver = await findResolver(node);
    if (resolver === null) return null;
    const reading = { address: resolver, abi, functionName: "addr", args: [node] } as const;
    return orNull(client.readContract(reading));
  }

  async function findPrimaryName(account: Address): Promise<string | null> {
    const reading = { address: REVERSE_REGISTRAR, abi, functionName: "nameForAddr" } as const;
    return orNull(client.readContract({ ...reading, args: [account] }));
  }

  /** Other names that are primary on Base belong to registries that Base does not have. */
  const isBasename = (name: string) => name.endsWith(SUFFIX) && isSafeName(name);

  return {
    async findName(address) {
      for (const find of [findPrimaryName, findReverseName]) {
        const name = await find(address);
        if (name === null || !isBasename(name)) continue;
        const owner = await findOwner(name);
        if (owner !== null && isAddressEqual(owner, address)) return name;
      }
      return null;
    },
  };
}
