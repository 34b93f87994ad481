import { parseEther } from "viem";
import { launchHookAbi } from "@/lib/domain/abi/launch-hook";
import { equalRecipients, NO_MANAGER, startLaunchpad } from "./launchpad";

/** Gas of whole transactions, from receipts, by what was done. */
export type GasTable = Record<string, number>;

/** Measures every action that has a limit on an anvil of its own. The same in every run. */
export async function measureGas(): Promise<GasTable> {
  const pad = await startLaunchpad();
  try {
    const table: GasTable = {};
    const creator = "0xc0ffee254729296a45a3885639AC7E10F9d54979";
    const trader = pad.operator;
    table["launch, first"] = Number((await pad.launch(creator)).gasUsed);
    const { token, gasUsed } = await pad.launch(creator);
    table.launch = Number(gasUsed);
    for (const [kind, name] of [
      [2, "static"],
      [3, "dynamic"],
    ] as const) {
      for (const count of [2, 100]) {
        const manager = { ...NO_MANAGER, kind, recipients: equalRecipients(count) };
        const launched = await pad.launch(creator, manager);
        table[`launch with a ${name} split, ${count} recipients`] = Number(launched.gasUsed);
      }
    }

    const order = { token, side: "buy", exact: "in", amount: parseEther("0.1") } as const;
    const swap = async (...args: Parameters<typeof pad.swap>) => {
      const done = await pad.swap(...args);
      await pad.anvil.test.increaseTime({ seconds: 60 });
      return done;
    };
    // The anchor moves once a second: the first purchase must not share the launch's by chance.
    await pad.anvil.test.increaseTime({ seconds: 60 });
    table["buy, first of the pool"] = Number((await swap(trader, order)).gasUsed);
    table["buy exact in"] = Number((await swap(trader, order)).gasUsed);
    const exactOut = { ...order, exact: "out", amount: parseEther("1000000") } as const;
    table["buy exact out"] = Number((await swap(trader, exactOut, parseEther("1"))).gasUsed);
    await pad.approve(trader, token);
    const sell = { token, side: "sell", exact: "in", amount: parseEther("1000000") } as const;
    table["sell exact in"] = Number((await swap(trader, sell)).gasUsed);
    const sellOut = { ...sell, exact: "out", amount: parseEther("0.01") } as const;
    table["sell exact out"] = Number((await swap(trader, sellOut)).gasUsed);

    const large = { ...order, amount: parseEther("5.1") } as const;
    const firstMove = await swap(trader, large);
    table["buy that places the first wall"] = firstMove.moves.length && Number(firstMove.gasUsed);
    // A lively pool: purchases and sales in turn, five minutes apart.
    const lively: Record<"buy" | "sell", bigint[]> = { buy: [], sell: [] };
    while (lively.buy.length < 3 || lively.sell.length < 2) {
      const bought = await swap(trader, { ...order, amount: parseEther("0.5") });
      await pad.anvil.test.increaseTime({ seconds: 300 });
      const amount = (-bought.trade.tokenToPool * 9n) / 10n;
      const sold = await swap(trader, { ...sell, amount });
      await pad.anvil.test.increaseTime({ seconds: 300 });
      if (bought.moves.length > 0) lively.buy.push(bought.gasUsed);
      if (sold.moves.length > 0) lively.sell.push(sold.gasUsed);
    }
    table["buy that moves the wall"] = Number(lively.buy.at(-1));
    table["sell that moves the wall"] = Number(lively.sell.at(-1));

    await pad.anvil.test.increaseTime({ seconds: 86_400 });
    const far = await swap(trader, large);
    table["buy that moves the wall after a day"] = far.moves.length && Number(far.gasUsed);
    const held = await pad.balanceOf(token, trader.account.address);
    const eaten = await swap(trader, { ...sell, amount: (held * 6n) / 10n });
    const burned = eaten.moves.some(({ args }) => args.tokensBurned > 0n);
    table["sell that moves the wall and burns"] = burned ? Number(eaten.gasUsed) : 0;

    const claim = async () => {
      const hash = await trader.writeContract({
        address: pad.contracts.launchHook,
        abi: launchHookAbi,
        functionName: "claim",
        args: [token],
      });
      return Number((await pad.client.waitForTransactionReceipt({ hash })).gasUsed);
    };
    table["claim, to a new account"] = await claim();
    await swap(trader, order);
    table.claim = await claim();
    return table;
  } finally {
    await pad.stop();
  }
}
