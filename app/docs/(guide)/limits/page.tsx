import type { Metadata } from "next";
import { limitRows } from "@/components/docs/describe-limits";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { RECIPIENTS_MAX } from "@/lib/features/managers/rules/fee-split";
import { IMAGE_LIMITS } from "@/lib/features/media/rules/image";
import { VIDEO_LIMITS } from "@/lib/features/video/rules/video";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Limits",
  description: "Rate limits, size limits and the gas budget.",
};

const MB = 2 ** 20;

export default async function LimitsPage() {
  return (
    <DocPage
      title="Limits"
      lead="Limits apply per caller: an IPv4 address or an IPv6 /64. An IPv4 /24 or IPv6 /48 has 8 times the limit of a caller, an IPv6 /56 has twice the limit; reads have up to 4 times that. A request that fails validation does not count as a launch or an upload."
    >
      <DocSection id="rates" title="Rate limits">
        <DocTable
          label="Rate limits"
          columns={["Endpoint", "Limit", "If the rate-limit store is down"]}
          rows={limitRows().map(({ name, endpoints, quota, window, isOpenWithoutStore }) => ({
            id: name,
            cells: [
              endpoints.length > 3 ? (
                <details key="endpoints">
                  <summary className="text-ink">
                    {name === "data" ? "Data API" : endpoints[0]}
                    <span className="text-faint">, {endpoints.length} endpoints</span>
                  </summary>
                  <Paths of={endpoints} />
                </details>
              ) : (
                <Paths key="endpoints" of={endpoints} />
              ),
              `${quota} per ${window}`,
              isOpenWithoutStore ? "allowed" : "503",
            ],
          }))}
        />
        <DocText>
          The operator can change quotas and exempt callers; <Code>RateLimit-Policy</Code> in each
          response has the current quota. Above a limit, the response is 429; the next request is
          accepted after <Code>Retry-After</Code> seconds. Responses of limited endpoints report
          what is left:
        </DocText>
        <Sample name="limitHeaders" origin={await requestOrigin()} />
        <DocText>
          The service pays gas within a budget per chain, hour and day. When the budget is
          exhausted, launches, managers, payouts and dry runs return 503{" "}
          <Code>budget_exhausted</Code> and nothing is queued. Retry after <Code>Retry-After</Code>{" "}
          seconds. <Code>/healthz</Code> shows the current use. While the server wallet is blocked,
          they return 503 <Code>wallet_blocked</Code>, and nothing is queued either.
        </DocText>
        <DocText>
          While 80% of a budget is used, or while the operator requires it, launches that the
          service pays for need a proof of work: a few seconds of computing. The chain then has{" "}
          <Code>launching.proofOfWork: true</Code> in <Code>GET /api/v1/config</Code>, and launches
          without a proof return 403 <Code>proof_of_work_required</Code>. Request a challenge with{" "}
          <Code>GET /api/v1/{"{chain}"}/launch-challenge</Code>, solve it, and send challenge and
          solution as <Code>proofOfWork</Code>. The TypeScript client, the CLI and the launch wizard
          do this automatically. Dry runs and prepared launches need no proof. The last 20% are for
          launches: managers, payouts and share changes return 503 <Code>budget_exhausted</Code>{" "}
          then.
        </DocText>
        <DocText>
          The operator can pause launches on a chain. Launches and dry runs then return 503{" "}
          <Code>launching_paused</Code> with the operator’s message, and the chain has{" "}
          <Code>launching.paused: true</Code> in <Code>GET /api/v1/config</Code>. Launches that were
          accepted earlier continue.
        </DocText>
      </DocSection>
      <DocSection id="sizes" title="Sizes">
        <DocList>
          <li>List pages: up to 100 items. Candles: up to 1,000 per response.</li>
          <li>Name: 1 to 64 characters. Symbol: 1 to 8. Description: up to 2,000.</li>
          <li>Fee split: up to {RECIPIENTS_MAX} recipients.</li>
          <li>
            Image: up to {IMAGE_LIMITS.bytesMax / MB} MB and {IMAGE_LIMITS.pixelsMax / 1e6}{" "}
            megapixels.
          </li>
          <li>
            Video: up to {VIDEO_LIMITS.sizeBytesMax / MB} MB and {VIDEO_LIMITS.durationSecondsMax}{" "}
            seconds.
          </li>
        </DocList>
      </DocSection>
    </DocPage>
  );
}

function Paths({ of }: { of: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {of.map((path) => (
        <li key={path} className="font-mono text-[0.8125rem]">
          {path}
        </li>
      ))}
    </ul>
  );
}
