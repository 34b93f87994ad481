import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { clientAddress } from "@/lib/http/limits/client-address";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { hasProgram } from "../../setup/find-program";
import { startScriptedServer } from "../../setup/servers/scripted-server";
import { startSite } from "../../setup/servers/start-proxy";

const caddy = { name: "caddy", versionFlag: "version", install: "apt-get install caddy" };
const PEER = "127.0.0.1";

describe.skipIf(!hasProgram(caddy))("ops/caddy/Caddyfile", () => {
  const running: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of running.splice(0).reverse()) await one.stop();
  });

  /** The address that a web server sees of a request with this `X-Forwarded-For`. */
  async function seenCaller(cdnNetworks: string, trustedHops: number, forwardedFor: string) {
    const web = await startScriptedServer([{ body: {} }]);
    running.push(web);
    const host = new URL(web.baseUrl).host;
    const text = readFileSync("ops/caddy/Caddyfile", "utf8");
    const site = text.replace("web1:3000 web2:3000", host);
    const proxy = await startSite("caddy", site, { CDN_NETWORKS: cdnNetworks });
    running.push(proxy);
    const ask = () =>
      fetch(proxy.baseUrl, { headers: { "x-forwarded-for": forwardedFor } }).then(
        ({ status }) => status === 200,
      );
    expect(await waitUntil(ask, { timeoutMs: 20_000 })).toBe(true);
    const request = web.seen.find(({ path }) => path === "/");
    return clientAddress(PEER, request?.headers ?? {}, trustedHops);
  }

  it("passes each call of the job engine to the server that works, while the other is down", async () => {
    const web = await startScriptedServer([{ body: {} }]);
    running.push(web);
    const hosts = `127.0.0.1:${await freePort()} ${new URL(web.baseUrl).host}`;
    const text = readFileSync("ops/caddy/Caddyfile", "utf8");
    const site = text.replace("web1:3000 web2:3000", hosts);
    const proxy = await startSite("caddy", site, { CDN_NETWORKS: "" });
    running.push(proxy);
    for (let i = 0; i < 6; i += 1) {
      const call = { method: "POST", body: "{}" };
      expect((await fetch(`${proxy.jobsUrl}/api/inngest`, call)).status).toBe(200);
    }
    expect(web.seen.filter(({ path }) => path === "/api/inngest")).toHaveLength(6);
  });

  it("ignores what a caller sends as its address", async () => {
    expect(await seenCaller("", 1, "203.0.113.9")).toEqual({ address: PEER, isCertain: true });
  });

  it("passes on the caller's address that a CDN in front has appended", async () => {
    // The second is what the CDN saw, the first what the caller sent.
    expect(await seenCaller("127.0.0.0/8 fd00::/8", 2, "203.0.113.9, 198.51.100.7")).toEqual({
      address: "198.51.100.7",
      isCertain: true,
    });
  });

  it("does not believe a caller that bypasses the CDN", async () => {
    expect(await seenCaller("192.0.2.0/24", 2, "203.0.113.9, 198.51.100.7")).toEqual({
      address: PEER,
      isCertain: false,
    });
  });
});
