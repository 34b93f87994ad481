import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { encodeAbiParameters, type Hex, pad } from "viem";
import type { privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { z } from "zod";
import { listen } from "./listen";

/** The code that X issues to a user who has authorised this app. */
export const X_CODE = "a-code-of-x";
const ID_OF = "0xd94fe832";
const OP_MAINNET = 10;

const channelRequest = z.strictObject({
  siweUri: z.url(),
  domain: z.string().regex(/^[a-zA-Z0-9.-]+(:[0-9]+)?$/),
  nonce: z.string(),
});
const rpcRequest = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });

type Channel = z.output<typeof channelRequest> & {
  signed: { message: string; signature: Hex } | null;
};
type Answer = { status: number; json: unknown };

/**
 * X and Farcaster in their wire formats: X's OAuth 2.0 token endpoint and user lookup; Farcaster's
 * relay, its id registry on OP mainnet and its name registry.
 */
export async function startNetworks() {
  const channels = new Map<string, Channel>();
  const state = {
    /** The user who has authorised this app at X. */
    xUser: { id: "0", username: "nobody" },
    custody: new Map<string, number>(),
    names: new Map<number, string>(),
  };

  function answerX(path: string, request: IncomingMessage, body: string): Answer {
    if (path === "/2/oauth2/token") {
      const form = new URLSearchParams(body);
      const basic = Buffer.from("x-app:x-app-secret").toString("base64");
      const isKnown = request.headers.authorization === `Basic ${basic}`;
      if (!isKnown || form.get("code") !== X_CODE || !form.get("code_verifier")) {
        return { status: 400, json: { error: "invalid_request" } };
      }
      return { status: 200, json: { token_type: "bearer", access_token: "x-token" } };
    }
    // The scheme name is case-insensitive in HTTP.
    if (!/^bearer x-token$/i.test(request.headers.authorization ?? "")) {
      return { status: 401, json: {} };
    }
    return { status: 200, json: { data: { ...state.xUser, name: "Somebody" } } };
  }

  function answerRpc(body: string): Answer {
    const { id, method, params } = rpcRequest.parse(JSON.parse(body));
    if (method === "eth_chainId") {
      return { status: 200, json: { jsonrpc: "2.0", id, result: "0xa" } };
    }
    const call = z.object({ data: z.string() }).safeParse(params[0]);
    const data = call.success ? call.data.data : "";
    if (!data.startsWith(ID_OF)) {
      return { status: 200, json: { jsonrpc: "2.0", id, result: "0x" } };
    }
    const fid = state.custody.get(`0x${data.slice(-40)}`) ?? 0;
    const result: Hex = pad(encodeAbiParameters([{ type: "uint256" }], [BigInt(fid)]));
    return { status: 200, json: { jsonrpc: "2.0", id, result } };
  }

  function answerRelay(path: string, request: IncomingMessage, body: string): Answer {
    if (path === "/v1/channel" && request.method === "POST") {
      const asked = channelRequest.safeParse(JSON.parse(body));
      if (!asked.success) return { status: 400, json: { error: "Validation error" } };
      const channelToken = `channel-${channels.size + 1}`;
      channels.set(channelToken, { ...asked.data, signed: null });
      const url = `https://farcaster.xyz/~/siwf?channelToken=${channelToken}`;
      const { nonce } = asked.data;
      return { status: 201, json: { channelToken, url, connectUri: url, nonce } };
    }
    const token = request.headers.authorization?.split(" ")[1] ?? "";
    const channel = channels.get(token);
    if (channel === undefined) return { status: 401, json: { error: "Unauthorized" } };
    const { signed, nonce } = channel;
    if (signed === null) return { status: 202, json: { state: "pending", nonce } };
    channels.delete(token);
    return { status: 200, json: { state: "completed", nonce, ...signed } };
  }

  function answerNames(url: URL): Answer {
    const fid = Number(url.searchParams.get("fid"));
    const name = url.searchParams.get("name");
    const found = [...state.names].find((one) => one[0] === fid || one[1] === name);
    if (found === undefined) return { status: 404, json: {} };
    const [to, username] = found;
    return { status: 200, json: { transfer: { username, to, owner: pad("0x", { size: 20 }) } } };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = await text(request);
    const [, network = ""] = url.pathname.split("/");
    const path = url.pathname.slice(network.length + 1);
    const answer = () => {
      if (network === "x") return answerX(path, request, body);
      if (network === "op") return answerRpc(body);
      if (network === "relay") return answerRelay(path, request, body);
      return answerNames(url);
    };
    const { status, json } = answer();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  });
  const { origin } = await listen(server);

  function channelOf(link: string): [string, Channel] {
    const token = new URL(link).searchParams.get("channelToken") ?? "";
    const channel = channels.get(token);
    if (channel === undefined) throw new Error(`No channel behind ${link}`);
    return [token, channel];
  }

  return Object.assign(state, {
    /** The service's configuration for these networks. */
    variables: {
      X_CLIENT_ID: "x-app",
      X_CLIENT_SECRET: "x-app-secret",
      X_API_URL: `${origin}/x`,
      FARCASTER_RPC_URL: `${origin}/op`,
      FARCASTER_NAMES_URL: `${origin}/names`,
      FARCASTER_RELAY_URL: `${origin}/relay`,
    },
    /** A Farcaster app whose user opens the link and confirms. */
    async confirm(link: string, key: ReturnType<typeof privateKeyToAccount>, fid: number) {
      const [, channel] = channelOf(link);
      const message = createSiweMessage({
        address: key.address,
        chainId: OP_MAINNET,
        domain: channel.domain,
        uri: channel.siweUri,
        version: "1",
        nonce: channel.nonce,
        issuedAt: new Date(),
        statement: "Farcaster Auth",
        resources: [`farcaster://fid/${fid}`],
      });
      channel.signed = { message, signature: await key.signMessage({ message }) };
    },
    /** The relay expires the request. */
    forget(link: string): void {
      const [token] = channelOf(link);
      channels.delete(token);
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  });
}

export type Networks = Awaited<ReturnType<typeof startNetworks>>;
