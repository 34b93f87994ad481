import { request as send } from "node:http";
import { text as readText } from "node:stream/consumers";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { tokenBasicDetails } from "@/lib/features/market/schema/tokens";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { DOC_PAGES } from "@/lib/shared/doc-pages";
import { newCaller } from "../setup/api/api";
import { untilListed } from "../setup/api/until-listed";
import { launchToken } from "../setup/chain/launch-token";

/** Only the card of a token may be framed by other sites, at its one spelling. */

const HOSTILE = `</style></title><script>alert(1)</script><img src=x onerror=alert(1)>"'&`;
const NOBODY = `0x${"12".repeat(20)}`;
const UNLIMITED = 120_000;

type Reply = { status: number; frame: string | undefined; policy: string; text: string };

/** Sent as it is, because `fetch` repairs paths. */
function get(path: string, headers: Record<string, string> = {}): Promise<Reply & { all: object }> {
  const { hostname, port } = new URL(inject("baseUrl"));
  return new Promise((resolve, reject) => {
    const sent = send(
      { hostname, port, path, headers: { "x-forwarded-for": newCaller(), ...headers } },
      (response) => {
        const { statusCode: status = 0, headers: all } = response;
        const { "x-frame-options": frame, "content-security-policy": policies } = all;
        const policy = [policies ?? []].flat().join(", ");
        readText(response).then(
          (text) => resolve({ status, frame: frame?.toString(), policy, text, all }),
          reject,
        );
      },
    );
    sent.once("error", reject);
    sent.end();
  });
}

const isFrameable = ({ frame, policy }: Reply) =>
  frame === undefined || !policy.includes("frame-ancestors 'none'");

let token: string;
beforeAll(async () => {
  token = await launchToken({ name: HOSTILE.slice(0, 50), symbol: `"<b>'` });
  const path = `/v1/base-sepolia/tokens/${token}`;
  await untilListed(path, tokenBasicDetails, () => true);
});

