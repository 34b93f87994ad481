import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { SampleTabs } from "@/components/docs/sample";
import { STREAM_EVENTS, type StreamEventName } from "@/lib/features/stream/schema";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Live stream",
  description: "Receive launches and trades as server-sent events.",
};

const MEANINGS = {
  ready: "First event of a stream. All later events are after its block.",
  launch: "A token was launched.",
  trade: "A token was bought or sold.",
  token: "A token’s name, image or figures changed. Only with ?figures=true.",
  reorg: "Blocks after this one were reorganized. Drop their events; replacements follow.",
  reset: "Events may be missing. Reload your data.",
} as const satisfies Record<StreamEventName, string>;

export default async function StreamPage() {
  return (
    <DocPage
      title="Live stream"
      lead="Server-sent events with the launches and trades of a chain, in chain order."
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
              <span key="name" className="whitespace-nowrap">
                <Code>{name}</Code>
              </span>,
              Object.entries(MEANINGS).find(([event]) => event === name)?.[1],
              <span key="data" className="font-mono text-xs">
                {Object.keys(schema.shape).join(", ")}
              </span>,
            ],
          }))}
        />
      </DocSection>
      <DocSection id="continue" title="Resume">
        <DocList>
          <li>
            Each event has an id. A connection with <Code>Last-Event-ID</Code> resumes after that
            event, without gaps or repeats, up to 2,000 events and 4,096 blocks back (2 hours on
            Base). From further back it gets <Code>reset</Code>. Browsers and the client send the
            header automatically.
          </li>
          <li>
            After a response that is not 200, such as a 429 or 503, a browser does not reconnect.
            Open the stream again yourself, with the id in <Code>?lastEventId=</Code>, as in the
            example. The client does this for you.
          </li>
          <li>
            <Code>?token=0x…</Code> sends only the events of one token.
          </li>
          <li>
            <Code>?figures=true</Code> adds <Code>token</Code> events, so that a list needs no other
            request. These events have no id.
          </li>
          <li>
            Events of a token that the operator has hidden are sent only with its{" "}
            <Code>?token=</Code>. Other clients get one <Code>token</Code> event with{" "}
            <Code>moderation.state</Code> <Code>hidden</Code> and without its name and image: remove
            the token.
          </li>
          <li>
            The server sends a comment line every 15 seconds. Reconnect if a connection is silent
            for longer.
          </li>
          <li>
            Missed events are sent as fast as the client reads them. A client that is too slow for
            live events, or reads nothing for 30 seconds, is disconnected and can resume.
            Connections are limited per caller.
          </li>
        </DocList>
        <DocText>
          Later versions may add fields and kinds of events: ignore those that you do not know. The
          client does, throws <Code>invalid_answer</Code> for any other event that it cannot read,
          and passes both to <Code>onUnreadable</Code> if you set it.
        </DocText>
        <DocText>
          You can also poll lists and prices: responses have a strong <Code>ETag</Code> and are
          cached for 2 seconds.
        </DocText>
      </DocSection>
    </DocPage>
  );
}
