import { type Address, parseEther, testActions } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { advance, begin, broadcast } from "@/lib/features/transactions/advance";
import { settleNow } from "@/lib/features/transactions/settle";
import { sign } from "@/lib/features/transactions/sign";
import { newAddress } from "../../setup/chain/new-address";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";

const CHAIN = "base-sepolia";
const email = "ada@example.com";
const identity = { type: "email", id: email } as const;
const valueWei = parseEther("0.01");

let fixture: ServiceFixture;
let ctx: ServiceContext;
beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.ctx;
});
afterAll(() => fixture.stop());

const balanceOf = (address: Address) => fixture.chain.client.getBalance({ address });
/** The service after the time in which a receipt may only be late. */
const later = () => ({ ...ctx, clock: { now: () => new Date(Date.now() + 120_000) } });

it("sends a withdrawal again that a reorg removed, so that the next one is mined", async () => {
  const { address: wallet } = await ctx.wallets.resolve(identity);
  const anvil = fixture.chain.client.extend(testActions({ mode: "anvil" }));
  await anvil.setBalance({ address: wallet, value: parseEther("1") });
  await anvil.mine({ blocks: 1 });
  const fees = await chainOf(ctx).estimateFees();

  async function withdrawal(to: Address): Promise<string> {
    const id = `withdrawal:${ctx.ids.randomId()}`;
    const payload = { identity, wallet, to, valueWei, gas: 21_000n, ...fees };
    const action = { id, kind: "withdrawal", chain: CHAIN, payload } as const;
    await ctx.transactions.insert(action, { isRunHere: true });
    return id;
  }

  const [first, second] = [newAddress(), newAddress()];
  const removed = await withdrawal(first);
  expect(await advance(ctx, { id: removed, step: (_name, run) => run() })).toBe("completed");
  const [mined] = await ctx.signedTransactions.listOf(removed);
  await fixture.chain.reorg(1);
  await anvil.dropTransaction({ hash: mined?.hash ?? "0x" });
  expect(await chainOf(ctx).nonceOf(wallet)).toBe(mined?.nonce);

  const id = await withdrawal(second);
  const run = { id };
  await begin(ctx, run);
  await sign(ctx, run);
  await broadcast(ctx, run);
  expect((await ctx.signedTransactions.listOf(id))[0]?.nonce).toBe((mined?.nonce ?? 0) + 1);
  expect(await settleNow(later(), { id })).toBe("active");
  await anvil.mine({ blocks: 1 });
  await expect.poll(() => settleNow(later(), { id })).toBe("completed");
  expect(await balanceOf(first)).toBe(valueWei);
  expect(await balanceOf(second)).toBe(valueWei);
});
