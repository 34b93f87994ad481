import type { Metadata } from "next";
import { limitRows } from "@/components/docs/describe-limits";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { RECIPIENTS_MAX } from "@/lib/domain/fee-split";
import { IMAGE_LIMITS } from "@/lib/domain/image";
import { VIDEO_LIMITS } from "@/lib/domain/video";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Limits",
  description: "How often a caller may ask, and how much may be sent.",
};

const MB = 2 ** 20;

export default async function LimitsPage() {
  return (
    <DocPage
      title="Limits"
      lead="A caller is an IPv4 address or an IPv6 /64. All callers of an IPv4 /24 or an IPv6 /48 together may do 8 times what one may, those of an IPv6 /56 twice (reads: 4 times that). A request that is refused as a mistake before any cost does not count as a launch or an upload."
    >
      <DocSection id="rates" title="How often">
        <DocTable
          label="Rate limits"
          columns={["Endpoint", "A caller may", "Without the store of counts"]}
          rows={limitRows().map(({ name, endpoints, quota, window, isOpenWithoutStore }) => ({
            id: name,
            cells: [
              endpoints.length > 3 ? (
                <details key="endpoints">
                  <summary className="text-ink">
                    {name === "data" ? "The data interface" : endpoints[0]}
                    <span className="text-faint">, {endpoints.length} endpoints</span>
                  </summary>
                  <Paths of={endpoints} />
                </details>
              ) : (
                <Paths key="endpoints" of={endpoints} />
              ),
              `${quota} in any ${window}`,
              isOpenWithoutStore ? "goes on" : "503",
            ],
          }))}
        />
        <DocText>
          The operator may set the limit of the data interface and exempt callers. Beyond a limit
          the answer is 429; after <Code>Retry-After</Code> seconds the next request is taken.
          Limited answers say what is left:
        </DocText>
        <Sample name="limitHeaders" origin={await requestOrigin()} />
        <DocText>
          The service pays gas within a budget per chain, hour and day. When it is used up,
          launches, managers, payouts and dry runs get 503 <Code>budget_exhausted</Code>, nothing is
          queued, and <Code>Retry-After</Code> says when the budget has room again.{" "}
          <Code>/readyz</Code> shows how much is used.
        </DocText>
      </DocSection>
      <DocSection id="sizes" title="How much">
        <DocList>
          <li>A page of a list has at most 100 items, an answer of candles at most 1,000.</li>
          <li>A name has 1 to 64 characters, a symbol 1 to 8, a description at most 2,000.</li>
          <li>A split has at most {RECIPIENTS_MAX} recipients.</li>
          <li>
            A picture has at most {IMAGE_LIMITS.bytesMax / MB} MB and {IMAGE_LIMITS.pixelsMax / 1e6}{" "}
            megapixels.
          </li>
          <li>
            A video has at most {VIDEO_LIMITS.sizeBytesMax / MB} MB and{" "}
            {VIDEO_LIMITS.durationSecondsMax} seconds.
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
