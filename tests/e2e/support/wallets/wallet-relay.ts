import { randomUUID } from "node:crypto";
import type { Page, WebSocketRoute } from "playwright/test";
import { z } from "zod";

const call = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string().optional(),
  params: z
    .object({
      topic: z.string(),
      topics: z.array(z.string()),
      message: z.string(),
      tag: z.number(),
      pairingTopic: z.string(),
      sessionProposal: z.string(),
      sessionTopic: z.string(),
      sessionProposalResponse: z.string(),
      sessionSettlementRequest: z.string(),
    })
    .partial()
    .optional(),
});
type Params = NonNullable<z.output<typeof call>["params"]>;
type Message = { topic: string; message: string; tag: number; publishedAt: number };
type Party = { send(text: string): void; subscriptions: Map<string, string> };

/** Tags of the two messages that the relay composes itself. */
const TAGS = { propose: 1100, approve: 1101, settle: 1102 } as const;

/**
 * A WalletConnect relay with the features that pages and wallets use: it forwards encrypted
 * messages by topic and stores them for later subscribers. It replaces relay.walletconnect.org,
 * which no test may depend on; both ends run the real library.
 */
export class WalletRelay {
  readonly #parties = new Set<Party>();
  readonly #kept: Message[] = [];

  /** Redirects a page to this relay instead of the public one. */
  async serve(page: Page): Promise<void> {
    await page.routeWebSocket(/^wss:\/\/relay\.walletconnect\.org/, (socket) => this.#join(socket));
  }

  #join(socket: WebSocketRoute): void {
    const party: Party = { send: (text) => socket.send(text), subscriptions: new Map() };
    this.#parties.add(party);
    socket.onMessage((text) => {
      const { id, method, params = {} } = call.parse(JSON.parse(text.toString()));
      // A response to a delivery.
      if (method === undefined) return;
      party.send(JSON.stringify({ jsonrpc: "2.0", id, result: this.#do(party, method, params) }));
    });
    socket.onClose(() => this.#parties.delete(party));
  }

  #do(party: Party, method: string, params: Params): unknown {
    const { topic = "", topics = [], message = "", tag = 0 } = params;
    switch (method) {
      case "irn_subscribe":
        return this.#subscribe(party, topic);
      case "irn_batchSubscribe":
        return topics.map((one) => this.#subscribe(party, one));
      case "irn_publish":
        this.#publish(party, topic, message, tag);
        return true;
      case "wc_proposeSession": {
        const { pairingTopic = "", sessionProposal = "" } = params;
        this.#subscribe(party, pairingTopic);
        this.#publish(party, pairingTopic, sessionProposal, TAGS.propose);
        return true;
      }
      case "wc_approveSession": {
        const { pairingTopic = "", sessionTopic = "" } = params;
        const { sessionProposalResponse = "", sessionSettlementRequest = "" } = params;
        this.#subscribe(party, sessionTopic);
        this.#publish(party, pairingTopic, sessionProposalResponse, TAGS.approve);
        this.#publish(party, sessionTopic, sessionSettlementRequest, TAGS.settle);
        return true;
      }
      case "irn_batchFetchMessages":
      case "irn_fetchMessages":
        return { messages: [], hasMore: false };
      default:
        return true;
    }
  }

  #subscribe(party: Party, topic: string): string {
    const known = party.subscriptions.get(topic);
    if (known !== undefined) return known;
    const id = randomUUID().replaceAll("-", "");
    party.subscriptions.set(topic, id);
    // After the response with the subscription id.
    setImmediate(() => {
      for (const message of this.#kept) if (message.topic === topic) deliver(party, message);
    });
    return id;
  }

  #publish(from: Party, topic: string, message: string, tag: number): void {
    const made = { topic, message, tag, publishedAt: Date.now() };
    this.#kept.push(made);
    for (const party of this.#parties) if (party !== from) deliver(party, made);
  }
}

function deliver(party: Party, message: Message): void {
  const id = party.subscriptions.get(message.topic);
  if (id === undefined) return;
  const params = { id, data: message };
  const call = { jsonrpc: "2.0", id: Date.now() * 1_000 + Math.floor(Math.random() * 1_000) };
  party.send(JSON.stringify({ ...call, method: "irn_subscription", params }));
}
