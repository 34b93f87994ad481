import { createRequire } from "node:module";
import { type Hex, keccak256 } from "viem";
import { z } from "zod";
import { standardInput } from "../standard-input";

const compiler = z.object({ compile: z.function({ input: [z.string()], output: z.string() }) });
/** Compiler warning for every use of transient storage; ours never outlives its call. */
const TRANSIENT_STORAGE_REMARK = "2394";

const code = z.object({ object: z.string().regex(/^[0-9a-f]*$/) });
const remarks = z.object({
  errors: z
    .array(
      z.object({
        errorCode: z.string().optional(),
        severity: z.string(),
        formattedMessage: z.string(),
      }),
    )
    .default([]),
});
const output = z.object({
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        abi: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })),
        evm: z.object({ bytecode: code, deployedBytecode: code }),
      }),
    ),
  ),
});

export type Compiled = {
  abi: z.output<typeof output>["contracts"][string][string]["abi"];
  bytecode: Hex;
  runtimeBytes: number;
  /** Keccak-256 of the deployed code; of a contract with immutables, of the code without their values. */
  codeHash: Hex;
};

/**
 * Compiles contracts/src with the npm compiler.
 * @returns all contracts, interfaces and libraries of contracts/src by name
 * @throws on errors and on warnings, except the warning on transient storage
 */
export function compile(): Record<string, Compiled> {
  const solc = compiler.parse(createRequire(import.meta.url)("solc"));
  const answer: unknown = JSON.parse(solc.compile(JSON.stringify(standardInput())));
  const problem = remarks
    .parse(answer)
    .errors.find(({ errorCode }) => errorCode !== TRANSIENT_STORAGE_REMARK);
  if (problem) throw new Error(problem.formattedMessage);
  const ours = Object.entries(output.parse(answer).contracts).filter(([unit]) =>
    unit.startsWith("contracts/src"),
  );
  return Object.fromEntries(
    ours.flatMap(([, contracts]) =>
      Object.entries(contracts).map(([name, { abi, evm }]) => [
        name,
        {
          abi,
          bytecode: `0x${evm.bytecode.object}` as const,
          runtimeBytes: evm.deployedBytecode.object.length / 2,
          codeHash: keccak256(`0x${evm.deployedBytecode.object}`),
        },
      ]),
    ),
  );
}

/**
 * Parses contracts/src with some files replaced, and checks the types. It generates no code.
 * @param replaced source unit → its text
 */
export function hasCorrectTypes(replaced: Record<string, string>): boolean {
  const solc = compiler.parse(createRequire(import.meta.url)("solc"));
  const { sources, settings, language } = standardInput();
  for (const [unit, content] of Object.entries(replaced)) sources[unit] = { content };
  const outputSelection = { "*": { "": ["ast"] } };
  const answer: unknown = JSON.parse(
    solc.compile(JSON.stringify({ language, sources, settings: { ...settings, outputSelection } })),
  );
  return remarks.parse(answer).errors.every(({ severity }) => severity !== "error");
}
