import { type Address, isAddress } from "viem";
import { z } from "zod";
import type { DemoChain } from "./chain-client";
import type { Service } from "./create-service";
import { addPrice, type DemoMarket } from "./market";
import type { Random } from "./random";

const listSchema = z.object({
  data: z.array(
    z.object({
      tokenAddress: z.string().refine((value): value is Address => isAddress(value)),
      symbol: z.string(),
      name: z.string(),
      createdAt: z.number(),
    }),
  ),
});

/** The tokens of a chain from the Data API, with their prices from the chain. */
export class Markets {
  readonly #byToken = new Map<Address, DemoMarket>();
  readonly names = new Set<string>();

  constructor(
    private readonly service: Service,
    private readonly chain: DemoChain,
    private readonly random: Random,
  ) {}

  all(): DemoMarket[] {
    return [...this.#byToken.values()];
  }

  newest(): DemoMarket | undefined {
    return this.all().reduce<DemoMarket | undefined>(
      (best, one) => (best === undefined || one.listedAtMs > best.listedAtMs ? one : best),
      undefined,
    );
  }

  /** A random token, weighted by appeal. */
  byAppeal(random: Random): DemoMarket | undefined {
    const all = this.all();
    let left = random.next() * all.reduce((sum, one) => sum + one.appeal, 0);
    return all.find((one) => {
      left -= one.appeal;
      return left <= 0;
    });
  }

  /** Fetches newly launched tokens. */
  async refreshList(): Promise<void> {
    const response = await this.service(`/v1/${this.chain.slug}/tokens?limit=100`);
    if (!response.ok) return;
    const { data } = listSchema.parse(await response.json());
    for (const { tokenAddress, symbol, name, createdAt } of data) {
      this.names.add(name);
      if (this.#byToken.has(tokenAddress)) continue;
      this.#byToken.set(tokenAddress, {
        token: tokenAddress,
        symbol,
        poolId: this.chain.poolIdOf(tokenAddress),
        listedAtMs: createdAt * 1000,
        appeal: this.random.skewed(1, 0.8),
        prices: [],
      });
    }
  }

  /** Reads all prices and changes each token's appeal slightly. */
  async refreshPrices(nowMs: number): Promise<void> {
    const readings = this.all().map(async (market) => {
      const price = await this.chain.priceOf(market.poolId);
      if (price !== null) addPrice(market, nowMs, price);
      const drifted = market.appeal * this.random.skewed(1, 0.03);
      market.appeal = Math.min(Math.max(drifted, 0.05), 8);
    });
    await Promise.allSettled(readings);
  }
}
