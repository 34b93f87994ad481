import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { SampleTabs } from "@/components/docs/sample";
import { STREAM_EVENTS, type StreamEventName } from "@/lib/schemas/stream";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Live stream",
  description: "Launches and trades as they happen, by server-sent events.",
};

const MEANINGS = {
  ready: "Begins a stream. What follows comes after its block.",
  launch: "A token was launched.",
  trade: "Somebody bought or sold.",
  token:
    "A token's name, picture or figures changed: what lists show of it. Only with ?figures=true.",
  reorg: "The chain took everything after the block back: drop it, what follows replaces it.",
  reset: "Events may be missing: read anew what you show.",
} as const satisfies Record<StreamEventName, string>;

export default async function StreamPage() {
  return (
    <DocPage
      title="Live stream"
      lead="Launches and trades of a chain as they are indexed, in the chain's order, by server-sent events."
    >
      <SampleTabs
        origin={await requestOrigin()}
        tabs={[
          { title: "curl", name: "streamCurl" },
          { title: "TypeScript", name: "streamClient" },
          { title: "Browser", name: "streamBrowser" },
        ]}
      />
      <DocSection id="events" title="Events">
        <DocTable
          label="Events"
          columns={["Event", "Meaning", "Data"]}
          rows={Object.entries(STREAM_EVENTS).map(([name, schema]) => ({
            id: name,
            cells: [
              <Code key="name">{name}</Code>,
              Object.entries(MEANINGS).find(([event]) => event === name)?.[1],
              <span key="data" className="font-mono text-xs">
                {Object.keys(schema.shape).join(", ")}
              </span>,
            ],
          }))}
        />
      </DocSection>
      <DocSection id="continue" title="Go on where you were">
        <DocList>
          <li>
            Each event has an id. A connection with <Code>Last-Event-ID</Code> continues after it,
            without gaps or repeats, at most 2,000 events back. Browsers and the client send it by
            themselves.
          </li>
          <li>
            <Code>?token=0x…</Code> keeps only the events of one token.
          </li>
          <li>
            <Code>?figures=true</Code> adds <Code>token</Code> events, so that a list needs no other
            request. They have no id of their own.
          </li>
          <li>
            Lines without an event come every 15 seconds: a connection that is silent for longer is
            dead.
          </li>
          <li>
            A reader that does not keep up is disconnected, and may continue. Connections are
            limited for each address.
          </li>
        </DocList>
        <DocText>
          Without streams, lists and prices can be polled: answers carry a strong <Code>ETag</Code>{" "}
          and are fresh for two seconds.
        </DocText>
      </DocSection>
    </DocPage>
  );
}
