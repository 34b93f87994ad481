import { parseEther, parseGwei } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";
import { waitUntilMined } from "@/lib/web/trade/run/wait-until-mined";
import { type Anvil, startAnvil } from "../../setup/chain/anvil";

const ROUTER = "0x2222222222222222222222222222222222222222";
const OTHER = "0x3333333333333333333333333333333333333333";

/** Many nodes keep the state of recent blocks only, so both kinds are real. */
describe.each([
  ["with the state of all blocks", false],
  ["with the state of the newest block only", true],
])("a transaction that its wallet replaces, on a node %s", (_name, isPruned) => {
  let anvil: Anvil;

  beforeAll(async () => {
    anvil = await startAnvil({ isPruned });
  });
  afterAll(() => anvil.stop());

  /** Sends a payment, waits until its place is known, and mines another one in it. */
  async function replace(
    change: { to?: typeof OTHER },
    { blocksLater }: { blocksLater: number },
  ): Promise<{ sent: string; replacement: string; outcome: unknown }> {
    const { wallet } = await anvil.funded();
    await anvil.test.setAutomine(false);
    const payment = { to: ROUTER, value: parseEther("1"), gas: 50_000n, nonce: 0 } as const;
    const sent = await wallet.sendTransaction({ ...payment, maxFeePerGas: parseGwei("5") });
    const replaceIt = async () => {
      const fees = { maxFeePerGas: parseGwei("20"), maxPriorityFeePerGas: parseGwei("9") };
      const hash = await wallet.sendTransaction({ ...payment, ...fees, ...change });
      await anvil.test.mine({ blocks: 1 + blocksLater });
      return hash;
    };
    let replacing: Promise<string> | undefined;
    const options = { pollingMs: 20, waitMs: 2_000, onChange: () => (replacing ??= replaceIt()) };
    const outcome = await waitUntilMined(anvil.client, { hash: sent, place: null }, options).then(
      ({ hash }) => hash,
      (error: unknown) => error,
    );
    return { sent, replacement: (await replacing) ?? "never", outcome };
  }

  it.each([0, 40])("follows the same one with a higher fee, %i blocks later", async (later) => {
    const { replacement, outcome } = await replace({}, { blocksLater: later });
    expect(outcome).toBe(replacement);
  });

  it.each([0, 40])("is cancelled by another one, %i blocks later", async (later) => {
    const { sent, outcome } = await replace({ to: OTHER }, { blocksLater: later });
    expect(explainTradeError(outcome)).toMatchObject({ code: "cancelled", hash: sent });
  });
});