describe("the card of a token", () => {
  it.each([
    "",
    "?theme=dark",
    "?theme=light",
    "?theme=%22%3E%3Cscript%3E",
    "?theme=dark&theme=light",
  ])(
    "may be framed with the query %j, and can load nothing but its style and pictures",
    async (query) => {
      const card = await get(`/base-sepolia/${token}/embed${query}`);
      expect(card.status).toBe(200);
      expect(card.frame).toBeUndefined();
      const policy = card.policy.replace(/'sha256-[\w+/]{43}='/, "HASH");
      expect(policy).toBe(
        "default-src 'none'; style-src HASH; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
      );
      expect(card.all).toMatchObject({ "x-content-type-options": "nosniff" });
      expect(card.all).not.toHaveProperty("set-cookie");
      expect(card.text).not.toMatch(/<script|<img src=x|<b>'|onerror=alert\(1\)>/);
      expect(card.text.match(/<style>/g)).toHaveLength(1);
      const theme = /<html lang="en"( data-theme="\w+")?>/.exec(card.text)?.[1] ?? "";
      const isTheme = /^\?theme=(dark|light)/.exec(query)?.[1];
      expect(theme).toBe(isTheme === undefined ? "" : ` data-theme="${isTheme}"`);
    },
  );

  it("does not depend on a session, and does not vary by it", async () => {
    const path = `/base-sepolia/${token}/embed`;
    const headers = {
      cookie: "next-auth.session-token=x; slipway.outbox=y",
      authorization: "Bearer z",
    };
    const [without, signedIn] = [await get(path), await get(path, headers)];
    const body = ({ text }: Reply) => text.replace(/<time.*<\/time>/, "");
    expect(body(signedIn)).toBe(body(without));
    expect(signedIn.all).not.toHaveProperty("set-cookie");
  });

  it("is a notice with 404 for an unknown token, on every chain", async () => {
    for (const chain of CHAIN_SLUGS) {
      const card = await get(`/${chain}/${NOBODY}/embed`);
      expect(card.status).toBe(404);
      expect(card.frame).toBeUndefined();
      expect(card.text).not.toMatch(/<svg|<script/);
      expect(card.all).toMatchObject({ "cache-control": "no-store" });
    }
  });
});

describe("no other address may be framed", () => {
  const spellings = (): string[] => [
    ...["/embed", "//embed", "///embed", "/%65mbed", "/embed/", "/embed/embed", "/base/embed"],
    ...["/base//embed", "/base/0x/embed", `/base/${NOBODY}x/embed`, `/mainnet/${NOBODY}/embed`],
    ...[`/BASE-SEPOLIA/${token}/embed`, `/base-sepolia/${token}/Embed`],
    ...[`/base-sepolia/${token}/embed/`, `/base-sepolia/${token}/embed//`],
    ...[`/base-sepolia/${token}/%65mbed`, `/base-sepolia/${token}/embed%2f`],
    ...[`/base-sepolia/${token}/embed%00`, `/base-sepolia/${token}/embed;x`],
    ...[`//base-sepolia/${token}/embed`, `/base-sepolia//${token}/embed`],
    ...[`/base%2dsepolia/${token}/embed`, `/base-sepolia%2f${token}%2fembed`],
    ...[
      `/base-sepolia/${token}/embed/../embed/..`,
      `/base-sepolia/${token}/embed/..%2f..%2f..%2faccount`,
    ],
    ...[`/./base-sepolia/${token}/embed`, `/x/../base-sepolia/${token}/embed`],
    ...["/base-sepolia/..%2faccount/embed", "/base-sepolia/..%5caccount/embed"],
    ...[`/base-sepolia/${token}\\embed`, `/base-sepolia/${token}/embed/account`],
    ...[
      `/share/${token}/embed`,
      `/v1/${token}/embed`,
      `/api/${token}/embed`,
      `/udf/${token}/embed`,
    ],
    ...[
      `/base-sepolia/${token}?x=/base-sepolia/${token}/embed`,
      `/account?/embed`,
      "/account#/embed",
    ],
  ];

  it(
    "by any other spelling of a card",
    async () => {
      const framed: string[] = [];
      for (const path of spellings()) {
        if (isFrameable(await get(path))) framed.push(path);
      }
      expect(framed).toEqual([]);
    },
    UNLIMITED,
  );

  it(
    "as a page, a document, an API response, a file or an error",
    async () => {
      const found = [
        ...["/", "/explore", "/about", "/launch", "/account", "/portfolio", "/managers", "/status"],
        ...["/outbox", "/base-sepolia", "/base-sepolia?embed", `/base/${NOBODY}`],
        ...[`/base-sepolia/${token}`, `/base-sepolia/${token}?theme=dark`],
        ...[`/base-sepolia/address/${NOBODY}`, `/share/base-sepolia/${token}`, "/share"],
        ...["/openapi/data.json", "/llms.txt", "/sitemap.xml", "/icon.svg", "/favicon.ico"],
        ...["/v1/base-sepolia/tokens", "/api/v1/config", "/healthz", "/api/auth/session"],
        ...DOC_PAGES.map(({ href }) => href),
      ];
      const refused = [
        // No admin is configured, and no legal text.
        ...["/admin", "/legal/terms", "/nowhere"],
        ...["/oembed?url=x", "/oembed", "/api/account", "/rpc/base", "/mcp", "/sandbox/faucet"],
      ];
      const framed: string[] = [];
      const others: string[] = [];
      for (const path of [...found, ...refused]) {
        const reply = await get(path);
        if (isFrameable(reply)) framed.push(path);
        if ((reply.status === 200) !== found.includes(path)) others.push(`${path} ${reply.status}`);
      }
      // A page that is missing would be refused like any other error.
      expect(others).toEqual([]);
      expect(framed).toEqual([]);
    },
    UNLIMITED,
  );
});
