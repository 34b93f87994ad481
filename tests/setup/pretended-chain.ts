import { type Address, getAddress, type Hex } from "viem";
import { initCode } from "@/contracts/script/artifact";
import { PERIPHERY } from "@/contracts/script/chain-config";
import { routerStep } from "@/contracts/script/plan-deployment";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { type Anvil, startAnvil } from "./anvil";
import { receiptOf } from "./receipt-of";

/** An anvil with a real chain's id and, at the real addresses, what a launchpad needs there. */
export type PretendedChain = Anvil & {
  /** An ETH / USD feed, and an uptime feed of a sequencer that has been up since 1970. */
  feed: Address;
  sequencerFeed: Address;
};

const FEED = getAddress("0x00000000000000000000000000000000000feed1");
const SEQUENCER_FEED = getAddress("0x00000000000000000000000000000000000feed2");
const ETH_USD = 310_000_000_000n;
/** Returns the words 0, 0, 1, 1, 0 to every call: a round that started and was updated at 1, up. */
const ALWAYS_UP: Hex = "0x6001604052600160605260a06000f3";

/**
 * Starts a chain that resembles a real one: Uniswap's contracts from the npm packages at the
 * addresses of that chain, wrapped ether and Permit2 as well.
 */
export async function startPretendedChain(slug: ChainSlug): Promise<PretendedChain> {
  const { chainId } = CHAINS[slug];
  const anvil = await startAnvil({ chainId });
  const { client, test } = anvil;
  const { poolManager, permit2, universalRouter, v4Quoter, stateView, weth } = PERIPHERY[slug];

  /** Runs a constructor and puts the code that it returns at an address. */
  const place = async (address: Address, data: Hex) => {
    const { data: bytecode } = await client.call({ data });
    if (bytecode === undefined) throw new Error(`The constructor for ${address} returned no code`);
    await test.setCode({ address, bytecode });
  };

  try {
    // The PoolManager knows its own address, so it is created and then moved.
    const deployer = await anvil.funded();
    const hash = await deployer.wallet.sendTransaction({
      data: initCode("PoolManager", [deployer.address]),
    });
    const { contractAddress } = await receiptOf(client, hash);
    if (contractAddress == null) throw new Error("The PoolManager was not created");
    const created = await client.getCode({ address: contractAddress });
    const [from, to] = [contractAddress, poolManager].map((one) => one.slice(2).toLowerCase());
    const moved: Hex = `0x${(created ?? "").slice(2).replaceAll(from ?? "", to ?? "")}`;
    await test.setCode({ address: poolManager, bytecode: moved });

    await place(permit2, initCode("Permit2", []));
    await place(weth, initCode("WrappedEther", []));
    await place(v4Quoter, initCode("V4Quoter", [poolManager]));
    await place(stateView, initCode("StateView", [poolManager]));
    const router = routerStep({ slug, permit2, poolManager });
    await place(universalRouter, initCode(router.contract, router.args));
    await place(FEED, initCode("FixedEthUsdFeed", [ETH_USD]));
    await test.setCode({ address: SEQUENCER_FEED, bytecode: ALWAYS_UP });
    return { ...anvil, feed: FEED, sequencerFeed: SEQUENCER_FEED };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}
