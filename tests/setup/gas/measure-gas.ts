import { parseEther } from "viem";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { equalRecipients, NO_MANAGER, startLaunchpad } from "../chain/launchpad";
import { receiptOf } from "../chain/receipt-of";
import { measureManagerGas } from "./measure-manager-gas";
import { measureOpeningGas } from "./measure-opening-gas";
import { measureSaleGas } from "./measure-sale-gas";
import { measureSharesGas } from "./measure-shares-gas";
import { measureWallGas } from "./measure-wall-gas";

/** Gas of whole transactions from receipts, by action. */
export type GasTable = Record<string, number>;

/** Fixed time between blocks, so that results that depend on time do not change. */
const BLOCK_TIME_SECONDS = 60;

/** Measures every action with a limit on a new anvil. The result is the same in every run. */
export async function measureGas(): Promise<GasTable> {
  const pad = await startLaunchpad();
  try {
    await pad.anvil.test.setBlockTimestampInterval({ interval: BLOCK_TIME_SECONDS });
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
    const gasOf = async (...args: Parameters<typeof pad.swap>) =>
      Number((await pad.swap(...args)).gasUsed);
    table["buy, first of the pool"] = await gasOf(trader, order);
    table["buy exact in"] = await gasOf(trader, order);
    const { wallet } = await pad.anvil.funded();
    table["buy, first of a buyer"] = await gasOf(wallet, order);
    const exactOut = { ...order, exact: "out", amount: parseEther("1000000") } as const;
    table["buy exact out"] = await gasOf(trader, exactOut, parseEther("1"));
    await pad.approve(trader, token);
    const sell = { token, side: "sell", exact: "in", amount: parseEther("1000000") } as const;
    table["sell exact in"] = await gasOf(trader, sell);
    const sellOut = { ...sell, exact: "out", amount: parseEther("0.01") } as const;
    table["sell exact out"] = await gasOf(trader, sellOut);

    const claim = async () => {
      const hash = await trader.writeContract({
        address: pad.contracts.launchHook,
        abi: launchHookAbi,
        functionName: "claim",
        args: [token],
      });
      return Number((await receiptOf(pad.client, hash)).gasUsed);
    };
    table["claim, to a new account"] = await claim();
    await pad.swap(trader, order);
    table.claim = await claim();
    Object.assign(table, await measureWallGas(pad, creator), await measureSharesGas(pad));
    Object.assign(table, await measureManagerGas(pad));
    Object.assign(table, await measureOpeningGas(pad, creator));
    Object.assign(table, await measureSaleGas(pad, creator));
    return table;
  } finally {
    await pad.stop();
  }
}
