"use client";

import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import {
  type LaunchDraft,
  LINK_FIELD_NAMES,
  linksOf,
  sharesOf,
  toUsdc,
} from "@/components/launch/form/launch-form";
import { dollars } from "@/components/launch/form/launch-rules";
import type { LaunchStepId } from "@/components/launch/form/launch-steps";
import { MediaPicture } from "@/components/launch/media/media-picture";
import { IDENTITY_WORDS, NOBODY_TEXT } from "@/components/launch/recipients/identity-fields";
import { tidyIdentity } from "@/components/launch/recipients/normalize-identity";
import { useManagerTerms } from "@/components/launch/steps/use-manager-terms";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatExact } from "@/lib/client/format-decimal";
import { formatPercent, parsePercent } from "@/lib/client/percent";
import { CHAINS } from "@/lib/domain/chains";
import { tidySymbol } from "@/lib/domain/token-symbol";

/** As wide as an address, so that nothing moves when it is known. */
const UNKNOWN_ADDRESS = `0x${"·".repeat(40)}`;

/** Everything that a launch fixes for good, each with the way back to where it is changed. */
export function ReviewFacts({
  draft,
  address,
  onEdit,
}: {
  draft: LaunchDraft;
  /** The token's address, null while it is not known. */
  address: string | null;
  /** Null while nothing can be changed. */
  onEdit: ((step: LaunchStepId) => void) | null;
}) {
  const usdc = toUsdc(draft.marketCapUsd);
  return (
    <Card className="divide-y px-4 sm:px-5">
      <Entry title="Token" step="details" onEdit={onEdit}>
        <bdi className="break-words font-medium">{draft.name.trim() || "–"}</bdi>{" "}
        <bdi className="font-mono text-faint text-xs">{tidySymbol(draft.symbol)}</bdi>
        <span className="block text-muted">on {CHAINS[draft.chain].name}</span>
      </Entry>
      <Entry title="Description" step="details" onEdit={onEdit}>
        <bdi className="whitespace-pre-line break-words">{draft.description.trim() || "None"}</bdi>
      </Entry>
      <Entry title="Links" step="details" onEdit={onEdit}>
        <Links draft={draft} />
      </Entry>
      <Entry title="Picture" step="media" onEdit={onEdit}>
        <MediaPicture media={draft.media} className="size-24 rounded-control" />
        <span className="mt-1 block text-muted">{describeMedia(draft)}</span>
      </Entry>
      <Entry title="Creator" step="earnings" onEdit={onEdit}>
        <Creator creator={draft.creator} />
      </Entry>
      <Entry title="Fees" step="earnings" onEdit={onEdit}>
        <Fees draft={draft} />
      </Entry>
      <Entry title="Starting market cap" step="price" onEdit={onEdit}>
        {usdc === null ? "–" : dollars(usdc)}
      </Entry>
      <div className="grid gap-x-3 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)]">
        <span className="text-faint">Address</span>
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
        aria-label={`Change: ${title}`}
        disabled={onEdit === null}
        onClick={() => onEdit?.(step)}
        className="-my-1 self-start"
      >
        <Pencil aria-hidden="true" className="size-3.5" />
        Change
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
  const links = linksOf(draft);
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

function describeMedia({ media }: LaunchDraft): string {
  if (media === null) return "None yet";
  return media.kind === "video" ? "Video, approved" : media.name;
}

function Creator({ creator: { type, id } }: { creator: LaunchDraft["creator"] }) {
  if (type === "none") {
    return (
      <>
        Nobody
        <span className="block text-muted">{NOBODY_TEXT}</span>
      </>
    );
  }
  return <Person type={type} id={id} />;
}

function Person({ type, id }: Pick<LaunchDraft["recipients"][number], "type" | "id">) {
  const name = tidyIdentity(type, id);
  const isHandle = type === "twitter" || type === "farcaster";
  return (
    <>
      <bdi className="break-all">{name === "" ? "–" : isHandle ? `@${name}` : name}</bdi>{" "}
      <span className="text-muted">{IDENTITY_WORDS[type].title}</span>
    </>
  );
}

function Fees({ draft }: { draft: LaunchDraft }) {
  const people = parsePercent(draft.peoplePercent, 2);
  return (
    <div className="grid gap-1.5">
      <p>
        {people === null ? "–" : `${show(people, 2)} of the trading fees to people, `}
        {people !== null && `${show(10_000 - people, 2)} to buybacks`}
      </p>
      {draft.treasury === "none" && <p className="text-muted">The creator earns all of it.</p>}
      {draft.treasury === "fee_split" && <Split draft={draft} />}
      {draft.treasury !== "none" && draft.treasury !== "fee_split" && <Manager draft={draft} />}
    </div>
  );
}

function Split({ draft }: { draft: LaunchDraft }) {
  const shares = sharesOf(draft);
  const first = parsePercent(draft.creatorSharePercent, 2) ?? 0;
  return (
    <>
      {first > 0 && (
        <p className="text-muted">{show(first, 2)} of it to the creator first, then:</p>
      )}
      <ol aria-label="Recipients" className="grid gap-1">
        {draft.recipients.map(({ type, id }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells recipients apart
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
      <p className="break-all font-mono text-xs leading-5">{draft.managerAddress.trim() || "–"}</p>
      <p className="text-muted">{note}</p>
    </>
  );
}

function show(units: number | null, decimals: number): string {
  return units === null ? "–" : `${formatExact(formatPercent(units, decimals))}%`;
}
