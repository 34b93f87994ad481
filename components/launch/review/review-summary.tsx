"use client";

import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import {
  getLinks,
  type LaunchDraft,
  LINK_FIELD_NAMES,
  toUnixSeconds,
  toUsdc,
} from "@/components/launch/form/launch-form";
import { dollars } from "@/components/launch/form/launch-rules";
import type { LaunchStepId } from "@/components/launch/form/launch-steps";
import { unnamedCreator } from "@/components/launch/form/unnamed-creator";
import { MediaPicture } from "@/components/launch/media/media-picture";
import { useManagerTerms } from "@/components/launch/steps/use-manager-terms";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { IDENTITY_LABELS } from "@/components/recipients/identity-fields";
import { getShares } from "@/components/recipients/split-draft";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { normalizeSymbol } from "@/lib/features/launch/rules/token-symbol";
import { CHAINS } from "@/lib/shared/chains";
import { formatExact } from "@/lib/web/format/format-decimal";
import { formatTime } from "@/lib/web/format/format-time";
import { formatPercent, parsePercent } from "@/lib/web/format/percent";

/** As wide as an address, so that the layout does not shift. */
const UNKNOWN_ADDRESS = `0x${"·".repeat(40)}`;

/** Summary of the launch, with a link to edit each part. */
export function ReviewSummary({
  draft,
  address,
  onEdit,
}: {
  draft: LaunchDraft;
  /** Token address; null until the dry run returns it. */
  address: string | null;
  /** Null while editing is disabled. */
  onEdit: ((step: LaunchStepId) => void) | null;
}) {
  const usdc = toUsdc(draft.marketCapUsd);
  return (
    <Card className="divide-y px-4 sm:px-5">
      <Entry title="Token" step="details" onEdit={onEdit}>
        <bdi className="break-words font-medium">{draft.name.trim() || "–"}</bdi>{" "}
        <bdi className="font-mono text-faint text-xs">{normalizeSymbol(draft.symbol)}</bdi>
        <span className="block text-muted">on {CHAINS[draft.chain].name}</span>
      </Entry>
      <Entry title="Description" step="details" onEdit={onEdit}>
        <bdi className="whitespace-pre-line break-words">{draft.description.trim() || "None"}</bdi>
      </Entry>
      <Entry title="Links" step="details" onEdit={onEdit}>
        <Links draft={draft} />
      </Entry>
      <Entry title="Image" step="media" onEdit={onEdit}>
        <MediaPicture media={draft.media} className="size-24 rounded-control" />
        <span className="mt-1 block text-muted">{describeMedia(draft)}</span>
      </Entry>
      <Entry title="Creator" step="fees" onEdit={onEdit}>
        <Creator creator={draft.creator} payer={draft.payer} />
      </Entry>
      <Entry title="Fees" step="fees" onEdit={onEdit}>
        <Fees draft={draft} />
      </Entry>
      <Entry title="Starting market cap" step="price" onEdit={onEdit}>
        {usdc === null ? "–" : dollars(usdc)}
      </Entry>
      <Entry title="Opening time" step="price" onEdit={onEdit}>
        {openingOf(draft)}
      </Entry>
      <div className="grid gap-x-3 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)]">
        <span className="text-faint">Token address</span>
        <output aria-label="Token address" className="break-all font-mono text-xs leading-5">
          {address ?? UNKNOWN_ADDRESS}
        </output>
      </div>
    </Card>
  );
}

function Entry({
  title,
  step,
  onEdit,
  children,
}: {
  title: string;
  step: LaunchStepId;
  onEdit: ((step: LaunchStepId) => void) | null;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <span className="col-span-2 text-faint sm:col-span-1">{title}</span>
      <div className="min-w-0">{children}</div>
      <Button
        variant="ghost"
        size="small"
        aria-label={`Edit: ${title}`}
        disabled={onEdit === null}
        onClick={() => onEdit?.(step)}
        className="-my-1 self-start"
      >
        <Pencil aria-hidden="true" className="size-3.5" />
        Edit
      </Button>
    </div>
  );
}

