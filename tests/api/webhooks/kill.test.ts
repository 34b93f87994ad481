import { afterAll, beforeAll, expect, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { createWebhookAnswer, webhookAnswer } from "@/lib/features/webhooks/schema";
import { findPid } from "../../crash/kill-process";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { newCaller } from "../../setup/api/new-caller";
import { buyTokenAt } from "../../setup/chain/buy-token-at";
import {
  accept,
  isSignedWith,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../setup/servers/start-webhook-receiver";
import { isHealthy, type Stack, startStack } from "../../setup/stack/start-stack";

const CHAIN = "base-sepolia";
const POLL = { timeout: 80_000, interval: 50 };

let stack: Stack;
let receiver: WebhookReceiver;
let slow: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  slow = await startWebhookReceiver();
  stack = await startStack({ WEBHOOKS_TO_LOOPBACK: "allowed" });
});
afterAll(async () => {
  await stack.stop();
  await Promise.all([receiver.stop(), slow.stop()]);
});

/** Creates a webhook and waits until its endpoint is verified. */
async function create(url: string) {
  const { baseUrl } = stack;
  const { body } = await request("/api/v1/webhooks", { body: { url }, baseUrl });
  const { webhook, secret, managementSecret } = createWebhookAnswer.parse(body);
  const headers = { authorization: `Bearer ${managementSecret}` };
  const stateOf = async () => {
    const { body: found } = await request(`/api/v1/webhooks/${webhook.id}`, { headers, baseUrl });
    return webhookAnswer.parse(found).webhook.state;
  };
  await expect.poll(stateOf, POLL).toBe("active");
  return secret;
}

/** Launches a token; again with its key while the service is restarting, like any client. */
async function launch(name: string): Promise<string> {
  const path = `/api/v1/${CHAIN}/launch-memecoin`;
  const headers = { "idempotency-key": name.replace(" ", "-") };
  const { baseUrl } = stack;
  let token: string | undefined;
  const send = async () => {
    const body = launchBody({ name });
    const answer = await request(path, { body, headers, baseUrl }).catch(() => null);
    token = launchAccepted.safeParse(answer?.body).data?.expectedAddress;
    return token;
  };
  await expect.poll(send, POLL).toBeTypeOf("string");
  return token ?? "";
}

it("loses no event while web server, engine, indexer and database are killed", async () => {
  const secret = await create(receiver.url);
  await create(slow.url);
  // An endpoint that never answers must not delay the other one.
  slow.respondWith(() => undefined);
  // The process that is killed has sent the event, and has not seen the answer.
  let isSilent = true;
  receiver.respondWith((event, response) => {
    if (!isSilent) accept(event, response);
  });
  const tokens = [await launch("First")];
  const hasArrived = () => receiver.events.some(({ type }) => type !== "webhook.verify");
  await expect.poll(hasArrived, POLL).toBe(true);
  for (const part of ["web", "engine", "indexer", "database"] as const) {
    const pid = await findPid(stack, part);
    process.kill(pid, "SIGKILL");
    const isBack = async () =>
      (await findPid(stack, part).catch(() => pid)) !== pid && (await isHealthy(stack.baseUrl));
    await expect.poll(isBack, POLL).toBe(true);
    isSilent = false;
    tokens.push(await launch(`After ${part}`));
  }
  const caller = newCaller();
  const [token = ""] = tokens;
  const { baseUrl } = stack;
  const namesOf = (type: string) =>
    new Set(receiver.ofType(type).map(({ data }) => data.tokenAddress));
  await expect.poll(() => namesOf("token.created"), POLL).toEqual(new Set(tokens));
  await expect.poll(() => namesOf("launch.completed"), POLL).toEqual(new Set(tokens));
  await buyTokenAt({ baseUrl, caller, token, chain: CHAIN, ether: "0.05" });
  await expect.poll(() => receiver.ofType("trade").length, POLL).toBeGreaterThan(0);
  expect(receiver.events.every((event) => isSignedWith(secret, event))).toBe(true);
  // An event that arrived twice has one id: the key of its content.
  const ids = new Map<string, Set<string>>();
  for (const { id, type, data } of receiver.events) {
    const key = `${type} ${String(data.tokenAddress)} ${String(data.id)}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(id));
  }
  expect([...ids.values()].filter((one) => one.size > 1)).toEqual([]);
});
