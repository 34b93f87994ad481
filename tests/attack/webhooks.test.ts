import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createWebhookSender } from "@/lib/drivers/webhooks/create-webhook-sender";
import { createWebhookAnswer } from "@/lib/features/webhooks/schema";
import { isPublicAddress } from "@/lib/support/calls/public-address";
import type { ResolvedAddress } from "@/lib/support/calls/resolve-host";
import { newCaller, request } from "../setup/api/api";
import { queryStack } from "../setup/database/stack-database";
import { listen } from "../setup/servers/listen";
import { startSilentServer } from "../setup/servers/silent-server";

const ROOT = "/api/v1/webhooks";
const message = { id: "msg_1", body: "{}", secrets: [`whsec_${"A".repeat(43)}=`], at: new Date() };

const countWebhooks = async () => {
  const [row] = await queryStack(
    inject("dataDir"),
    "select count(*)::int as n from launch.webhooks",
  );
  return typeof row === "object" && row !== null && "n" in row ? row.n : null;
};

/** Services that an attacker wants this server to reach. */
const INTERNAL = [
  ...["http://127.0.0.1:6379/", "https://127.0.0.1/", "https://localhost/", "https://[::1]/"],
  ...["https://169.254.169.254/latest/meta-data", "https://[fd00:ec2::254]/", "https://10.0.0.1/"],
  ...["https://192.168.1.1/", "https://172.16.0.1/", "https://100.64.0.1/", "https://0.0.0.0/"],
  ...["https://[::ffff:127.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/"],
  ...["https://2130706433/", "https://0x7f.1/", "https://017700000001/", "https://127.1/"],
  ...[
    "https://metadata.google.internal/",
    "https://printer.local/",
    "https://db/",
    "https://x.lan/",
  ],
  ...[
    "https://user:password@receiver.example/",
    "http://receiver.example/",
    "ftp://receiver.example/",
  ],
  ...[
    "file:///etc/passwd",
    "gopher://receiver.example/",
    "https://localhost./",
    "https://127.0.0.1./",
  ],
];

describe("an attacker who aims webhooks at this network", () => {
  it.each(INTERNAL)("stores nothing with the URL %s", async (url) => {
    const before = await countWebhooks();
    const { status, body } = await request(ROOT, { body: { url } });
    expect([status, body]).toMatchObject([400, { code: "invalid_body" }]);
    expect(await countWebhooks()).toBe(before);
  });

  it.each([
    ...["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1", "172.31.255.255", "100.64.1.1"],
    ...["0.0.0.0", "224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1", "::", "::1"],
    ...["fe80::1", "fd00::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1"],
    ...["2002:a00:1::", "2001:db8::1", "fec0::1", "2001::1", "no address"],
  ])("does not count %s as public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["1.1.1.1", "8.8.8.8", "2606:4700:4700::1111"])("counts %s as public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it("cannot rebind a name: the address that is connected to is the one that is checked", async () => {
    const target = await startSilentServer();
    let asked = 0;
    const resolve = async (): Promise<ResolvedAddress[]> => {
      asked += 1;
      return [{ address: "127.0.0.1", family: 4 }];
    };
    const sender = createWebhookSender({ allowsLoopback: false, resolve });
    const url = `https://rebound.example:${target.port}/`;
    // The name looks public, as it did when the webhook was created.
    expect(sender.mayUse(new URL(url))).toBe(true);
    expect(await sender.send({ url, ...message })).toEqual({
      status: null,
      text: "",
      error: "the address is not public",
    });
    expect(asked).toBe(1);
    expect(target.connections()).toBe(0);
    await target.stop();
  });

  it("finds no private address behind a name with several", async () => {
    const target = await startSilentServer();
    const resolve = async (): Promise<ResolvedAddress[]> => [
      { address: "::1", family: 6 },
      { address: "127.0.0.1", family: 4 },
    ];
    const sender = createWebhookSender({ allowsLoopback: false, resolve });
    const sent = await sender.send({ url: `https://mixed.example:${target.port}/`, ...message });
    expect(sent.status).toBeNull();
    expect(target.connections()).toBe(0);
    await target.stop();
  });
});

describe("an endpoint that attacks the server that calls it", () => {
  let inner = 0;
  let internalUrl = "";
  let endpointUrl = "";
  const internal = createServer((_, response) => {
    inner += 1;
    response.end("secret");
  });
  const endpoint = createServer((asked, response) => {
    const close = () => response.destroy();
    asked.resume();
    if (asked.url === "/redirect") {
      response.writeHead(307, { location: `${internalUrl}/` }).end();
    } else if (asked.url === "/endless") {
      const chunk = Buffer.alloc(64 * 1024, "x");
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", more).on("error", close);
      response.writeHead(200);
      more();
    } else if (asked.url === "/slow") response.writeHead(200).write("x");
    else response.writeHead(200, { "x-large": "x".repeat(200_000) }).end();
  });
  const sender = createWebhookSender({ allowsLoopback: true, timeoutMs: 500 });
  const send = (path: string) => sender.send({ url: `${endpointUrl}${path}`, ...message });
  beforeAll(async () => {
    internalUrl = (await listen(internal)).origin;
    endpointUrl = (await listen(endpoint)).origin;
  });
  afterAll(async () => {
    for (const server of [internal, endpoint]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it("gets no request to the address that it redirects to", async () => {
    expect((await send("/redirect")).status).toBe(307);
    expect(inner).toBe(0);
  });

  it("has at most 4 KB of an endless response read", async () => {
    const { status, text } = await send("/endless");
    expect(status).toBe(200);
    expect(text).toHaveLength(4_096);
  });

  it("is given up when it does not end its response", async () => {
    const { status, error } = await send("/slow");
    expect([status, error]).toEqual([null, "no response within 10 seconds"]);
  });

  it("is given up when its headers are too large", async () => {
    expect((await send("/large")).status).toBeNull();
  });
});

describe("an attacker without the management secret", () => {
  it.each([
    "",
    "Bearer ",
    `Bearer whm_${"A".repeat(43)}`,
    `Bearer whm_${"A".repeat(4_000)}`,
    "Bearer whm_' or 1=1 --aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "Basic d2htOnNlY3JldA==",
  ])("reads, changes and deletes nothing with %s", async (authorization) => {
    const { body } = await request(ROOT, { body: { url: "https://receiver.example/" } });
    const { webhook, managementSecret } = createWebhookAnswer.parse(body);
    const path = `${ROOT}/${webhook.id}`;
    const headers: Record<string, string> = {};
    if (authorization !== "") headers.authorization = authorization;
    for (const [method, rest] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/rotate-secret"],
      ["GET", "/deliveries"],
    ] as const) {
      const sent = ["PATCH", "POST"].includes(method) ? { body: { enabled: false } } : {};
      const answer = await request(`${path}${rest}`, { method, headers, ...sent });
      expect([answer.status, answer.body]).toMatchObject([404, { code: "webhook_not_found" }]);
    }
    const own = { authorization: `Bearer ${managementSecret}` };
    expect((await request(path, { headers: own })).body).toMatchObject({
      webhook: { state: "pending" },
    });
  });

  it("cannot use the secret of another webhook", async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () =>
        createWebhookAnswer.parse(
          (await request(ROOT, { body: { url: "https://receiver.example/" } })).body,
        ),
      ),
    );
    const headers = { authorization: `Bearer ${first?.managementSecret}` };
    expect((await request(`${ROOT}/${second?.webhook.id}`, { headers })).status).toBe(404);
  });
});

