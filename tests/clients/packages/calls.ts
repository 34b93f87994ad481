import { readFileSync } from "node:fs";

/** The file that `run-package.ts` writes for a program: the service, and a token with trades. */
export const fixture: { baseUrl: string; token: string; owner: string; manager: string } =
  JSON.parse(readFileSync("fixture.json", "utf8"));

export const LAUNCH = {
  name: "Generated",
  symbol: "GEN",
  description: "From a generated client",
  imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
  creatorEmail: "ada@example.com",
  dryRun: true,
};

/** The calls that every generated client must support. A wrong type here fails its compilation. */
export type Calls = {
  chains(): Promise<readonly string[]>;
  tokens(limit: number): Promise<readonly string[]>;
  symbol(token: string): Promise<string>;
  price(token: string): Promise<string>;
  holders(token: string): Promise<number>;
  trades(token: string): Promise<readonly string[]>;
  dryRun(): Promise<string>;
  statusOfUnknownJob(): Promise<number>;
};

function must(isMet: boolean, expectation: string, found: unknown): void {
  if (!isMet) throw new Error(`${expectation}; found ${JSON.stringify(found)}`);
}

/** Makes the calls in order and prints a JSON line for each. */
export async function runCalls(calls: Calls): Promise<void> {
  const { token } = fixture;
  await runActions({
    "reads the config": async () => {
      const chains = await calls.chains();
      must(chains.includes("base-sepolia"), "base-sepolia is there", chains);
    },
    "lists tokens": async () => {
      const tokens = await calls.tokens(5);
      must(tokens.length > 0 && tokens.length <= 5, "1 to 5 tokens", tokens);
    },
    "reads details": async () => {
      const symbol = await calls.symbol(token);
      must(symbol === "KNOWN", "the symbol", symbol);
    },
    "reads a price": async () => {
      const price = await calls.price(token);
      must(Number(price) > 0, "a price above zero", price);
    },
    "counts holders": async () => {
      const total = await calls.holders(token);
      must(total > 1, "a trader and the pool", total);
    },
    "lists trades": async () => {
      const types = await calls.trades(token);
      must(types.join() === "buy,buy", "two buys", types);
    },
    "sends a dry run": async () => {
      const address = await calls.dryRun();
      must(/^0x[0-9a-fA-F]{40}$/.test(address), "an address", address);
    },
    "gets 404 for an unknown job": async () => {
      const status = await calls.statusOfUnknownJob();
      must(status === 404, "404", status);
    },
  });
}

/** Runs actions in order and prints a JSON line for each. */
export async function runActions(actions: Record<string, () => Promise<void>>): Promise<void> {
  for (const [action, run] of Object.entries(actions)) {
    const error = await run().then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason.message : JSON.stringify(reason)),
    );
    process.stdout.write(`${JSON.stringify({ action, error })}\n`);
  }
}
