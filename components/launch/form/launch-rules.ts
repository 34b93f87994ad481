import {
  explainIdentity,
  explainManagerAddress,
  recipientIssues,
} from "@/components/launch/recipients/recipient-rules";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";
import { decimalMark, formatExact } from "@/lib/client/format-decimal";
import { explainPercent } from "@/lib/client/percent";
import { CHAINS } from "@/lib/domain/chains";
import { explainNumber } from "@/lib/domain/number-text";
import { explainSymbol, tidySymbol } from "@/lib/domain/token-symbol";
import { launchRequest } from "@/lib/schemas/launch";
import type { Config } from "@/lib/schemas/system";
import { link } from "@/lib/schemas/text";
import { issueAt, mergeIssues } from "./form-issues";
import {
  formPath,
  type LaunchDraft,
  LINK_FIELD_NAMES,
  launchDraft,
  linksOf,
  toLaunchBody,
  toUsdc,
  USD_RULES,
} from "./launch-form";

/** What this launchpad allows; undefined while its configuration is not known. */
export type LaunchLimits = Pick<Config, "marketCapUsdc" | "chains"> | undefined;

/** The draft with every rule of the interface and of this launchpad, in users' words and units. */
export function launchFormFor(limits: LaunchLimits) {
  return launchDraft.superRefine((draft, ctx) => {
    for (const { path, message } of findIssues(draft, limits)) {
      ctx.addIssue({ code: "custom", path: [...path], message });
    }
  });
}

/** Everything that keeps a draft from being launched, at the form's own paths. */
export function findIssues(draft: LaunchDraft, limits: LaunchLimits): FormIssue[] {
  const own = [
    ...issueAt(["symbol"], explainSymbol(tidySymbol(draft.symbol))),
    ...LINK_FIELD_NAMES.flatMap((field) => issueAt([field], explainLink(linksOf(draft)[field]))),
    ...issueAt(["media"], draft.media === null ? "Add a picture or a video" : null),
    ...issueAt(["creator", "id"], explainCreator(draft)),
    ...issueAt(["treasury"], explainTreasury(draft, limits)),
    ...issueAt(["managerAddress"], explainManager(draft)),
    ...(draft.treasury === "fee_split" ? recipientIssues(draft) : []),
    ...issueAt(
      ["creatorSharePercent"],
      draft.treasury === "fee_split" ? explainPercent(draft.creatorSharePercent, 2) : null,
    ),
    ...issueAt(["peoplePercent"], explainPercent(draft.peoplePercent, 2)),
    ...issueAt(["marketCapUsd"], explainMarketCap(draft.marketCapUsd, limits)),
  ];
  const checked = launchRequest.safeParse(toLaunchBody(draft));
  const general = (checked.error?.issues ?? []).flatMap(({ path, message }) =>
    path.length === 0 ? [] : [{ path: formPath(path), message }],
  );
  return mergeIssues(own, general);
}

function explainLink(url: string | undefined): string | null {
  if (url === undefined) return null;
  if (url.length > 2_048) return "must be at most 2,048 characters long";
  return link.safeParse(url).success ? null : "must be a link, such as https://example.com";
}

function explainCreator({ creator }: LaunchDraft): string | null {
  return creator.type === "none" ? null : explainIdentity(creator.type, creator.id);
}

function explainTreasury({ treasury, chain }: LaunchDraft, limits: LaunchLimits): string | null {
  const facts = limits?.chains.find(({ slug }) => slug === chain);
  if (facts === undefined || treasury === "none") return null;
  const { feeSplitLaunch, existingManager } = facts.capabilities;
  const isPossible = treasury === "fee_split" ? feeSplitLaunch : existingManager;
  return isPossible ? null : `${CHAINS[chain].name} does not support this. Choose another option.`;
}

function explainManager({ treasury, managerAddress }: LaunchDraft): string | null {
  const isNeeded = treasury === "revenue_manager" || treasury === "fee_split_manager";
  return isNeeded ? explainManagerAddress(managerAddress) : null;
}

function explainMarketCap(text: string, limits: LaunchLimits): string | null {
  const usdc = toUsdc(text);
  if (usdc === null) return explainNumber(text, { ...USD_RULES, mark: decimalMark() }, "4000");
  if (limits === undefined) return null;
  const { min, max } = limits.marketCapUsdc;
  if (BigInt(usdc) >= BigInt(min) && BigInt(usdc) <= BigInt(max)) return null;
  return `must be between ${dollars(min)} and ${dollars(max)}`;
}

/** USDC of 6 decimals as dollars for reading. */
export function dollars(usdc: string): string {
  const digits = usdc.padStart(USD_RULES.decimals + 1, "0");
  const fraction = digits.slice(-USD_RULES.decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -USD_RULES.decimals);
  return `$${formatExact(fraction === "" ? whole : `${whole}.${fraction}`)}`;
}
