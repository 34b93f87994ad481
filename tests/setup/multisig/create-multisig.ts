import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Address, getAddress, type Hex, parseAbi } from "viem";
import { z } from "zod";
import type { Anvil } from "../chain/anvil";
import { receiptOf } from "../chain/receipt-of";

const abi = parseAbi([
  "struct Call { address to; uint256 value; bytes data; }",
  "constructor(address[3] owners)",
  "error NotApproved(uint256 approvals)",
  "function hashOf(Call[] calls) view returns (bytes32)",
  "function approve(bytes32 batch)",
  "function execute(Call[] calls)",
]);
const compiler = z.object({ compile: z.function({ input: [z.string()], output: z.string() }) });
const compiled = z.object({
  contracts: z.object({
    "Multisig.sol": z.object({
      Multisig: z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) }),
    }),
  }),
});
const hex = z.custom<Hex>((value) => typeof value === "string" && /^0x[0-9a-f]*$/i.test(value));
const address = z.custom<Address>(
  (value) => typeof value === "string" && /^0x[0-9a-f]{40}$/i.test(value),
);
/** The fields of Safe's Transaction Builder that a multisig needs. */
const batch = z.object({
  version: z.literal("1.0"),
  chainId: z.string(),
  meta: z.object({ createdFromSafeAddress: address }),
  transactions: z.array(z.object({ to: address, value: z.string(), data: hex })).min(1),
});

function bytecode(): Hex {
  const solc = compiler.parse(createRequire(import.meta.url)("solc"));
  const content = readFileSync(path.join(import.meta.dirname, "Multisig.sol"), "utf8");
  const input = {
    language: "Solidity",
    sources: { "Multisig.sol": { content } },
    settings: { evmVersion: "cancun", outputSelection: { "*": { "*": ["evm.bytecode.object"] } } },
  };
  const { contracts } = compiled.parse(JSON.parse(solc.compile(JSON.stringify(input))));
  return `0x${contracts["Multisig.sol"].Multisig.evm.bytecode.object}`;
}

/** A multisig of two of three accounts that executes batches of Safe's Transaction Builder. */
export async function createMultisig(anvil: Anvil) {
  const { client } = anvil;
  const [first, second, third] = [
    await anvil.funded(),
    await anvil.funded(),
    await anvil.funded(),
  ] as const;
  const owners = [first.address, second.address, third.address] as const;
  const hash = await first.wallet.deployContract({ abi, bytecode: bytecode(), args: [owners] });
  const created = (await receiptOf(client, hash)).contractAddress;
  if (!created) throw new Error("the multisig was not created");
  const contractAddress = getAddress(created);
  const on = { address: contractAddress, abi } as const;

  /** Two owners approve the batch in a file, and a third account executes it. */
  async function execute(file: string, approvals: 1 | 2 = 2): Promise<void> {
    const { chainId, meta, transactions } = batch.parse(JSON.parse(readFileSync(file, "utf8")));
    if (chainId !== String(anvil.chainId)) throw new Error(`${file} is for chain ${chainId}`);
    if (meta.createdFromSafeAddress !== contractAddress) {
      throw new Error(`${file} is for ${meta.createdFromSafeAddress}`);
    }
    const calls = transactions.map(({ to, value, data }) => ({ to, value: BigInt(value), data }));
    const digest = await client.readContract({ ...on, functionName: "hashOf", args: [calls] });
    for (const { wallet } of [first, second].slice(0, approvals)) {
      const sent = await wallet.writeContract({ ...on, functionName: "approve", args: [digest] });
      await receiptOf(client, sent);
    }
    const account = third.wallet.account;
    await client.simulateContract({ ...on, functionName: "execute", args: [calls], account });
    const sent = await third.wallet.writeContract({
      ...on,
      functionName: "execute",
      args: [calls],
    });
    const { status } = await receiptOf(client, sent);
    if (status !== "success") throw new Error(`${file} reverted`);
  }

  return { address: contractAddress, execute };
}
