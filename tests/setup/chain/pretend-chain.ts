import { type Address, concat, getCreate2Address, type Hex } from "viem";
import { type ArtifactName, initCode } from "@/contracts/script/build/artifact";
import { FEEDS, PERIPHERY } from "@/contracts/script/deploy/chain-config";
import { CREATE2_FACTORY, routerStep, ZERO_SALT } from "@/contracts/script/deploy/plan-deployment";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Anvil } from "./anvil";
import { poolManagerCode } from "./pool-manager-code";
import { receiptOf } from "./receipt-of";

/** ETH/USD of the pretended feed. */
export const PRETEND_USD = 3_100;
const PERMIT2_SALT: Hex = "0x0000000000000000000000000000000000000000d3af2663da51c10215000000";
/** Returns (1, 0, 1, now, 1) to every call: a sequencer that has been up since 1970. */
const SEQUENCER_UP: Hex = "0x6001600052600160405242606052600160805260a06000f3";

/**
 * Makes an anvil resemble a real chain: Uniswap's contracts of the npm packages at the chain's own
 * addresses, and the chain's known feeds.
 */
export async function pretendToBe(anvil: Anvil, slug: ChainSlug): Promise<void> {
  const { client, test } = anvil;
  const { wallet } = await anvil.funded();
  const { poolManager, permit2, universalRouter, v4Quoter, stateView, weth } = PERIPHERY[slug];

  const create = async (data: Hex, bytecode: Hex, salt: Hex) => {
    await receiptOf(client, await wallet.sendTransaction({ to: CREATE2_FACTORY, data }));
    return getCreate2Address({ from: CREATE2_FACTORY, salt, bytecode });
  };
  /** Runs a constructor elsewhere and copies its code, which contains the arguments. */
  const place = async (address: Address, name: ArtifactName, args: readonly unknown[]) => {
    const code = initCode(name, args);
    const made = await create(concat([ZERO_SALT, code]), code, ZERO_SALT);
    const bytecode = await client.getCode({ address: made });
    if (bytecode === undefined) throw new Error(`${name} was not created`);
    await test.setCode({ address, bytecode });
  };

  await test.setCode({ address: poolManager, bytecode: poolManagerCode(poolManager) });
  const permit2Code = initCode("Permit2", []);
  await create(concat([PERMIT2_SALT, permit2Code]), permit2Code, PERMIT2_SALT);
  await place(weth, "WrappedEther", []);
  await place(v4Quoter, "V4Quoter", [poolManager]);
  await place(stateView, "StateView", [poolManager]);
  const router = routerStep({ slug, permit2, poolManager });
  await place(universalRouter, router.contract, router.args);
  const { ethUsd, sequencer } = FEEDS[slug];
  if (ethUsd) await place(ethUsd.address, "FixedEthUsdFeed", [BigInt(PRETEND_USD) * 100_000_000n]);
  if (sequencer) await test.setCode({ address: sequencer, bytecode: SEQUENCER_UP });
}
