import type { BodyOf } from "@slipway-launchpad/client";
import { parseDecimalFlag } from "./parse-decimal-flag";
import { readConsent } from "./read-consent";
import { requireFlag } from "./read-flags";
import { readSplits } from "./read-splits";

/** Flags that describe the token and who earns its fees. */
export const LAUNCH_FLAGS = {
  name: { type: "string" },
  symbol: { type: "string" },
  image: { type: "string" },
  video: { type: "string" },
  description: { type: "string" },
  website: { type: "string" },
  twitter: { type: "string" },
  telegram: { type: "string" },
  discord: { type: "string" },
  "creator-address": { type: "string" },
  "creator-email": { type: "string" },
  "creator-twitter": { type: "string" },
  "creator-farcaster": { type: "string" },
  split: { type: "string", multiple: true },
  "creator-share": { type: "string" },
  "creator-fee-split": { type: "string" },
  "revenue-manager": { type: "string" },
  "fee-split-manager": { type: "string" },
  "fee-split-manager-consent": { type: "string" },
  "market-cap": { type: "string" },
  "start-time": { type: "string" },
  "launch-protection": { type: "boolean", default: false },
  "referral-share": { type: "string" },
  "dry-run": { type: "boolean", default: false },
} as const;

type LaunchValues = {
  [Flag in keyof typeof LAUNCH_FLAGS]?: (typeof LAUNCH_FLAGS)[Flag] extends { multiple: true }
    ? string[] | undefined
    : (typeof LAUNCH_FLAGS)[Flag] extends { type: "boolean" }
      ? boolean | undefined
      : string | undefined;
};

const USDC_DECIMALS = 6;

/**
 * The request body of the flags; absent flags are left out.
 * @throws UsageError
 */
export function flagsToLaunchBody(values: LaunchValues): BodyOf<"launchMemecoin"> {
  const marketCap = values["market-cap"];
  const consent = values["fee-split-manager-consent"];
  return {
    name: requireFlag(values.name, "name"),
    symbol: requireFlag(values.symbol, "symbol"),
    imageIpfs: values.video === undefined ? requireFlag(values.image, "image") : values.image,
    videoUID: values.video,
    description: values.description,
    websiteUrl: values.website,
    twitterUrl: values.twitter,
    telegramUrl: values.telegram,
    discordUrl: values.discord,
    creatorAddress: values["creator-address"],
    creatorEmail: values["creator-email"],
    creatorTwitterUsername: values["creator-twitter"],
    creatorFarcasterUsername: values["creator-farcaster"],
    feeSplitRecipients: values.split && readSplits(values.split),
    creatorShare: values["creator-share"],
    creatorFeeSplit: values["creator-fee-split"],
    revenueManagerAddress: values["revenue-manager"],
    feeSplitManagerAddress: values["fee-split-manager"],
    feeSplitManagerConsent: consent === undefined ? undefined : readConsent(consent),
    marketCap: marketCap && String(parseDecimalFlag(marketCap, USDC_DECIMALS, "market-cap")),
    startTime: values["start-time"],
    referralShare: values["referral-share"],
    ...(values["launch-protection"] ? { launchProtection: true } : {}),
    ...(values["dry-run"] ? { dryRun: true } : {}),
  };
}
