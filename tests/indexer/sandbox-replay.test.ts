import { parseEther } from "viem";
import { expect, it } from "vitest";
import { createFixture } from "./support/create-fixture";
import { createTrader } from "./support/create-trader";
import { recompute } from "./support/naive/recompute";
import { readMarketState } from "./support/read-market-state";
import { startSandboxChain } from "./support/test-chains";

it("matches a sandbox chain that was killed and replayed", async () => {
  const fixture = await createFixture(startSandboxChain);
  try {
    const indexer = await fixture.startIndexer();
    const trader = await createTrader(fixture.chain, fixture.deployment);
    const names: string[] = [];
    for (let crash = 0; crash < 3; crash += 1) {
      for (let i = 0; i < 5; i += 1) {
        const name = `Life ${crash}.${i}`;
        const { token } = await fixture.launch({ name });
        names.push(name);
        await trader.buy(token, parseEther("0.05"));
        await trader.burn(token, (await trader.balanceOf(token)) / 3n);
      }
      fixture.chain.crash();
    }
    await fixture.untilIndexed();
    const indexed = await readMarketState(fixture.db, fixture.chainId);
    expect(indexed).toEqual(await recompute(fixture.chain, fixture.deployment));
    expect(Object.values(indexed).map((token) => token.name)).toEqual(
      expect.arrayContaining(names),
    );
    expect(indexer.isRunning()).toBe(true);
  } finally {
    await fixture.stop();
  }
});
