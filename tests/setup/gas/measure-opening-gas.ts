import { type Address, parseEther } from "viem";
import type { Launchpad } from "../chain/launchpad";
import type { GasTable } from "./measure-gas";

const ONE = parseEther("0.1");
const SECONDS_BETWEEN_TRADES = 60;
/** Seconds of launch protection, and one. */
const AFTER_PROTECTION = 601;

/**
 * Measures launches and trades with launch protection or a referrer, and launches with long names.
 * Every purchase in the protected time feeds, moves or places the bid wall.
 */
export async function measureOpeningGas(pad: Launchpad, creator: Address): Promise<GasTable> {
  const table: GasTable = {};
  const trader = pad.operator;
  const referrer = "0x00000000000000000000000000000000000ef123";
  const launch = async (terms: Parameters<typeof pad.launch>[3]) =>
    pad.launch(creator, undefined, undefined, terms);

  const fits = await launch({ name: "n".repeat(32) });
  table["launch, name of 32 bytes"] = Number(fits.gasUsed);
  const long = await launch({ name: "n".repeat(64) });
  table["launch, name of 64 bytes"] = Number(long.gasUsed);
  const emoji = await launch({ name: "🚢".repeat(64) });
  table["launch, name of 64 emoji"] = Number(emoji.gasUsed);

  const referring = await launch({ referralPercent: 20 });
  const order = { side: "buy", exact: "in", amount: ONE } as const;
  const gasOf = async (...args: Parameters<typeof pad.swap>) =>
    Number((await pad.swap(...args)).gasUsed);
  const token = referring.token;
  await pad.swap(trader, { ...order, token });
  table["buy, first of a referrer"] = await gasOf(trader, { ...order, token, hookData: referrer });
  table["buy with a referrer"] = await gasOf(trader, { ...order, token, hookData: referrer });
  table["buy with malformed hook data"] = await gasOf(trader, {
    ...order,
    token,
    hookData: `0x${"ab".repeat(31)}`,
  });

  // The steps before may have changed it.
  await pad.anvil.test.setBlockTimestampInterval({ interval: SECONDS_BETWEEN_TRADES });
  const guarded = await launch({ launchProtection: true });
  table["launch with protection"] = Number(guarded.gasUsed);
  const longGuarded = await launch({ name: "n".repeat(32), launchProtection: true });
  table["launch with protection, name of 32 bytes"] = Number(longGuarded.gasUsed);
  const own = { ...order, token: guarded.token };
  table["protected buy, first of the pool"] = await gasOf(trader, own);
  const protectedBuys: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { trade, gasUsed } = await pad.swap(trader, own);
    if (trade.feeEth <= ONE / 100n) throw new Error("the pool is not protected");
    protectedBuys.push(Number(gasUsed));
  }
  table["protected buy, dearest of three"] = Math.max(...protectedBuys);
  await pad.approve(trader, guarded.token);
  const sale = { ...own, side: "sell", amount: parseEther("1000000") } as const;
  table["sell in a protected pool"] = await gasOf(trader, sale);
  await pad.anvil.test.increaseTime({ seconds: AFTER_PROTECTION });
  // Ends the protection, and places a wall that was taken down.
  await pad.swap(trader, own);
  const later: number[] = [];
  for (let count = 0; count < 4; count += 1)
    later.push(await gasOf(trader, { ...own, amount: parseEther("0.001") }));
  table["buy after protection"] = Math.min(...later);
  return table;
}
