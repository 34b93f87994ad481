import { type Address, parseEther, testActions } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { feeStreamAbi } from "@/lib/shared/abi/fee-stream";
import { newAddress } from "../../setup/chain/new-address";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

const read = (address: Address) =>
  fixture.ctx.market.readAccount({ chainId: fixture.chainId, address });
const claimedBy = async (address: Address) => (await read(address)).streamsClaimedWei;

it("counts fees that were claimed to another address for the holder, also after a reorg", async () => {
  const anvil = fixture.chain.client.extend(testActions({ mode: "anvil" }));
  const { address: creator, wallet } = await fixture.chain.funded();
  const { address: buyer, wallet: buyerWallet } = await fixture.chain.funded();
  const { token } = await fixture.launch({ creatorAddress: creator });
  const { feeStream } = fixture.deployment.contracts;
  const elsewhere = newAddress();
  const received = () => anvil.getBalance({ address: elsewhere });

  async function claim(by: typeof wallet) {
    const hash = await by.writeContract({
      address: feeStream,
      abi: feeStreamAbi,
      functionName: "claimTo",
      args: [token, elsewhere],
    });
    await fixture.trader.mined(hash);
    return hash;
  }

  await fixture.trader.buy(token, parseEther("1"));
  await claim(wallet);
  const first = await received();
  const sold = await wallet.writeContract({
    address: feeStream,
    abi: feeStreamAbi,
    functionName: "transferFrom",
    args: [creator, buyer, BigInt(token)],
  });
  await fixture.trader.mined(sold);
  await fixture.trader.buy(token, parseEther("1"));
  const hash = await claim(buyerWallet);
  const second = (await received()) - first;
  await fixture.untilIndexed();
  expect(second).toBeGreaterThan(0n);
  expect(await claimedBy(creator)).toBe(first);
  expect(await claimedBy(buyer)).toBe(second);
  expect(await claimedBy(elsewhere)).toBe(0n);
  // The rows of a holder add up to its total: what was paid to earlier holders is not in them.
  expect((await read(buyer)).streams).toMatchObject([{ token, paidWei: second }]);

  await fixture.chain.reorg(1);
  await anvil.dropTransaction({ hash });
  await anvil.mine({ blocks: 1 });
  await fixture.untilIndexed();
  expect(await claimedBy(creator)).toBe(first);
  expect(await claimedBy(buyer)).toBe(0n);
  expect(await claimedBy(elsewhere)).toBe(0n);
});
