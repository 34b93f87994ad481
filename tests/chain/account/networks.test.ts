import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import pino from "pino";
import { encodeAbiParameters, type Hex, pad } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { handleAuth } from "@/lib/auth/handle-auth";
import type { ServiceContext } from "@/lib/context";
import { getAccount } from "@/lib/services/account/get-account";
import { startStore } from "@/sandbox/store/start-store";
import { type Browser, createBrowser } from "../../setup/create-browser";
import { createServiceWorld, type ServiceWorld } from "../../setup/create-service-world";
import { signInWithWallet } from "../../setup/sign-in";

/** Signing in with X and Farcaster, which are stood in for by a server with their wire formats. */

const ORIGIN = "http://localhost:3000";
const CODE = "a-code-of-x";
const ID_OF = "0xd94fe832";
let world: ServiceWorld;
let store: Awaited<ReturnType<typeof startStore>>;
let networks: Awaited<ReturnType<typeof startNetworks>>;
let ctx: ServiceContext;

beforeAll(async () => {
  [world, store, networks] = await Promise.all([
    createServiceWorld(),
    startStore({ port: 0, token: "t", log: pino({ level: "silent" }) }),
    startNetworks(),
  ]);
  ctx = world.newContext({
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: "t",
    X_CLIENT_ID: "x-app",
    X_CLIENT_SECRET: "x-app-secret",
    X_API_URL: `${networks.url}/x`,
    FARCASTER_RPC_URL: `${networks.url}/op`,
    FARCASTER_NAMES_URL: `${networks.url}/names`,
  });
});
afterAll(() => Promise.all([world.stop(), store.stop(), networks.stop()]));

function openBrowser(): Browser {
  return createBrowser(ORIGIN, (request) =>
    handleAuth(ctx, request, new URL(request.url).pathname.split("/").slice(3)),
  );
}
async function accountOf(browser: Browser) {
  const header = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const session = await ctx.sessions.read(header);
  return session && (await getAccount({ ctx, input: { session } })).account;
}

describe("with X", () => {
  async function begin(browser: Browser): Promise<URL> {
    const form = { csrfToken: await browser.csrfToken(), json: "true" };
    const response = await browser.request("/api/auth/signin/twitter", { form });
    return new URL(z.object({ url: z.string() }).parse(await response.json()).url);
  }

  it("signs in who X says it is, and verifies what was promised to that name", async () => {
    networks.xUser = { id: "4711", username: "Ada_X" };
    const { address } = await ctx.wallets.resolve({ type: "twitter", id: "ada_x" });
    const browser = openBrowser();
    const asked = await begin(browser);
    expect(asked.origin + asked.pathname).toBe("https://x.com/i/oauth2/authorize");
    expect(asked.searchParams.get("redirect_uri")).toBe(`${ORIGIN}/api/auth/callback/twitter`);
    expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
    const state = asked.searchParams.get("state") ?? "";
    const back = await browser.request(`/api/auth/callback/twitter?code=${CODE}&state=${state}`);
    expect(back.headers.get("location")).toBe(ORIGIN);
    expect(await accountOf(browser)).toMatchObject({
      identities: [{ type: "twitter", id: "4711", name: "ada_x" }],
      wallets: [{ address, managed: true }],
    });
    const known = await ctx.wallets.identitiesOf([address]);
    expect(known).toMatchObject([{ identity: { name: "ada_x", verified: true } }]);
  });

  it("gives who bought the name an account, but not the wallet", async () => {
    networks.xUser = { id: "4712", username: "Ada_X" };
    const browser = openBrowser();
    const state = (await begin(browser)).searchParams.get("state") ?? "";
    await browser.request(`/api/auth/callback/twitter?code=${CODE}&state=${state}`);
    expect(await accountOf(browser)).toMatchObject({ identities: [{ id: "4712" }], wallets: [] });
  });

  it.each([
    ["a state that was not asked for", (_: string) => `code=${CODE}&state=made-up`],
    ["another code", (state: string) => `code=wrong&state=${state}`],
    ["a refusal", (state: string) => `error=access_denied&state=${state}`],
  ])("signs nobody in by %s", async (_, answer) => {
    const browser = openBrowser();
    const state = (await begin(browser)).searchParams.get("state") ?? "";
    const back = await browser.request(`/api/auth/callback/twitter?${answer(state)}`);
    expect(back.headers.get("location")).toContain("error=");
    expect(await accountOf(browser)).toBeNull();
  });
});

