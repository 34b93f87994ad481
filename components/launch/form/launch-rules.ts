import { formatUnits } from "viem";
import {
  validateIdentity,
  validateManagerAddress,
  validateRecipients,
} from "@/components/recipients/recipient-rules";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";
import { findStartProblem } from "@/lib/features/launch/rules/start-time";
import { findSymbolProblem, normalizeSymbol } from "@/lib/features/launch/rules/token-symbol";
import { launchRequest, REFERRAL_SHARE_MAX } from "@/lib/features/launch/schema/request";
import type { Config } from "@/lib/features/system/schema";
import { explainAmount } from "@/lib/features/trade/rules/amounts";
import { link } from "@/lib/schemas/text";
import { CHAINS } from "@/lib/shared/chains";
import { explainNumber } from "@/lib/shared/text/number-text";
import { decimalMark, formatExact } from "@/lib/web/format/format-decimal";
import { explainPercent, parsePercent } from "@/lib/web/format/percent";
import { mayBeAccepted } from "@/lib/web/launch/launch-keys";
import { chainIn } from "@/lib/web/queries";
import { serverSeconds } from "@/lib/web/server-time";
import { addIssues, issueFor, mergeIssues } from "./form-issues";
import {
  draftToLaunchBody,
  firstBuyWeiOf,
  getLinks,
  type LaunchDraft,
  LINK_FIELD_NAMES,
  launchDraft,
  requestOf,
  toFormPath,
  toUnixSeconds,
  toUsdc,
  USD_RULES,
} from "./launch-form";
import { explainChain } from "./unserved-chain";

/** Limits of this launchpad; undefined until its configuration is loaded. */
export type LaunchLimits = Pick<Config, "marketCapUsdc" | "chains"> | undefined;

/** Draft schema with all rules of the API and this launchpad, with messages in user units. */
export function createLaunchSchema(limits: LaunchLimits) {
  return launchDraft.superRefine((draft, ctx) => addIssues(ctx, findIssues(draft, limits)));
}

/**
 * The draft with the payer that its chain allows: the service where no wallet can pay, as the form
 * then has no choice. The choice itself is kept for other chains.
 */
export function withPossiblePayer(draft: LaunchDraft, limits: LaunchLimits): LaunchDraft {
  const facts = chainIn(limits, draft.chain);
  return facts?.capabilities.walletFundedLaunch === false ? { ...draft, payer: "service" } : draft;
}

/** Returns all issues that block the launch, at form paths. */
export function findIssues(typed: LaunchDraft, limits: LaunchLimits): FormIssue[] {
  const draft = withPossiblePayer(typed, limits);
  const own = [
    ...(limits === undefined ? [] : issueFor(["chain"], explainChain(draft.chain, served(limits)))),
    ...issueFor(["symbol"], findSymbolProblem(normalizeSymbol(draft.symbol))),
    ...LINK_FIELD_NAMES.flatMap((field) => issueFor([field], explainLink(getLinks(draft)[field]))),
    ...issueFor(["media"], draft.media === null ? "An image or video is required." : null),
    ...issueFor(["creator", "id"], explainCreator(draft)),
    ...issueFor(["treasury"], explainTreasury(draft, limits)),
    ...issueFor(["managerAddress"], explainManager(draft)),
    ...(draft.treasury === "fee_split" ? validateRecipients(draft) : []),
    ...issueFor(
      ["creatorFirstPercent"],
      draft.treasury === "fee_split" ? explainPercent(draft.creatorFirstPercent, 2) : null,
    ),
    ...issueFor(["feeSharePercent"], explainPercent(draft.feeSharePercent, 2)),
    ...issueFor(["launchProtection"], explainProtection(draft, limits)),
    ...issueFor(["referralPercent"], explainReferral(draft.referralPercent)),
    ...issueFor(["marketCapUsd"], explainMarketCap(draft.marketCapUsd, limits)),
    ...issueFor(["opensAt"], explainOpening(draft)),
    ...issueFor(["firstBuyEth"], explainFirstBuy(draft, limits)),
  ];
  const checked = launchRequest.safeParse(draftToLaunchBody(draft));
  const general = (checked.error?.issues ?? []).flatMap(({ path, message }) =>
    path.length === 0 ? [] : [{ path: toFormPath(path), message }],
  );
  return mergeIssues(own, general);
}

