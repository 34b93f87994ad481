import { createServer } from "node:http";
import {
  type Address,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
} from "viem";
import { mainnet } from "viem/chains";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEns } from "@/lib/drivers/names/create-ens";
import { listen } from "../setup/servers/listen";
import { type NameNode, startNameNode } from "../setup/servers/start-name-node";

/**
 * Anyone can give an address a name whose resolver names URLs to continue at (ERC-3668). A server
 * that follows them sends requests into its own network.
 */
const EVE = getAddress(`0x${"e".repeat(40)}`);
const RESOLVER: Address = mainnet.contracts.ensUniversalResolver.address;
const abi = parseAbi([
  "error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)",
  "struct Query { address sender; string[] urls; bytes data; }",
  "function query(Query[] queries) view returns (bool[] failures, bytes[] responses)",
]);

let node: NameNode;
let requests = 0;
let origin = "";
const internal = createServer((_, response) => {
  requests += 1;
  const data = encodeAbiParameters([{ type: "string" }], ["secret"]);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
});
beforeAll(async () => {
  node = await startNameNode();
  ({ origin } = await listen(internal));
});
afterAll(async () => {
  await node.stop();
  await new Promise((resolve) => internal.close(resolve));
});

function lookup(urls: string[], callData: Hex): Hex {
  return encodeErrorResult({
    abi,
    errorName: "OffchainLookup",
    args: [RESOLVER, urls, callData, "0x12345678", "0x"],
  });
}

it.each(["directly", "through the local batch gateway"])(
  "sends no request to the URL that a resolver names %s",
  async (way) => {
    const urls = [`${origin}/{sender}/{data}`, `${origin}/`];
    const queries = [{ sender: RESOLVER, urls, data: "0x1234" as const }];
    const batch = encodeFunctionData({ abi, functionName: "query", args: [queries] });
    const data =
      way === "directly" ? lookup(urls, "0x1234") : lookup(["x-batch-gateway:true"], batch);
    node.reverts.set(EVE.toLowerCase(), data);
    const found = await Promise.allSettled([createEns(node.ensUrl).findName(EVE)]);
    expect(requests).toBe(0);
    expect(found).toEqual([{ status: "fulfilled", value: null }]);
    expect(node.requests).toContain(EVE.toLowerCase());
  },
);
