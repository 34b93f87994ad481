import type { Readiness } from "@/lib/schemas/system";

/** `ok`: as it should be. `slow`: works, but late. `down`: does not work. */
export type Tone = "ok" | "slow" | "down";
export type Finding = { tone: Tone; title: string; text: string };

/** Blocks behind the head from which on people see old numbers. */
const LAG_NOTABLE = 20;
/** Seconds without a look of the indexer after which it is taken for stopped. */
const SILENCE_SECONDS = 30;

export type ChainReading = {
  answers: boolean;
  progress: Readiness["indexer"][number] | undefined;
};

/**
 * What is to be said of one chain.
 * @param now Unix seconds
 */
export function describeChain({ answers, progress }: ChainReading, now: number): Finding {
  if (!answers) {
    return {
      tone: "down",
      title: "No answer from the chain",
      text: "Its node does not answer. Prices stand still and launches wait until it does.",
    };
  }
  if (progress === undefined) {
    return {
      tone: "slow",
      title: "Not indexed yet",
      text: "Launches work; lists and charts fill once the indexer has begun.",
    };
  }
  if (now - progress.updatedAt > SILENCE_SECONDS) {
    return {
      tone: "down",
      title: "The indexer stands still",
      text: "Launches and trades work; lists, charts and prices show an older state.",
    };
  }
  if (progress.lag > LAG_NOTABLE) {
    return {
      tone: "slow",
      title: `${progress.lag.toLocaleString("en")} blocks behind`,
      text: "The indexer is catching up. Lists, charts and prices are a little old.",
    };
  }
  return { tone: "ok", title: "Up to date", text: "Trades show within about a second." };
}

/** The service in one sentence: the worst of what was found, and what still works. */
export function describeService(readiness: Readiness, chains: readonly Finding[]): Finding {
  const { parts } = readiness;
  if (!parts.database) {
    return {
      tone: "down",
      title: "The database does not answer",
      text: "Nothing can be read or launched until it is back. Nothing that was accepted is lost.",
    };
  }
  if (!parts.limiter) {
    return {
      tone: "down",
      title: "Launches and uploads are paused",
      text: "The rate-limit store does not answer. Reading goes on.",
    };
  }
  if (parts.engine === false) {
    return {
      tone: "down",
      title: "Launches wait",
      text: "The job engine does not answer. What was accepted is launched once it is back.",
    };
  }
  const isDown = chains.filter(({ tone }) => tone === "down").length;
  if (isDown > 0) {
    return {
      tone: "down",
      title:
        isDown === chains.length ? "No chain is up to date" : "One part is not as it should be",
      text: "See below what that means for each chain.",
    };
  }
  if (chains.some(({ tone }) => tone === "slow")) {
    return { tone: "slow", title: "Catching up", text: "Everything works; some numbers are late." };
  }
  return {
    tone: "ok",
    title: "Everything runs",
    text: "Launches, trades, prices and charts are as they should be.",
  };
}