function served({ chains }: NonNullable<LaunchLimits>) {
  return chains.map(({ slug }) => slug);
}

function explainLink(url: string | undefined): string | null {
  if (url === undefined) return null;
  if (url.length > 2_048) return "must be at most 2,048 characters long";
  return link.safeParse(url).success ? null : "must be a link, such as https://example.com";
}

function explainCreator({ creator }: LaunchDraft): string | null {
  return creator.type === "none" ? null : validateIdentity(creator.type, creator.id);
}

function explainTreasury({ treasury, chain }: LaunchDraft, limits: LaunchLimits): string | null {
  const facts = chainIn(limits, chain);
  if (facts === undefined || treasury === "none") return null;
  const { feeSplitLaunch, existingManager } = facts.capabilities;
  const isPossible = treasury === "fee_split" ? feeSplitLaunch : existingManager;
  return isPossible ? null : `${CHAINS[chain].name} does not support this. Choose another option.`;
}

function explainProtection(draft: LaunchDraft, limits: LaunchLimits): string | null {
  const facts = chainIn(limits, draft.chain);
  if (!draft.launchProtection || facts === undefined) return null;
  if (facts.capabilities.launchProtection) return null;
  return `is not available on ${CHAINS[draft.chain].name}. Switch it off.`;
}

function explainReferral(text: string): string | null {
  if (text.trim() === "") return null;
  const unread = explainPercent(text, 0);
  if (unread !== null) return unread;
  const percent = parsePercent(text, 0);
  return percent !== null && percent <= REFERRAL_SHARE_MAX
    ? null
    : `must be between 0% and ${REFERRAL_SHARE_MAX}%`;
}

function explainManager({ treasury, managerAddress }: LaunchDraft): string | null {
  const isNeeded = treasury === "revenue_manager" || treasury === "fee_split_manager";
  return isNeeded ? validateManagerAddress(managerAddress) : null;
}

function explainMarketCap(text: string, limits: LaunchLimits): string | null {
  const usdc = toUsdc(text);
  if (usdc === null) {
    const example =
      limits === undefined
        ? "4000"
        : formatUnits(BigInt(limits.marketCapUsdc.default), USD_RULES.decimals);
    return explainNumber(text, { ...USD_RULES, mark: decimalMark() }, example);
  }
  if (limits === undefined) return null;
  const { min, max } = limits.marketCapUsdc;
  if (BigInt(usdc) >= BigInt(min) && BigInt(usdc) <= BigInt(max)) return null;
  return `must be between ${dollars(min)} and ${dollars(max)}`;
}

function explainOpening(draft: LaunchDraft): string | null {
  if (draft.opensAt === "") return null;
  const startTime = toUnixSeconds(draft.opensAt);
  if (startTime === null) return "must be a date and a time";
  const now = serverSeconds();
  // The service may have accepted the launch in time. With another opening it would be a second launch.
  if (startTime <= now && mayBeAccepted(requestOf(draft))) return null;
  return findStartProblem(startTime, now);
}

function explainFirstBuy(draft: LaunchDraft, limits: LaunchLimits): string | null {
  const wei = firstBuyWeiOf(draft);
  if (wei === null) return explainAmount(draft.firstBuyEth, decimalMark()) ?? "must be above 0";
  if (wei === 0n) return null;
  if (draft.opensAt !== "") return "is not possible with an opening time";
  const { type } = draft.creator;
  if (type === "wallet" || type === "none") return null;
  const facts = chainIn(limits, draft.chain);
  return facts?.accountTrading === false
    ? "needs a creator with a wallet address: managed wallets cannot trade on this chain"
    : null;
}

/** Formats USDC units (6 decimals) as US dollars. */
export function dollars(usdc: string): string {
  const digits = usdc.padStart(USD_RULES.decimals + 1, "0");
  const fraction = digits.slice(-USD_RULES.decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -USD_RULES.decimals);
  return `$${formatExact(fraction === "" ? whole : `${whole}.${fraction}`)}`;
}
