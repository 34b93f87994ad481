import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { SampleTabs } from "@/components/docs/sample";
import { type DeliveryKind, OWN_KINDS, WEBHOOK_KINDS } from "@/lib/features/webhooks/rules/kinds";
import { WEBHOOK_LIMITS } from "@/lib/features/webhooks/rules/limits";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Webhooks",
  description: "Receive launches, trades, fees and moderation as signed HTTP requests.",
};

const MEANINGS = {
  "webhook.verify": "First event. Repeat its challenge in the response.",
  "webhook.test": "You requested a test.",
  "event.reverted": "A reorg removed the block of an earlier event: eventId is its id.",
  "launch.waiting": "A launch was queued. Only if the webhook names its token or creator.",
  "launch.active": "A launch has started. Only if the webhook names its token or creator.",
  "launch.completed": "The transaction of a launch was mined.",
  "launch.failed": "A launch has failed. Only if the webhook names its token or creator.",
  "token.created": "A token was launched, through this service or directly on chain.",
  trade: "A token was bought or sold.",
  "fee.earned": "The fee of a trade, and the creator’s part of it.",
  "fee.claimed": "Earned fees were paid out.",
  "fee.transferred": "A fee stream has a new holder.",
  "wall.moved": "The bid wall of a token was moved.",
  "moderation.decided": "A token’s image was approved, refused, or could not be fetched.",
  "moderation.changed":
    "The operator has hidden or blurred a token, removed its image, or reversed the decision (null).",
} as const satisfies Record<DeliveryKind, string>;

export default async function WebhooksPage() {
  return (
    <DocPage
      title="Webhooks"
      lead="Your endpoint receives events as signed HTTP requests, each at least once, in order per token."
    >
      <SampleTabs
        origin={await requestOrigin()}
        tabs={[
          { title: "curl", name: "webhookCurl" },
          { title: "Endpoint", name: "webhookEndpoint" },
        ]}
      />
      <DocSection id="secrets" title="Secrets">
        <DocList>
          <li>
            <Code>secret</Code> signs the events. <Code>managementSecret</Code> reads, changes and
            deletes the webhook, as <Code>Authorization: Bearer</Code>. Both are shown once.
          </li>
          <li>
            A webhook that a signed-in user creates on a page of this site belongs to that user and
            has no management secret.
          </li>
          <li>
            For 24 hours after <Code>rotate-secret</Code>, events are also signed with the old
            secret, even if you replace the new one again.
          </li>
        </DocList>
      </DocSection>
      <DocSection id="verify" title="Verify">
        <DocText>
          Your endpoint first receives <Code>webhook.verify</Code> and must respond with a 2xx
          status and the challenge, as text or as <Code>{'{"challenge": "…"}'}</Code>. If it has not
          done so within an hour, the webhook is disabled. It is also disabled (<Code>quota</Code>)
          when {WEBHOOK_LIMITS.perSubject} other webhooks get events of one of its tokens or
          creators, or of everything. A webhook is verified again when you change its URL or enable
          it again. If it was verified before, its events wait until then. It cannot be enabled
          while the caller that created it has {WEBHOOK_LIMITS.perCaller} others, or its network{" "}
          {WEBHOOK_LIMITS.perNetwork}. Webhooks that their endpoint disabled more than a day ago do
          not count. A webhook that was never verified is deleted after a day. A webhook without an
          account is deleted after it has been disabled for 90 days.
        </DocText>
        <DocText>
          Signatures follow Standard Webhooks: the headers <Code>webhook-id</Code>,{" "}
          <Code>webhook-timestamp</Code> and <Code>webhook-signature</Code>. Check them with{" "}
          <Code>verifyWebhook</Code> of the client, or with any Standard Webhooks library.
        </DocText>
      </DocSection>
      <DocSection id="events" title="Events">
        <DocTable
          label="Events"
          columns={["Event", "Meaning"]}
          rows={[...OWN_KINDS, ...WEBHOOK_KINDS].map((kind) => ({
            id: kind,
            cells: [
              <span key="kind" className="whitespace-nowrap">
                <Code>{kind}</Code>
              </span>,
              MEANINGS[kind],
            ],
          }))}
        />
        <DocText>
          Each event has <Code>id</Code>, <Code>type</Code>, <Code>timestamp</Code> and{" "}
          <Code>data</Code>. The <DocLink href="/docs/reference">API reference</DocLink> has the
          fields. Events are sent as soon as their block is indexed. Events of a token that the
          operator has hidden are sent only to webhooks that name the token or its creator.
        </DocText>
      </DocSection>
      <DocSection id="delivery" title="Delivery">
        <DocList>
          <li>
            Respond with a 2xx status within 10 seconds. Redirects are not followed. Otherwise the
            delivery is retried after 5 s, 20 s, 80 s and so on, at most two hours apart, for a day.
          </li>
          <li>
            An event may arrive twice, with the same <Code>id</Code>: ignore ids that you have
            processed.
          </li>
          <li>
            The events of one token arrive in order: each one waits until the previous one is
            accepted or given up.
          </li>
          <li>
            After a day, an event becomes a dead letter. List dead letters with{" "}
            <Code>deliveries?state=dead</Code> and send them again with <Code>replay</Code>.
          </li>
          <li>
            Respond with 410 to disable the webhook. It is also disabled when a delivery is given up
            and none has succeeded for three days, unless the service itself could not send it.
          </li>
          <li>
            The URL must use https and resolve to a public address. To test an endpoint on your
            machine, start your own sandbox with <Code>WEBHOOKS_TO_LOOPBACK=allowed</Code>, which
            also accepts http URLs of that machine.
          </li>
        </DocList>
      </DocSection>
    </DocPage>
  );
}
