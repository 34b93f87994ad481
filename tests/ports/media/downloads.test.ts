import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDownloads } from "@/lib/drivers/downloads/create-downloads";
import { isPublicAddress } from "@/lib/support/calls/public-address";
import { listen } from "../../setup/servers/listen";
import { switchProtocols } from "../../setup/servers/start-webhook-receiver";

/** A key for tests only, of the names images.example and other.example, valid for a hundred years. */
const TLS = join(import.meta.dirname, "../../setup/tls");
const cert = readFileSync(join(TLS, "cert.pem"));
const BYTES = Buffer.from("picture");
/** More than the buffers of a connection hold: once it is sent, most of it has been received. */
const LARGE = Buffer.alloc(8 * 1024 * 1024);

let server: Server;
let port: number;
const requests: string[] = [];

beforeAll(async () => {
  server = createServer({ cert, key: readFileSync(join(TLS, "key.pem")) }, (request, response) => {
    requests.push(request.url ?? "");
    const to = /^\/to\?(.*)$/.exec(request.url ?? "")?.[1];
    if (to !== undefined) {
      response.writeHead(302, { location: decodeURIComponent(to) }).end();
    } else if (request.url === "/missing") response.writeHead(404).end();
    else if (request.url === "/endless") {
      response.writeHead(200);
      const send = () => {
        while (!response.destroyed && response.write(Buffer.alloc(4_096)));
      };
      response.on("drain", send);
      send();
    } else if (request.url === "/slow") {
      response.writeHead(200).write(BYTES);
      server.once("finish-slow", () => response.end());
    } else if (request.url === "/fast") {
      response.writeHead(200).write(LARGE, () => server.once("finish-fast", () => response.end()));
    } else if (request.url === "/silent") response.writeHead(200).flushHeaders();
    else if (request.url === "/upgrade") switchProtocols(request, response);
    else response.writeHead(200).end(BYTES);
  });
  ({ port } = await listen(server));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Downloads that treat this machine's address as public, under its names. */
function downloads(
  options: {
    addresses?: Record<string, string[]>;
    timeoutMs?: number;
    atOnce?: number;
    sparedMs?: number;
  } = {},
) {
  const { addresses = {}, timeoutMs = 10_000, ...limits } = options;
  const resolve = async (hostname: string) =>
    (addresses[hostname] ?? ["127.0.0.1"]).map((address) => ({ address, family: 4 as const }));
  return createDownloads({
    isAllowed: (address) => address === "127.0.0.1" || isPublicAddress(address),
    port,
    resolve,
    tls: { ca: cert },
    timeoutMs,
    ...limits,
  });
}
const at = (path: string, host = "images.example") => `https://${host}:${port}${path}`;
const to = (url: string) => at(`/to?${encodeURIComponent(url)}`);

describe("downloads of what strangers name", () => {
  it("returns the bytes, also after three redirects", async () => {
    expect(await downloads().fetchPublic(at("/a.png"), 100)).toEqual({ bytes: BYTES });
    const far = to(to(to(at("/a.png", "other.example"))));
    expect(await downloads().fetchPublic(far, 100)).toEqual({ bytes: BYTES });
    const further = await downloads().fetchPublic(to(far), 100);
    expect(further).toEqual({ problem: "it redirects more than 3 times" });
  });

  it.each([
    ["a private address", () => to(`https://10.0.0.1:${port}/`), "its host has a private address"],
    ["a private name", () => to(at("/", "inside.example")), "its host has a private address"],
    ["another port", () => to("https://images.example/"), "its port is not 443"],
    ["plain http", () => to("http://images.example/"), "it is not an https URL"],
    ["a file", () => to("file:///etc/passwd"), "it is not an https URL"],
    ["nowhere", () => to("https://"), "it is not a URL"],
  ])("refuses a redirect to %s", async (_, url, problem) => {
    const addresses = { "inside.example": ["192.168.0.1"] };
    expect(await downloads({ addresses }).fetchPublic(url(), 100)).toEqual({ problem });
  });

  it("connects to no name of which one address is private, and to none that it has not checked", async () => {
    const before = requests.length;
    const addresses = { "images.example": ["127.0.0.1", "10.0.0.1"] };
    const found = await downloads({ addresses }).fetchPublic(at("/a.png"), 100);
    expect(found).toEqual({ problem: "its host has a private address" });
    expect(requests).toHaveLength(before);
  });

  it("ends the slowest download when there are too many, so that others are served", async () => {
    const { fetchPublic } = downloads({ atOnce: 2, sparedMs: 0, timeoutMs: 60_000 });
    const slow = fetchPublic(at("/slow"), 10_000);
    await expect.poll(() => server.listenerCount("finish-slow")).toBe(1);
    const before = requests.length;
    const silent = expect(fetchPublic(at("/silent"), 10_000)).rejects.toMatchObject({
      code: "dependency_unavailable",
      retryAfterSeconds: expect.any(Number),
    });
    await expect.poll(() => requests.slice(before)).toContain("/silent");
    expect(await fetchPublic(at("/a.png"), 100)).toEqual({ bytes: BYTES });
    await silent;
    server.emit("finish-slow");
    expect(await slow).toEqual({ bytes: BYTES });
  });

  it("ends no fast download, however many there are", async () => {
    const sparedMs = 50;
    const { fetchPublic } = downloads({ atOnce: 2, sparedMs, timeoutMs: 10_000 });
    const fast = [1, 2].map(() => fetchPublic(at("/fast"), 10_000_000));
    await expect.poll(() => server.listenerCount("finish-fast")).toBe(2);
    const startedAt = performance.now();
    await expect.poll(() => performance.now() - startedAt).toBeGreaterThan(sparedMs);
    const silent = fetchPublic(at("/silent"), 10_000);
    await expect(silent).rejects.toMatchObject({ code: "dependency_unavailable" });
    server.emit("finish-fast");
    for (const found of await Promise.all(fast)) {
      expect("bytes" in found && found.bytes.length).toBe(LARGE.length);
    }
  });

  it("ends downloads that began together once there have been too many for a while", async () => {
    const { fetchPublic } = downloads({ atOnce: 1, sparedMs: 300, timeoutMs: 60_000 });
    const all = Array.from({ length: 3 }, () => fetchPublic(at("/silent"), 10_000));
    let ended = 0;
    for (const one of all) {
      one.catch(() => {
        ended += 1;
      });
    }
    await expect.poll(() => ended, { timeout: 10_000 }).toBe(2);
  });

  it("ends no download that has only just begun", async () => {
    const { fetchPublic } = downloads({ atOnce: 1, sparedMs: 60_000 });
    const slow = fetchPublic(at("/slow"), 10_000);
    expect(await fetchPublic(at("/a.png"), 100)).toEqual({ bytes: BYTES });
    await expect.poll(() => server.listenerCount("finish-slow")).toBe(1);
    server.emit("finish-slow");
    expect(await slow).toEqual({ bytes: BYTES });
  });

  it("stops at the limit of bytes, at an error status and after the time limit", async () => {
    const get = (path: string, timeoutMs?: number) =>
      downloads(timeoutMs === undefined ? {} : { timeoutMs }).fetchPublic(at(path), 10_000);
    expect(await get("/endless")).toEqual({ problem: "it has more than 10000 bytes" });
    expect(await get("/missing")).toEqual({ problem: "its server returned status 404" });
    expect(await get("/silent", 300)).toEqual({ problem: "its server did not answer in time" });
    expect(await get("/upgrade")).toEqual({ problem: "its server cannot be reached" });
    const unknown = await createDownloads({
      port,
      isAllowed: () => true,
      tls: { ca: cert },
    }).fetchPublic(`https://127.0.0.1:${port}/`, 100);
    // The certificate is of another name.
    expect(unknown).toEqual({ problem: "its server cannot be reached" });
  });
});

describe("isPublicAddress", () => {
  it.each(["1.1.1.1", "8.8.8.8", "2606:4700::1111"])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ..."0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.0.0.1".split(" "),
    ..."192.168.0.1 198.18.0.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255".split(" "),
    ...":: ::1 ::127.0.0.1 ::ffff:10.0.0.1 64:ff9b::a00:1 2002:a00:1:: 2001:0:a00:1::".split(" "),
    ..."fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 2001:db8::1 100::1 localhost".split(" "),
    "",
  ])("%s is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
