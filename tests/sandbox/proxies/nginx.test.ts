import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { clientAddress } from "@/lib/http/limits/client-address";
import { freePort } from "@/sandbox/process/free-port";
import { hasProgram } from "../../setup/find-program";
import { type ScriptedAnswer, startScriptedServer } from "../../setup/servers/scripted-server";
import { hasIpv6, startSite } from "../../setup/servers/start-proxy";

const nginx = { name: "nginx", versionFlag: "-v", install: "apt-get install nginx" };

describe.skipIf(!hasProgram(nginx))("ops/nginx/slipway.conf", () => {
  const running: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of running.splice(0).reverse()) await one.stop();
  });

  /** nginx in front of two web servers that answer like this. */
  async function start(first: ScriptedAnswer, second: ScriptedAnswer) {
    const webs = [await startScriptedServer([first]), await startScriptedServer([second])];
    running.push(...webs);
    const [one = "", two = ""] = webs.map(({ baseUrl }) => new URL(baseUrl).host);
    const text = readFileSync("ops/nginx/slipway.conf", "utf8");
    const site = text.replace("127.0.0.1:3000", one).replace("127.0.0.1:3001", two);
    const proxy = await startSite("nginx", site);
    running.push(proxy);
    return { proxy, seen: () => webs.flatMap((web) => web.seen) };
  }

  it.skipIf(!hasIpv6())("accepts callers by IPv6, each under its own address", async () => {
    const { proxy, seen } = await start({ body: {} }, { body: {} });
    const { status } = await fetch(proxy.baseUrl.replace("127.0.0.1", "[::1]"));
    expect(status).toBe(200);
    const [request] = seen();
    expect(clientAddress("127.0.0.1", request?.headers ?? {}, 1)).toEqual({
      address: "::1",
      isCertain: true,
    });
  });

  it("redirects plain HTTP to HTTPS with the path", async () => {
    const { proxy, seen } = await start({ body: {} }, { body: {} });
    const response = await fetch(`${proxy.plainUrl}/token?a=1`, { redirect: "manual" });
    expect(response.status).toBe(301);
    expect(response.headers.get("location")).toBe("https://127.0.0.1/token?a=1");
    expect(seen()).toHaveLength(0);
  });

  const stopping = { status: 503, body: { code: "shutting_down" } };

  it("passes a read that a stopping server refuses to the other one, at once and every time", async () => {
    const { proxy, seen } = await start(stopping, { body: {} });
    for (let i = 0; i < 6; i += 1) expect((await fetch(proxy.baseUrl)).status).toBe(200);
    // The first server is asked again: an answer of 503 takes no server out.
    expect(seen().length).toBeGreaterThan(7);
  });

  it("passes each call of the job engine to the server that works, while the other is down", async () => {
    const web = await startScriptedServer([{ body: {} }]);
    running.push(web);
    const text = readFileSync("ops/nginx/slipway.conf", "utf8");
    const site = text
      .replace("127.0.0.1:3000", `127.0.0.1:${await freePort()}`)
      .replace("127.0.0.1:3001", new URL(web.baseUrl).host);
    const proxy = await startSite("nginx", site);
    running.push(proxy);
    for (let i = 0; i < 6; i += 1) {
      const call = { method: "POST", body: "{}" };
      expect((await fetch(`${proxy.jobsUrl}/api/inngest`, call)).status).toBe(200);
    }
    expect(web.seen).toHaveLength(6);
  });

  it("sends a launch once, whatever the server answers", async () => {
    const { proxy, seen } = await start(stopping, stopping);
    const sent = { method: "POST", body: "{}" };
    const response = await fetch(proxy.baseUrl, sent);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual(stopping.body);
    expect(seen()).toHaveLength(1);
  });

  it("forwards the service's own 503 when both servers answer with it", async () => {
    const { proxy } = await start(stopping, stopping);
    for (let i = 0; i < 6; i += 1) {
      const response = await fetch(proxy.baseUrl);
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual(stopping.body);
    }
  });
});
