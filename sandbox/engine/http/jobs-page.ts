import { createHash } from "node:crypto";
import { escapeHtml } from "@/lib/shared/text/html";
import {
  type ListedRun,
  type ListedStep,
  RUN_STATUSES,
  type RunListing,
} from "@/sandbox/engine/http/list-runs";

const STYLE = `
:root { color-scheme: light dark; --line: #8883; --soft: #8881; --mute: #888; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 2rem 1rem 4rem; font: 15px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; margin-bottom: 1rem; }
h1 { font-size: 1.25rem; margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: .25rem; }
nav a { padding: .15rem .7rem; border-radius: 1rem; color: inherit; text-decoration: none; }
nav a:hover, nav a[aria-current] { background: var(--line); }
.run { border: 1px solid var(--line); border-radius: .6rem; margin: .5rem 0; overflow: hidden; }
.run > summary { display: grid; grid-template-columns: 6.5rem 1fr auto auto; gap: 1rem; padding: .6rem .9rem; cursor: pointer; }
.run > summary:hover { background: var(--soft); }
.run[open] > summary { border-bottom: 1px solid var(--line); }
.name { font-weight: 600; overflow-wrap: anywhere; }
.mute { color: var(--mute); font-variant-numeric: tabular-nums; white-space: nowrap; }
.status { font-size: .8rem; font-weight: 600; }
.status::before { content: "●"; margin-right: .4em; }
.completed { color: #16a34a; } .failed { color: #dc2626; } .running, .retrying { color: #2563eb; }
.queued, .planned, .sleeping, .waiting { color: #ca8a04; } .cancelled { color: var(--mute); }
.body { padding: .5rem .9rem .9rem; } .body summary { cursor: pointer; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: .8rem; color: var(--mute); font-weight: 500; }
th, td { padding: .3rem .6rem .3rem 0; vertical-align: top; }
th:first-child { width: 40%; } tr + tr td { border-top: 1px solid var(--soft); }
pre { margin: .4rem 0; padding: .6rem; background: var(--soft); border-radius: .4rem; font-size: .8rem; overflow: auto; max-height: 20rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.error { color: #dc2626; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .run > summary { grid-template-columns: 1fr auto; } }
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** No scripts, no other origin; the one style is allowed by its hash. */
export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** The page of runs, newest first, each with its steps. */
export function jobsPage(listing: RunListing): string {
  const total = Object.values(listing.counts).reduce((sum, count) => sum + count, 0);
  const tabs = RUN_STATUSES.map((status) =>
    tab(`?status=${status}`, `${status} ${listing.counts[status] ?? 0}`, listing.status === status),
  );
  const more =
    listing.next === null
      ? ""
      : `<p><a href="?${escapeHtml(
          new URLSearchParams({
            ...(listing.status === null ? {} : { status: listing.status }),
            before: listing.next,
          }).toString(),
        )}">Older runs</a></p>`;
  const runs =
    listing.runs.length === 0
      ? '<p class="mute">No runs.</p>'
      : listing.runs.map(runBlock).join("");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Jobs</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><header><h1>Jobs</h1><nav>${tab("?", `all ${total}`, listing.status === null)}${tabs.join("")}</nav></header>
<main>${runs}${more}</main></body></html>`;
}

function tab(href: string, label: string, isCurrent: boolean): string {
  return `<a href="${href}"${isCurrent ? ' aria-current="page"' : ""}>${escapeHtml(label)}</a>`;
}

function runBlock(run: ListedRun): string {
  const wait = run.started_at === null ? null : +run.started_at - +run.queued_at;
  const took = run.ended_at === null ? null : +run.ended_at - +(run.started_at ?? run.queued_at);
  const steps =
    run.steps.length === 0
      ? '<p class="mute">No steps yet.</p>'
      : `<table><thead><tr><th>Step</th><th>Kind</th><th>Status</th><th>Tries</th><th>Took</th><th>Since start</th></tr></thead><tbody>${run.steps
          .map((step) => stepRow(run, step))
          .join("")}</tbody></table>`;
  return `<details class="run"><summary><span class="status ${run.status}">${run.status}</span><span class="name">${escapeHtml(run.function_id)}</span><span class="mute">${duration(took)}</span><time class="mute" datetime="${run.queued_at.toISOString()}">${moment(run.queued_at)}</time></summary>
<div class="body"><p class="mute">${escapeHtml(run.id)} · waited ${duration(wait)}</p>${errorLine(run.error)}${steps}${json("Event", run.event)}${run.output === null ? "" : json("Result", run.output)}</div></details>`;
}

function stepRow(run: ListedRun, step: ListedStep): string {
  const took =
    step.duration_ms ?? (step.ended_at === null ? null : +step.ended_at - +step.created_at);
  const offset = +(step.ended_at ?? step.created_at) - +(run.started_at ?? run.queued_at);
  return `<tr><td>${escapeHtml(step.name)}${errorLine(step.error)}</td><td class="mute">${escapeHtml(step.op)}</td><td><span class="status ${escapeHtml(step.status)}">${escapeHtml(step.status)}</span></td><td class="mute">${step.attempts || ""}</td><td class="mute">${duration(took)}</td><td class="mute">${duration(offset)}</td></tr>`;
}

function errorLine(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const name = "name" in error ? String(error.name) : "Error";
  const message = "message" in error ? String(error.message) : "";
  return `<div class="error">${escapeHtml(`${name}: ${message}`.slice(0, 1_000))}</div>`;
}

function json(label: string, value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? "null";
  const shown = text.length > 4_000 ? `${text.slice(0, 4_000)}\n…` : text;
  return `<details><summary class="mute">${label}</summary><pre>${escapeHtml(shown)}</pre></details>`;
}

/** `850 ms`, `3.2 s`, `4.5 min`; a dash for a run that has not ended. */
export function duration(ms: number | null): string {
  if (ms === null) return "–";
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

function moment(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
