import type { Metadata } from "next";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { OPERATIONS } from "@/lib/operations/all";
import { type Operation, takesIdempotencyKey } from "@/lib/operations/operation";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Idempotency",
  description: "How to repeat a request without doing it twice.",
};

const KEYED = Object.values<Operation>(OPERATIONS).filter(takesIdempotencyKey);

export default async function IdempotencyPage() {
  return (
    <DocPage
      title="Idempotency"
      lead="Connections break. With a key of your own, a request that got no answer can be sent again, and is never done twice."
    >
      <DocSection id="key" title="The key">
        <DocText>
          Put an <Code>Idempotency-Key</Code> on it: 1 to 255 visible ASCII characters, such as the
          number of an order. It is taken by
        </DocText>
        <DocList>
          {KEYED.map(({ id, method, path }) => (
            <li key={id}>
              <Code>
                {method} {path}
              </Code>
            </li>
          ))}
        </DocList>
        <DocText>
          For 24 hours the same key with the same body answers what the first one did, and does not
          count as a launch. Another body with it is refused:{" "}
          <DocLink href="/docs/errors#idempotency_key_reused">idempotency_key_reused</DocLink>. Keys
          of different operations and chains are apart.
        </DocText>
        <Sample name="idempotency" origin={await requestOrigin()} />
      </DocSection>
      <DocSection id="clients" title="With the client">
        <DocText>
          The TypeScript client and the command line make up a key for each call and keep it over
          their own repetitions. Give one (<Code>idempotencyKey</Code>,{" "}
          <Code>--idempotency-key</Code>) where a whole program may be started again.
        </DocText>
      </DocSection>
    </DocPage>
  );
}
