"use client";

import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageLink } from "@/components/ui/page-link";
import { BLOCK_LABELS, REASON_LABELS } from "@/lib/features/moderation/rules/moderation";
import type { QueueItem, QueueToken } from "@/lib/features/moderation/schema";
import { CHAINS } from "@/lib/shared/chains";
import { type Choice, type Chosen, closeVerb, isAppealed, isTextless } from "./choice-dialog";

const RESTORE = {
  token: "Restore token",
  picture: "Restore image",
  video: "Restore video",
  creator: "Unblock creator",
} as const satisfies Record<QueueItem["kind"], string>;

/** The title of an entry whose target belongs to several tokens. */
const SHARED = {
  token: "Token",
  picture: "Image",
  video: "Video",
  creator: "Creator",
} as const satisfies Record<QueueItem["kind"], string>;

/** A reported target with its evidence and the available actions. */
export function QueueEntry({
  item,
  onChoose,
}: {
  item: QueueItem;
  onChoose: (chosen: Chosen) => void;
}) {
  const { kind, key, tokens, state, count, appealCount, reasons, blocks } = item;
  const [first = null] = tokens;
  const only = tokens.length === 1 ? first : null;
  const choose = (choice: Choice, token: QueueToken | null = null) =>
    onChoose({ choice, item, token });
  const close = <Choose onClick={() => choose("close")}>{closeVerb(item)}…</Choose>;
  return (
    <li data-slot="queue-entry">
      <Card className="grid gap-3 p-4 sm:p-5">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className="wrap-anywhere min-w-0 font-semibold">
            <EntryTitle item={item} />
          </h3>
          <Badge tone="sea">{kind}</Badge>
          {state !== null && <Badge>{state.replace("_", " ")}</Badge>}
          {only !== null && <TokenState kind={kind} token={only} />}
          <span className="nums text-muted text-sm">{countText(count, appealCount)}</span>
        </div>
        {first !== null && (
          <p className="break-all font-mono text-faint text-xs">
            {key}
            {only !== null && <LaunchJob jobId={only.jobId} />}
          </p>
        )}
        {kind === "creator" && blocks.length === 0 && tokens.every((one) => !isBlockable(one)) && (
          <p className="text-muted text-sm">
            The launch named no creator, and its sender is no longer known.
          </p>
        )}
        {reasons.length > 0 && (
          <p className="text-muted text-sm">
            {reasons.map((one) => `${REASON_LABELS[one.reason]}: ${one.count}`).join(" · ")}
          </p>
        )}
        <Evidence item={item} />
        {only === null && first !== null && <Tokens item={item} onChoose={choose} />}
        <div className="flex flex-wrap gap-2">
          {state !== null && <Choose onClick={() => choose("restore")}>{RESTORE[kind]}…</Choose>}
          {isAppealed(item) && close}
          {only !== null && <TokenActions item={item} token={only} onChoose={choose} />}
          {kind === "picture" && state === null && (
            <Choose onClick={() => choose("picture")}>Remove image…</Choose>
          )}
          {kind === "video" && state === null && (
            <Choose onClick={() => choose("video")}>Remove video…</Choose>
          )}
          {first === null && blocks.length > 0 && state !== "blocked" && (
            <Choose onClick={() => choose("creator")}>Block creator…</Choose>
          )}
          {!isAppealed(item) && close}
        </div>
      </Card>
    </li>
  );
}

type OnChoose = (choice: Choice, token: QueueToken) => void;

/** The tokens that share a target; each has actions of its own. */
function Tokens({ item, onChoose }: { item: QueueItem; onChoose: OnChoose }) {
  return (
    <ul aria-label="Tokens" className="grid gap-3 border-l pl-3">
      {item.tokens.map((token) => (
        <li key={`${token.chain} ${token.address}`} className="grid gap-2">
          <div className="wrap-anywhere flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
            <span className="min-w-0">
              <TokenName token={token} />
            </span>
            <TokenState kind={item.kind} token={token} />
            <span className="nums text-muted">{countText(token.count, 0)}</span>
          </div>
          <p className="break-all font-mono text-faint text-xs">
            {CHAINS[token.chain].name} · {token.address}
            <LaunchJob jobId={token.jobId} />
          </p>
          <div className="flex flex-wrap gap-2">
            <TokenActions item={item} token={token} onChoose={onChoose} />
          </div>
        </li>
      ))}
      {item.hasMoreTokens && <li className="text-muted text-sm">More tokens were reported.</li>}
    </ul>
  );
}