const LINK_TITLES = {
  websiteUrl: "Website",
  twitterUrl: "X",
  telegramUrl: "Telegram",
  discordUrl: "Discord",
} as const;

function Links({ draft }: { draft: LaunchDraft }) {
  const links = getLinks(draft);
  const given = LINK_FIELD_NAMES.filter((field) => links[field] !== undefined);
  if (given.length === 0) return "None";
  return (
    <ul className="grid gap-0.5">
      {given.map((field) => (
        <li key={field} className="break-all">
          <span className="text-muted">{LINK_TITLES[field]}</span> <bdi>{links[field]}</bdi>
        </li>
      ))}
    </ul>
  );
}

function openingOf({ opensAt }: Pick<LaunchDraft, "opensAt">): string {
  if (opensAt === "") return "At once";
  const startTime = toUnixSeconds(opensAt);
  return startTime === null ? "–" : formatTime(startTime);
}

function describeMedia({ media }: LaunchDraft): string {
  if (media === null) return "None yet";
  return media.kind === "video" ? "Video, approved" : media.name;
}

function Creator({ creator, payer }: Pick<LaunchDraft, "creator" | "payer">) {
  if (creator.type !== "none") return <Person type={creator.type} id={creator.id} />;
  const { title, text } = unnamedCreator({ payer });
  return (
    <>
      {title}
      <span className="block text-muted">{text}</span>
    </>
  );
}

function Person({ type, id }: Pick<LaunchDraft["recipients"][number], "type" | "id">) {
  const name = cleanIdentityInput(type, id);
  const isHandle = type === "twitter" || type === "farcaster";
  return (
    <>
      <bdi className="break-all">{name === "" ? "–" : isHandle ? `@${name}` : name}</bdi>{" "}
      <span className="text-muted">{IDENTITY_LABELS[type].title}</span>
    </>
  );
}

function Fees({ draft }: { draft: LaunchDraft }) {
  const feeShareBps = parsePercent(draft.feeSharePercent, 2);
  const referral = parsePercent(draft.referralPercent, 0);
  return (
    <div className="grid gap-1.5">
      <p>
        {feeShareBps === null
          ? "–"
          : `${show(feeShareBps, 2)} of trading fees to the creator share, `}
        {feeShareBps !== null && `${show(10_000 - feeShareBps, 2)} to buybacks`}
      </p>
      {draft.launchProtection && (
        <p className="text-muted">Launch protection: a higher fee on purchases at first</p>
      )}
      {referral !== null && referral > 0 && (
        <p className="text-muted">{show(referral, 0)} of the trading fee to referrers</p>
      )}
      {draft.treasury === "none" && (
        <p className="text-muted">The creator earns all of the creator share.</p>
      )}
      {draft.treasury === "fee_split" && <Split draft={draft} />}
      {draft.treasury !== "none" && draft.treasury !== "fee_split" && <Manager draft={draft} />}
    </div>
  );
}

function Split({ draft }: { draft: LaunchDraft }) {
  const shares = getShares(draft);
  const first = parsePercent(draft.creatorFirstPercent, 2) ?? 0;
  return (
    <>
      {first > 0 && <p className="text-muted">{show(first, 2)} to the creator first, then:</p>}
      <ol aria-label="Recipients" className="grid gap-1">
        {draft.recipients.map(({ type, id }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: recipients are identified by position
          <li key={index} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">
              <Person type={type} id={id} />
            </span>
            <span className="nums shrink-0">{show(shares[index] ?? null, 5)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Manager({ draft }: { draft: LaunchDraft }) {
  const { note } = useManagerTerms(draft);
  return (
    <>
      <p className="break-all font-mono text-xs leading-5">
        {cleanIdentityInput("wallet", draft.managerAddress) || "–"}
      </p>
      <p className="text-muted">{note}</p>
    </>
  );
}

function show(units: number | null, decimals: number): string {
  return units === null ? "–" : `${formatExact(formatPercent(units, decimals))}%`;
}
