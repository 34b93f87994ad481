import type { Capability, Health } from "@/lib/features/system/schema";
import { CHAINS } from "@/lib/shared/chains";
import { formatExact } from "@/lib/web/format/format-decimal";

/** `ok`: works. `slow`: works with delay. `down`: does not work. */
export type Tone = "ok" | "slow" | "down";
export type Finding = { tone: Tone; title: string; text: string };

/** Number of blocks behind the head at which data counts as outdated. */
const LAG_NOTABLE = 20;
/** Seconds without an indexer update after which it counts as stopped. */
const SILENCE_SECONDS = 30;

const CAPABILITY_NAMES = {
  reads: "Explorer and Data API",
  signIn: "Sign-in",
  uploads: "Uploads",
  launches: "Launches, managers and payouts",
  tokenData: "Token data",
} as const satisfies Record<Capability["capability"], string>;

/** The name of a capability, with its chain if it has one. */
export function nameCapability({
  capability,
  chain,
}: Pick<Capability, "capability" | "chain">): string {
  const name = CAPABILITY_NAMES[capability];
  return chain === null ? name : `${name} on ${CHAINS[chain].name}`;
}

export type ChainReading = {
  answers: boolean;
  progress: Health["indexer"][number] | undefined;
};

/**
 * Describes the state of one chain.
 * @param now Unix seconds
 */
export function describeChain({ answers, progress }: ChainReading, now: number): Finding {
  if (!answers) {
    return {
      tone: "down",
      title: "Chain unreachable",
      text: "The RPC node does not respond. Prices do not update and launches stay queued.",
    };
  }
  if (progress === undefined) {
    return {
      tone: "slow",
      title: "Not indexed yet",
      text: "Launches work. Lists and charts appear once the indexer starts.",
    };
  }
  if (now - progress.updatedAt > SILENCE_SECONDS) {
    return {
      tone: "down",
      title: "Indexer stopped",
      text: "Launches and trades work. Lists, charts and prices are outdated.",
    };
  }
  if (progress.rebuiltBlock !== undefined) {
    return {
      tone: "slow",
      title: "Rebuilding the data",
      text: `At block ${formatExact(progress.rebuiltBlock)} of ${formatExact(progress.head)}. Lists, charts and prices stay at block ${formatExact(progress.indexed)} until the rebuild is complete.`,
    };
  }
  if (progress.lag > LAG_NOTABLE) {
    return {
      tone: "slow",
      title: `${formatExact(progress.lag)} blocks behind`,
      text: "The indexer is catching up. Lists, charts and prices are slightly outdated.",
    };
  }
  return { tone: "ok", title: "Up to date", text: "Trades appear within about a second." };
}

/** Overall state of the service: the worst finding, and what still works. */
export function describeService(health: Health, chains: readonly Finding[]): Finding {
  const { parts } = health;
  if (!parts.database) {
    return {
      tone: "down",
      title: "Database unavailable",
      text: "Pages and launches are unavailable. Accepted launches are not lost.",
    };
  }
  if (!parts.limiter) {
    return {
      tone: "down",
      title: "Launches and uploads are paused",
      text: "The rate-limit store does not respond. Read requests still work.",
    };
  }
  if (parts.engine === false) {
    return {
      tone: "down",
      title: "Launches delayed",
      text: "The job engine does not respond. Accepted launches continue once it is back.",
    };
  }
  const isDown = chains.filter(({ tone }) => tone === "down").length;
  if (isDown > 0) {
    return {
      tone: "down",
      title: isDown === chains.length ? "No chain is up to date" : "Partial outage",
      text: "See the details per chain below.",
    };
  }
  // The findings of the chains describe their data.
  if (
    health.capabilities.some(
      ({ capability, state }) => state !== "ok" && capability !== "tokenData",
    )
  ) {
    return { tone: "down", title: "Partial outage", text: "See what is degraded below." };
  }
  if (chains.some(({ tone }) => tone === "slow")) {
    return { tone: "slow", title: "Catching up", text: "All features work. Some data is delayed." };
  }
  return {
    tone: "ok",
    title: "All systems operational",
    text: "Launches, trades, prices and charts work normally.",
  };
}