/** The actions on one token and its creator. */
function TokenActions({
  item: { kind, state: targetState },
  token,
  onChoose,
}: {
  item: QueueItem;
  token: QueueToken;
  onChoose: OnChoose;
}) {
  const { state, token: details, isPictureRemoved } = token;
  const hasImage = details !== null && details.picture !== null && !isPictureRemoved;
  return (
    <>
      {state !== "hidden" && <Choose onClick={() => onChoose("hide", token)}>Hide token…</Choose>}
      {state !== "blurred" && <Choose onClick={() => onChoose("blur", token)}>Blur image…</Choose>}
      {kind !== "picture" && hasImage && (
        <Choose onClick={() => onChoose("picture", token)}>Remove image…</Choose>
      )}
      {isBlockable(token) && targetState !== "blocked" && (
        <Choose onClick={() => onChoose("creator", token)}>Block creator…</Choose>
      )}
    </>
  );
}

const isBlockable = ({ blocks }: QueueToken): boolean => blocks.length > 0;

/** The decisions about a token and its image, in the entry of something that belongs to it. */
function TokenState({
  kind,
  token: { state, isPictureRemoved },
}: {
  kind: QueueItem["kind"];
  token: QueueToken;
}) {
  return (
    <>
      {kind !== "token" && state !== null && <Badge>token {state}</Badge>}
      {kind !== "picture" && isPictureRemoved && <Badge>image removed</Badge>}
    </>
  );
}

function LaunchJob({ jobId }: Pick<QueueToken, "jobId">) {
  if (jobId === null) return null;
  return (
    <>
      {" · "}
      <PageLink
        href={`/admin/jobs/${encodeURIComponent(jobId)}`}
        className="underline underline-offset-4"
      >
        launch job
      </PageLink>
    </>
  );
}

/** The token of an entry; the creator if the appeal names no token. */
function EntryTitle({ item }: { item: QueueItem }) {
  const { kind, key, tokens, hasMoreTokens, block } = item;
  const [first] = tokens;
  if (first === undefined) {
    return <bdi>{block === null ? key : `${BLOCK_LABELS[block.type]}: ${block.value}`}</bdi>;
  }
  if (tokens.length === 1) return <TokenName token={first} />;
  return (
    <>
      {SHARED[kind]} of {hasMoreTokens && "more than "}
      {tokens.length} tokens
    </>
  );
}

function TokenName({ token: { chain, address, token } }: { token: QueueToken }) {
  return (
    <>
      <PageLink href={`/${chain}/${address}`} className="underline underline-offset-4">
        <bdi>{token?.name ?? address}</bdi>
      </PageLink>{" "}
      <bdi className="font-mono font-normal text-faint text-sm">{token?.symbol}</bdi>
    </>
  );
}

/** An appeal without a report is not "0 reports". */
function countText(reports: number, appeals: number): string {
  const parts = [
    ...(appeals > 0 ? [`${appeals} ${appeals === 1 ? "appeal" : "appeals"}`] : []),
    ...(reports > 0 ? [`${reports} ${reports === 1 ? "report" : "reports"}`] : []),
  ];
  return parts.join(", ");
}

function Choose({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      {children}
    </Button>
  );
}

function Evidence({ item: { appeals, reports } }: { item: QueueItem }) {
  const said = reports.filter((one) => !isTextless(one));
  if (appeals.length === 0 && said.length === 0) return null;
  return (
    <ul
      aria-label="Appeals and reports"
      className="grid max-h-72 gap-2 overflow-y-auto border-l pl-3 text-sm"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a long list
      tabIndex={0}
    >
      {appeals.map(({ id, details, email, isCreator }) => (
        <li key={`appeal ${id}`}>
          <Badge>{isCreator ? "appeal of the creator" : "appeal"}</Badge>{" "}
          <bdi className="wrap-anywhere whitespace-pre-line">{details}</bdi>{" "}
          <Sender email={email} />
        </li>
      ))}
      {said.map(({ id, details, email, reason }) => (
        <li key={`report ${id}`}>
          <span className="text-faint">{REASON_LABELS[reason]}:</span>{" "}
          <bdi className="wrap-anywhere whitespace-pre-line">{details}</bdi>{" "}
          <Sender email={email} />
        </li>
      ))}
    </ul>
  );
}

function Sender({ email }: { email: string | null }) {
  return email === null ? null : (
    // A `?` in the address must not begin the fields of the mail.
    <a
      href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}
      className="break-all text-faint underline underline-offset-4"
    >
      {email}
    </a>
  );
}