describe("with Farcaster", () => {
  const signedBy = (key: ReturnType<typeof privateKeyToAccount>, fid: number, chainId = 10) => ({
    provider: "farcaster",
    chainId,
    resources: [`farcaster://fid/${fid}`],
    address: key.address,
  });

  it("signs in whose custody address signed, under the name of the registry", async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    networks.custody.set(key.address.toLowerCase(), 99);
    networks.names.set(99, "ada.eth");
    const browser = openBrowser();
    const answer = await signInWithWallet(browser, ORIGIN, key, signedBy(key, 99));
    expect(answer.status).toBe(200);
    expect(await accountOf(browser)).toMatchObject({
      identities: [{ type: "farcaster", id: "99", name: "ada.eth" }],
    });
  });

  it.each([
    ["of another user", 100, 10],
    ["for another chain", 99, 8453],
  ])("refuses a message %s", async (_, fid, chainId) => {
    const key = privateKeyToAccount(generatePrivateKey());
    networks.custody.set(key.address.toLowerCase(), 99);
    const browser = openBrowser();
    const answer = await signInWithWallet(browser, ORIGIN, key, signedBy(key, fid, chainId));
    expect(answer.status).toBe(401);
    expect(await accountOf(browser)).toBeNull();
  });

  it("refuses who is no user at all", async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    const answer = await signInWithWallet(openBrowser(), ORIGIN, key, signedBy(key, 99));
    expect(answer.status).toBe(401);
  });
});

/** X's OAuth 2.0 and user lookup, OP mainnet's id registry and the name registry. */
async function startNetworks() {
  const state = {
    xUser: { id: "0", username: "nobody" },
    custody: new Map<string, number>(),
    names: new Map<number, string>(),
  };

  function answerX(path: string, request: IncomingMessage, body: string) {
    if (path === "/2/oauth2/token") {
      const form = new URLSearchParams(body);
      const basic = Buffer.from("x-app:x-app-secret").toString("base64");
      const isKnown = request.headers.authorization === `Basic ${basic}`;
      if (!isKnown || form.get("code") !== CODE || !form.get("code_verifier")) {
        return { status: 400, json: { error: "invalid_request" } };
      }
      return { status: 200, json: { token_type: "bearer", access_token: "x-token" } };
    }
    // The scheme's name in any letter case, as HTTP has it.
    if (!/^bearer x-token$/i.test(request.headers.authorization ?? "")) {
      return { status: 401, json: {} };
    }
    return { status: 200, json: { data: { ...state.xUser, name: "Somebody" } } };
  }

  const rpcRequest = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
  function answerRpc(body: string) {
    const { id, method, params } = rpcRequest.parse(JSON.parse(body));
    if (method === "eth_chainId")
      return { status: 200, json: { jsonrpc: "2.0", id, result: "0xa" } };
    const call = z.object({ data: z.string() }).safeParse(params[0]);
    const data = call.success ? call.data.data : "";
    if (!data.startsWith(ID_OF)) {
      return { status: 200, json: { jsonrpc: "2.0", id, result: "0x" } };
    }
    const fid = state.custody.get(`0x${data.slice(-40)}`) ?? 0;
    const result: Hex = pad(encodeAbiParameters([{ type: "uint256" }], [BigInt(fid)]));
    return { status: 200, json: { jsonrpc: "2.0", id, result } };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = await text(request);
    const answer = () => {
      if (url.pathname.startsWith("/x/")) return answerX(url.pathname.slice(2), request, body);
      if (url.pathname === "/op") return answerRpc(body);
      const fid = Number(url.searchParams.get("fid"));
      const username = state.names.get(fid);
      if (username === undefined) return { status: 404, json: {} };
      return { status: 200, json: { transfer: { username, to: fid } } };
    };
    const { status, json } = answer();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return Object.assign(state, {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  });
}
