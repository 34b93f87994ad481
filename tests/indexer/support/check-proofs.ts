import {
  type AbiFunction,
  type Address,
  encodeFunctionData,
  getAddress,
  type Hash,
  type Hex,
  hexToBigInt,
  isAddress,
  isHash,
  keccak256,
  parseAbiItem,
  parseEventLogs,
  parseUnits,
  slice,
} from "viem";
import { expect } from "vitest";
import type { TokenSafety } from "@/lib/features/market/schema/safety";
import type { Fixture } from "./create-fixture";
import type { NaiveToken } from "./naive/market";

const TRANSFER = parseAbiItem(
  "event Transfer(address indexed from, address indexed to, uint256 value)",
);

type Client = Fixture["chain"]["client"];
type Transfer = { from: Address; to: Address; value: bigint };

/** Runs every command of a token's safety facts as Foundry would, against the chain itself. */
export async function checkProofs(
  { chain: { client }, deployment }: Fixture,
  facts: TokenSafety,
  token: NaiveToken,
): Promise<void> {
  const poolManager = deployment.contracts.poolManager;
  const number = async (proof: string | null) => hexToBigInt(await runCall(client, proof ?? ""));
  const heldBy = (holder: Address) => token.holders.get(holder.toLowerCase()) ?? 0n;
  const units = (decimal: string) => parseUnits(decimal, 18);
  expect(await number(facts.supply.proof)).toBe(token.supply);
  expect(await runCall(client, facts.code.proof ?? "")).toBe(facts.code.hash);
  expect(await number(facts.fee.proof)).toBe(100n);
  expect(await number(facts.creator.proof)).toBe(heldBy(facts.creator.address));
  expect(await number(facts.otherPools.proof)).toBe(heldBy(poolManager));

  const wordOf = (answer: Hex, index: number) =>
    hexToBigInt(slice(answer, index * 32, (index + 1) * 32));
  const locked = await runCall(client, facts.liquidity.proof ?? "");
  expect(wordOf(locked, 5)).toBe(wordOf(locked, 6));
  expect(wordOf(locked, 5)).toBeGreaterThan(0n);
  const wallWei = wordOf(await runCall(client, facts.bidWall.proof ?? ""), 10);
  expect(wallWei).toBe(units(facts.bidWall.balance));
  const position = await runCall(client, facts.pool.proof ?? "");
  expect(wordOf(position, 8) + wallWei).toBe(units(facts.pool.balance));

  const holdings = [...facts.topHolders.holders, ...(facts.firstBlock?.buyers ?? [])];
  expect(await Promise.all(holdings.map(({ proof }) => number(proof)))).toEqual(
    holdings.map(({ balance }) => units(balance)),
  );
  const blocks = [...(facts.firstBlock === null ? [] : [facts.firstBlock]), ...facts.bundles];
  await Promise.all(
    blocks.map(async ({ proof, bought }) => {
      const transfers = await runLogs(client, proof ?? "", facts.tokenAddress);
      const boughtWei = transfers
        .filter(({ from }) => from === poolManager)
        .reduce((sum, { value }) => sum + value, 0n);
      // A router passes on what it bought; what it sells again leaves it in the same block.
      expect(boughtWei).toBeGreaterThanOrEqual(units(bought));
    }),
  );
  await Promise.all(
    facts.links.map(async ({ proof, from, to, amount }) => {
      const transfers = await runReceipt(client, proof ?? "");
      const sent = transfers.filter((one) => one.from === from && one.to === to);
      expect(sent.map(({ value }) => value)).toContain(units(amount));
    }),
  );
}

/** `cast codehash` and `cast call`. */
async function runCall(client: Client, proof: string): Promise<Hex> {
  const code = /^cast codehash (0x\w{40}) --rpc-url \$RPC_URL$/.exec(proof)?.[1];
  if (code !== undefined && isAddress(code)) {
    return keccak256((await client.getCode({ address: code })) ?? "0x");
  }
  const parts = /^cast call (0x\w{40}) "(\w+\([\w,]*\))\(.*\)"((?: 0x\w+)*) --rpc-url/.exec(proof);
  const [, to, signature = "", rest = ""] = parts ?? [];
  if (to === undefined || !isAddress(to)) throw new Error(`not a command: ${proof}`);
  const item = parseFunction(signature);
  const words = rest.trim() === "" ? [] : rest.trim().split(" ");
  const args: Address[] = words.map((one) => getAddress(one));
  const data = encodeFunctionData({ abi: [item], functionName: item.name, args });
  const { data: result } = await client.call({ to, data });
  return result ?? "0x";
}

/** `cast logs` of the transfers of a token in one block. */
async function runLogs(client: Client, proof: string, token: Address): Promise<Transfer[]> {
  const parts =
    /^cast logs --from-block (\d+) --to-block (\d+) --address (0x\w{40}) "Transfer\(address,address,uint256\)" --rpc-url \$RPC_URL$/.exec(
      proof,
    );
  const [, fromBlock = "", toBlock = "", address = ""] = parts ?? [];
  expect(address, proof).toBe(token);
  const logs = await client.getLogs({
    address: token,
    event: TRANSFER,
    fromBlock: BigInt(fromBlock),
    toBlock: BigInt(toBlock),
    strict: true,
  });
  return logs.map(({ args }) => args);
}

/** The transfers in the logs of `cast receipt`. */
async function runReceipt(client: Client, proof: string): Promise<Transfer[]> {
  const hash = /^cast receipt (0x\w{64}) --rpc-url \$RPC_URL$/.exec(proof)?.[1] ?? "";
  if (!isHash(hash)) throw new Error(`not a command: ${proof}`);
  const of: { hash: Hash } = { hash };
  const { logs } = await client.getTransactionReceipt(of);
  return parseEventLogs({ abi: [TRANSFER], logs }).map(({ args }) => args);
}

function parseFunction(signature: string): AbiFunction {
  const item = parseAbiItem(`function ${signature}`);
  if (item.type !== "function") throw new Error(`not a function: ${signature}`);
  return item;
}
