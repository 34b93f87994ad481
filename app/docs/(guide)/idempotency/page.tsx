import type { Metadata } from "next";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { OPERATIONS } from "@/lib/operations/all";
import {
  IDEMPOTENCY_KEY_ADVICE,
  type Operation,
  takesIdempotencyKey,
} from "@/lib/operations/operation";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Idempotency",
  description: "Retry a request safely.",
};

const KEYED = Object.values<Operation>(OPERATIONS).filter(takesIdempotencyKey);

export default async function IdempotencyPage() {
  return (
    <DocPage
      title="Idempotency"
      lead="Send a key with a request to retry it safely when a connection breaks. The action is performed once."
    >
      <DocSection id="key" title="The key">
        <DocText>
          Send the header <Code>Idempotency-Key</Code> with 1 to 255 visible ASCII characters.{" "}
          {IDEMPOTENCY_KEY_ADVICE} Do not use an order number: another caller may have used it, or
          use it on purpose. These endpoints support it:
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
          For 24 hours, the same key with the same body returns the first response and does not
          count as a launch. The same key with another body returns{" "}
          <DocLink href="/docs/errors#idempotency_key_reused">idempotency_key_reused</DocLink>. A
          key is scoped to one operation and chain.
        </DocText>
        <Sample name="idempotency" origin={await requestOrigin()} />
      </DocSection>
      <DocSection id="clients" title="With the client">
        <DocText>
          The TypeScript client and the CLI create a key for each call and reuse it for their
          retries. Set your own random key (<Code>idempotencyKey</Code>,{" "}
          <Code>--idempotency-key</Code>) if your program may be restarted. Every{" "}
          <Code>ApiError</Code> has the key that was sent; if its <Code>isOutcomeUnknown</Code> is
          true, send the request again with this key only. An abort by <Code>signal</Code> throws
          the reason of the signal, which has no key: set your own, or use <Code>timeoutMs</Code>.
        </DocText>
      </DocSection>
    </DocPage>
  );
}
