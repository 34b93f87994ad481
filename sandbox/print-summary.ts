import { relative } from "node:path";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import type { PreparedStart } from "./prepare";
import type { RunningParts } from "./start-parts";

type Row = [label: string, value: string];
const row = (label: string, value: string): Row => [label, value];

/** The key in the link gives access to the emails, and so to every account of the sandbox. */
function mailsRow({ env, secrets }: PreparedStart, { embedded }: RunningParts): Row[] {
  const hasMailbox = CHAIN_SLUGS.every((slug) => embedded.includes(slug));
  if (!hasMailbox || env.SMTP_URL !== undefined) return [];
  return [["Emails", `${env.publicUrl}/outbox/open?key=${secrets.outboxKey}`]];
}

/** The summary at the end of a start, with all URLs. */
export function printSummary(prepared: PreparedStart, running: RunningParts, tookMs: number): void {
  const { env, terminal } = prepared;
  const folder = relative(process.cwd(), env.dataDir);
  const rows: Row[] = [
    ["Slipway", env.publicUrl],
    ["Documentation", `${env.publicUrl}/docs`],
    ...mailsRow(prepared, running),
    ["Data API", `${env.publicUrl}/openapi/data.json`],
    ["Launch API", `${env.publicUrl}/openapi/launch.json`],
    ...(running.jobsUrl === null ? [] : [row("Jobs", running.jobsUrl)]),
    ...(env.HOST === "127.0.0.1"
      ? [row("Network", "this machine only; set HOST=0.0.0.0 to open it to your network")]
      : []),
    ["Data folder", folder.startsWith("..") || folder === "" ? env.dataDir : folder],
    ["Embedded", running.embedded.length === 0 ? "none" : running.embedded.join(", ")],
  ];
  const labelWidth = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, value]) => `${label.padEnd(labelWidth)}  ${value}`);
  const seconds = (tookMs / 1000).toFixed(1);
  const last = `Ready in ${seconds} s. Press Ctrl-C to stop.`;
  const width = Math.max(last.length, ...lines.map((line) => line.length));
  const boxed = [...lines, "", last].map((line) => `│ ${line.padEnd(width)} │`);
  const edge = "─".repeat(width + 2);
  terminal.print(["", `┌${edge}┐`, ...boxed, `└${edge}┘`, ""].join("\n"));
}
