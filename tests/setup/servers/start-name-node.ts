import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import {
  type Address,
  bytesToString,
  concat,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  hexToBytes,
  isHex,
  keccak256,
  parseAbi,
  stringToBytes,
  zeroAddress,
} from "viem";
import { namehash } from "viem/ens";
import { z } from "zod";
import { listen } from "./listen";

const abi = parseAbi([
  "function reverseWithGateways(bytes lookup, uint256 coinType, string[] gateways) view returns (string name, address resolver, address reverseResolver)",
  "function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)",
  "function resolver(bytes32 node) view returns (address)",
  "function name(bytes32 node) view returns (string)",
  "function addr(bytes32 node) view returns (address)",
  "function nameForAddr(address account) view returns (string)",
]);
const RESOLVER: Address = `0x${"e5".repeat(20)}`;
const rpcRequest = z.object({
  id: z.number(),
  method: z.literal("eth_call"),
  params: z.tuple([z.object({ data: z.string() })], z.unknown()),
});

/** A record that names an address; `owner` is what the name resolves to, by default the address. */
type NameRecord = { name: string; owner?: Address | Hex; kind?: "primary" | "old" };
type Service = "ens" | "base";

class Reverted extends Error {
  readonly data: Hex;

  constructor(data: Hex) {
    super("execution reverted");
    this.data = data;
  }
}

/** The node of the reverse record of an address on Base. */
function reverseNode(address: string): Hex {
  const account = keccak256(stringToBytes(address.slice(2).toLowerCase()));
  return keccak256(concat([namehash("80002105.reverse"), account]));
}

/**
 * Nodes of Ethereum and Base with the contracts of ENS and Basenames, in their wire format. Addresses
 * are in lower case.
 */
export async function startNameNode() {
  const state = {
    ens: new Map<string, NameRecord>(),
    base: new Map<string, NameRecord>(),
    /** Addresses whose reverse lookup in ENS reverts with this data. */
    reverts: new Map<string, Hex>(),
    calls: { ens: 0, base: 0 },
    /** Addresses of reverse lookups in ENS, in order. */
    requests: [] as string[],
    /** Calls that are being answered now, and the most so far. */
    open: { now: 0, most: 0 },
    mode: "up" as "up" | "down" | "silent" | "refuses" | "garbled",
    delayMs: 0,
  };

  function answerEns(data: Hex): Hex {
    const { functionName, args } = decodeFunctionData({ abi, data });
    if (functionName === "reverseWithGateways") {
      const address = args[0].toLowerCase();
      state.requests.push(address);
      const reverted = state.reverts.get(address);
      if (reverted !== undefined) throw new Reverted(reverted);
      const name = state.ens.get(address)?.name ?? "";
      return encodeFunctionResult({ abi, functionName, result: [name, RESOLVER, RESOLVER] });
    }
    if (functionName !== "resolveWithGateways") throw new Reverted("0x");
    const owner = ownerOf("ens", (name) => name === toName(args[0]));
    if (owner.length !== zeroAddress.length) {
      return encodeFunctionResult({ abi, functionName, result: [owner, RESOLVER] });
    }
    const result = encodeAbiParameters([{ type: "address" }], [owner]);
    return encodeFunctionResult({ abi, functionName, result: [result, RESOLVER] });
  }

  function ownerOf(service: Service, fits: (name: string) => boolean): Hex {
    for (const [address, { name, owner }] of state[service]) {
      if (fits(name) && isHex(address)) return owner ?? address;
    }
    return zeroAddress;
  }

  function answerBase(data: Hex): Hex {
    const { functionName, args } = decodeFunctionData({ abi, data });
    const records = [...state.base];
    if (functionName === "nameForAddr") {
      const record = state.base.get(args[0].toLowerCase());
      const result = record?.kind === "old" ? "" : (record?.name ?? "");
      return encodeFunctionResult({ abi, functionName, result });
    }
    const [node] = args;
    const reverse = records.find(([address]) => reverseNode(address) === node)?.[1];
    if (functionName === "resolver") {
      const isKnown =
        reverse?.kind === "old" || records.some(([, { name }]) => namehash(name) === node);
      return encodeFunctionResult({ abi, functionName, result: isKnown ? RESOLVER : zeroAddress });
    }
    if (functionName === "name") {
      return encodeFunctionResult({ abi, functionName, result: reverse?.name ?? "" });
    }
    if (functionName !== "addr") throw new Reverted("0x");
    return encodeFunctionResult({
      abi,
      functionName,
      result: ownerOf("base", (name) => namehash(name) === node),
    });
  }

  function answer(service: Service, body: string) {
    const { id, params } = rpcRequest.parse(JSON.parse(body));
    const { data } = params[0];
    if (!isHex(data)) throw new TypeError("The call has no data");
    if (state.mode === "refuses") {
      return { jsonrpc: "2.0", id, error: { code: -32_005, message: "limit exceeded" } };
    }
    if (state.mode === "garbled") return { jsonrpc: "2.0", id, result: "0x1234" };
    try {
      const result = service === "ens" ? answerEns(data) : answerBase(data);
      return { jsonrpc: "2.0", id, result };
    } catch (error) {
      if (!(error instanceof Reverted)) throw error;
      const { message, data: reason } = error;
      return { jsonrpc: "2.0", id, error: { code: 3, message, data: reason } };
    }
  }

  const server = createServer(async (request, response) => {
    const service: Service = request.url === "/base" ? "base" : "ens";
    state.calls[service] += 1;
    state.open.now += 1;
    state.open.most = Math.max(state.open.most, state.open.now);
    response.once("close", () => {
      state.open.now -= 1;
    });
    const body = await text(request);
    if (state.mode === "silent") return;
    if (state.mode === "down") {
      response.writeHead(503).end();
      return;
    }
    const json = JSON.stringify(answer(service, body));
    setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json" }).end(json);
    }, state.delayMs);
  });
  const { origin } = await listen(server);
  return Object.assign(state, {
    ensUrl: `${origin}/ens`,
    baseUrl: `${origin}/base`,
    /** The service's configuration for these nodes. */
    variables: { ENS_RPC_URL: `${origin}/ens`, BASENAMES_RPC_URL: `${origin}/base` },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

export type NameNode = Awaited<ReturnType<typeof startNameNode>>;

/** A name from its DNS encoding: each label with its length before it. */
function toName(encoded: Hex): string {
  const bytes = hexToBytes(encoded);
  const labels: string[] = [];
  for (let at = 0; bytes[at]; at += (bytes[at] ?? 0) + 1) {
    labels.push(bytesToString(bytes.slice(at + 1, at + 1 + (bytes[at] ?? 0))));
  }
  return labels.join(".");
}
