import { createServer } from "node:http";
import { createSiweMessage } from "viem/siwe";
import { afterAll, beforeAll } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { endpointsOf } from "@/lib/endpoints/all";
import { SETTINGS_MS } from "@/lib/features/settings/store/create-settings";
import { createResponseCache } from "@/lib/http/cache/response-cache";
import { repeatTask } from "@/lib/support/repeat-task";
import { createTestPipeline } from "../../ports/support/open-pipeline";
import type { Signer } from "../api/sign-in";
import { type Browser, createBrowser } from "../create-browser";
import { listen } from "../servers/listen";
import { createServiceFixture, type ServiceFixture } from "./create-service-fixture";

export type ConsoleNode = {
  ctx: ServiceContext;
  origin: string;
  /** A browser without cookies. */
  open(): Browser;
  stop(): void;
};

/** A database, a chain, and any number of web servers (without Next) that share them. */
export function prepareConsole() {
  let fixture: ServiceFixture | null = null;
  const nodes: ConsoleNode[] = [];

  beforeAll(async () => {
    fixture = await createServiceFixture();
  });
  afterAll(async () => {
    for (const node of nodes) node.stop();
    await fixture?.stop();
  });

  function running(): ServiceFixture {
    if (fixture === null) throw new Error("the fixture has not started");
    return fixture;
  }

  return {
    fixture: running,
    /** @param wallets the value of `ADMIN_WALLETS` */
    async startNode(wallets: string, variables: Record<string, string> = {}): Promise<ConsoleNode> {
      const ctx = running().newContext({
        ADMIN_WALLETS: wallets,
        RATE_LIMIT_EXEMPT: "127.0.0.0/8,::1/128",
        ...variables,
      });
      const cache = createResponseCache({ ctx, bytesMax: 1_000_000 });
      const stopping = new AbortController();
      ctx.decisions.onChange(() => cache.invalidate(null));
      repeatTask({
        name: "follow-moderation",
        everyMs: 50,
        log: ctx.log,
        signal: stopping.signal,
        task: () => ctx.decisions.refresh(),
      });
      const endpoints = endpointsOf(ctx);
      // As the server does.
      const reading = setInterval(() => void ctx.settings.refresh(), SETTINGS_MS);
      const server = createServer(
        createTestPipeline({ parts: ctx, variables: {}, endpoints, cache }),
      );
      const { origin } = await listen(server);

      const node: ConsoleNode = {
        ctx,
        origin,
        open: () =>
          createBrowser(origin, (request) => {
            if (ctx.env.TRUSTED_PROXY_HOPS > 0) request.headers.set("x-forwarded-for", "127.0.0.1");
            return fetch(request);
          }),
        stop() {
          stopping.abort();
          clearInterval(reading);
          server.close();
          server.closeAllConnections();
          ctx.limiter.close();
        },
      };
      nodes.push(node);
      return node;
    },
  };
}

type MessageFields = Partial<Parameters<typeof createSiweMessage>[0]>;

/** Gets a nonce and signs a message with it. */
export async function signMessage(
  browser: Browser,
  origin: string,
  signer: Signer,
  changes: MessageFields = {},
): Promise<{ message: string; signature: string }> {
  const answer: unknown = await (await browser.request("/api/admin/nonce", { json: {} })).json();
  if (typeof answer !== "object" || answer === null || !("nonce" in answer)) {
    throw new Error("no nonce");
  }
  const message = createSiweMessage({
    address: signer.address,
    chainId: 84_532,
    domain: new URL(origin).host,
    uri: origin,
    version: "1",
    nonce: String(answer.nonce),
    issuedAt: new Date(),
    ...changes,
  });
  return { message, signature: await signer.signMessage({ message }) };
}

/** Signs in to the console like its page. */
export async function signInAdmin(
  browser: Browser,
  origin: string,
  signer: Signer,
  changes: MessageFields = {},
): Promise<Response> {
  const json = await signMessage(browser, origin, signer, changes);
  return browser.request("/api/admin/sign-in", { json });
}

/** A signed-in browser. */
export async function openAdmin(node: ConsoleNode, signer: Signer): Promise<Browser> {
  const browser = node.open();
  const { status } = await signInAdmin(browser, node.origin, signer);
  if (status !== 200) throw new Error(`the sign-in answered ${status}`);
  return browser;
}

/** Runs an action. */
export function act(
  browser: Browser,
  action: string,
  input: unknown,
  reason = "because of a test",
  headers: Record<string, string> = {},
): Promise<Response> {
  return browser.request(`/api/admin/actions/${action}`, { json: { reason, input }, headers });
}
