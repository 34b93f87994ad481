import { type Address, zeroAddress } from "viem";
import { UNIVERSAL_ROUTERS } from "@/lib/features/trade/rules/universal-router";
import type { ChainSlug } from "@/lib/shared/chains";

/** Uniswap's contracts on a chain, and the wrapped ether that they use. */
export type Periphery = {
  poolManager: Address;
  universalRouter: Address;
  permit2: Address;
  v4Quoter: Address;
  stateView: Address;
  weth: Address;
};

const PERMIT2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

/** Wrapped ether of every OP Stack chain. */
const OP_STACK_WETH = "0x4200000000000000000000000000000000000006";

/** Source: @uniswap/sdk-core 7.19.4 and @uniswap/universal-router-sdk 5.13.0. */
export const PERIPHERY = {
  base: {
    poolManager: "0x498581fF718922c3f8e6A244956aF099B2652b2b",
    universalRouter: UNIVERSAL_ROUTERS.base.address,
    permit2: PERMIT2,
    v4Quoter: "0x0d5e0F971ED27FBfF6c2837bf31316121532048D",
    stateView: "0xA3c0c9b65baD0b08107Aa264b0f3dB444b867A71",
    weth: OP_STACK_WETH,
  },
  "base-sepolia": {
    poolManager: "0x05E73354cFDd6745C338b50BcFDfA3Aa6fA03408",
    universalRouter: UNIVERSAL_ROUTERS["base-sepolia"].address,
    permit2: PERMIT2,
    v4Quoter: "0x4A6513c898fe1B2d0E78d3b0e0A4a151589B1cBa",
    stateView: "0x571291b572ed32ce6751a2Cb2486EbEe8DEfB9B4",
    weth: OP_STACK_WETH,
  },
  robinhood: {
    poolManager: "0x8366a39CC670B4001A1121B8F6A443A643e40951",
    universalRouter: UNIVERSAL_ROUTERS.robinhood.address,
    permit2: PERMIT2,
    v4Quoter: "0x8Dc178eFB8111BB0973Dd9d722ebeFF267c98F94",
    stateView: "0xF3334192D15450CdD385c8B70e03f9A6bD9E673b",
    weth: "0x0Bd7D308f8E1639FAb988df18A8011f41EAcAD73",
  },
} as const satisfies Record<ChainSlug, Periphery>;

/** Feeds of a chain. A heartbeat is the longest time between two answers that its provider promises. */
type Feeds = {
  ethUsd: { address: Address; heartbeatSeconds: number } | null;
  /** L2 sequencer uptime feed; null if none is published. */
  sequencer: Address | null;
};

/**
 * Chainlink's feeds. Sources: https://docs.chain.link/data-feeds/price-feeds/addresses?network=base and
 * https://docs.chain.link/data-feeds/l2-sequencer-feeds. Chainlink promises no heartbeat on testnets;
 * an hour is ours. No feed of Robinhood Chain was known when this was written.
 */
export const FEEDS: Record<ChainSlug, Feeds> = {
  base: {
    ethUsd: { address: "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70", heartbeatSeconds: 1_200 },
    sequencer: "0xBCF85224fc0756B9Fa45aA7892530B47e10b6433",
  },
  "base-sepolia": {
    ethUsd: { address: "0x4aDC67696bA383F43DD60A9e78F2C97Fbbfc7cb1", heartbeatSeconds: 3_600 },
    sequencer: null,
  },
  robinhood: { ethUsd: null, sequencer: null },
};

/** An answer may be this much older than the heartbeat before launches stop. */
export const HEARTBEAT_MARGIN_SECONDS = 1_200;
/** Heartbeat of a feed that the service sets. */
export const OWNER_FEED_HEARTBEAT_SECONDS = 3_600;

/** Permanent settings of a deployment, and the price source, which can be replaced. */
export type Settings = {
  /** Fee of every swap in basis points. */
  feeBps: number;
  /** Ticks per second by which the wall's anchor follows a rising price. */
  anchorSpeed: number;
  /** Pending ETH at which a wall is moved. */
  wallThresholdWei: bigint;
  /** Fee of a purchase at the opening of a protected pool, in basis points; 0 with 0 seconds: not offered. */
  protectionStartBps: number;
  /** Time in which it falls to `feeBps`. At most (`protectionStartBps` - `feeBps`) / `anchorSpeed`. */
  protectionSeconds: number;
  price: {
    heartbeatSeconds: number;
    /** Lowest and highest accepted price of one ETH in dollars. */
    minUsd: bigint;
    maxUsd: bigint;
    /** L2 sequencer uptime feed; the zero address if there is none. */
    sequencerFeed: Address;
    sequencerGraceSeconds: number;
    minMarketCapUsdc: bigint;
    maxMarketCapUsdc: bigint;
  };
};

const MARKET_CAPS = {
  minMarketCapUsdc: 100_000_000n,
  maxMarketCapUsdc: 1_000_000_000_000_000n,
} as const;

/** Settings of a real chain. The wall threshold of 0.1 ETH keeps the cost of a move below 0.1%. */
export const PRODUCTION_SETTINGS: Settings = {
  feeBps: 100,
  anchorSpeed: 2,
  wallThresholdWei: 100_000_000_000_000_000n,
  protectionStartBps: 5_000,
  protectionSeconds: 600,
  price: {
    heartbeatSeconds: 3_600,
    minUsd: 100n,
    maxUsd: 100_000n,
    sequencerFeed: zeroAddress,
    sequencerGraceSeconds: 3_600,
    ...MARKET_CAPS,
  },
};

/** Settings of the sandbox: a few small trades move the wall. */
export const SANDBOX_SETTINGS: Settings = {
  ...PRODUCTION_SETTINGS,
  wallThresholdWei: 10_000_000_000_000_000n,
};

/** ETH/USD of the sandbox's fixed feed, 8 decimals. */
export const SANDBOX_ETH_USD = 300_000_000_000n;
