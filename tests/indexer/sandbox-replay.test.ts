import { parseEther } from "viem";
import { expect, it } from "vitest";
import { createTrader } from "./support/create-trader";
import { createWorld } from "./support/create-world";
import { readPicture } from "./support/read-picture";
import { recompute } from "./support/recompute";
import { startSandboxChain } from "./support/test-chains";

it("matches a sandbox chain that was killed and replayed", async () => {
  const world = await createWorld(startSandboxChain);
  try {
    const indexer = await world.startIndexer();
    const trader = await createTrader(world.chain, world.deployment);
    const names: string[] = [];
    for (let crash = 0; crash < 3; crash += 1) {
      for (let i = 0; i < 5; i += 1) {
        const name = `Life ${crash}.${i}`;
        const { token } = await world.launch({ name });
        names.push(name);
        await trader.buy(token, parseEther("0.05"));
        await trader.burn(token, (await trader.balanceOf(token)) / 3n);
      }
      world.chain.crash();
    }
    await world.untilIndexed();
    const indexed = await readPicture(world.db, world.chainId);
    expect(indexed).toEqual(await recompute(world.chain, world.deployment));
    expect(Object.values(indexed).map((token) => token.name)).toEqual(
      expect.arrayContaining(names),
    );
    expect(indexer.isRunning()).toBe(true);
  } finally {
    await world.stop();
  }
});