describe("an attacker who makes this server call a third party", () => {
  it("gets no further calls to a host by other spellings of its name", async () => {
    const host = `victim-${Date.now()}.example`;
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      for (const name of [host, `${host}.`]) {
        const body = { url: `https://${name}/` };
        statuses.push((await request(ROOT, { body, caller: newCaller() })).status);
      }
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const name of [host, `${host}.`, host.toUpperCase()]) {
      const body = { url: `https://${name}/` };
      expect((await request(ROOT, { body, caller: newCaller() })).status).toBe(429);
    }
    const [row] = await queryStack(
      inject("dataDir"),
      `select count(*)::int as n from launch.webhooks where url = 'https://${host}/'`,
    );
    expect(row).toEqual({ n: 60 });
  });

  it("gets ten webhooks per caller, forty per network and sixty calls to one host an hour", async () => {
    const url = `https://victim-${Date.now()}.example/`;
    const network = newCaller().split(".").slice(0, 3).join(".");
    const statuses: number[] = [];
    for (let host = 1; host <= 7; host += 1) {
      for (let n = 0; n < 10; n += 1) {
        const { status } = await request(ROOT, { body: { url }, caller: `${network}.${host}` });
        statuses.push(status);
      }
    }
    // Beyond forty the quota of the network, beyond sixty calls the limit of the host.
    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    expect(statuses.slice(40, 60).every((status) => status === 409)).toBe(true);
    expect(statuses.slice(60).every((status) => status === 429)).toBe(true);
    const elsewhere = await request(ROOT, { body: { url }, caller: newCaller() });
    expect(elsewhere).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  });
});

describe("an attacker with huge filters", () => {
  it.each([
    ["tokens", Array.from({ length: 101 }, (_, i) => `0x${i.toString(16).padStart(40, "0")}`)],
    ["chains", Array.from({ length: 11 }, () => "base")],
    ["kinds", Array.from({ length: 100 }, () => "trade")],
    ["url", `https://receiver.example/${"x".repeat(3_000)}`],
    ["minTradeETH", `0.${"1".repeat(19)}`],
  ])("gets 400 for %s", async (name, value) => {
    const body = { url: "https://receiver.example/", [name]: value };
    expect((await request(ROOT, { body })).status).toBe(400);
  });

  it("gets 413 for a million addresses", async () => {
    const tokens = Array.from({ length: 10_000 }, () => `0x${"1".repeat(40)}`);
    const body = { url: "https://receiver.example/", tokens };
    expect((await request(ROOT, { body })).status).toBe(413);
  });
});

describe("the holder of a database dump", () => {
  it("cannot sign events or manage webhooks with it", async () => {
    const { body } = await request(ROOT, { body: { url: "https://receiver.example/" } });
    const { secret, managementSecret } = createWebhookAnswer.parse(body);
    const rows = await queryStack(
      inject("dataDir"),
      "select w::text as row from launch.webhooks w union all select s::text from launch.secrets s",
    );
    const dump = JSON.stringify(rows);
    expect(dump).not.toContain(managementSecret ?? "whm_");
    for (const encoding of ["hex", "base64", "utf8"] as const) {
      const key = Buffer.from(secret.slice(6), "base64");
      expect(dump).not.toContain(key.toString(encoding));
      expect(dump).not.toContain(Buffer.from(secret).toString(encoding));
    }
  });
});
