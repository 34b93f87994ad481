import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { imageAnswer } from "@/lib/features/media/schema";
import { OPERATIONS } from "@/lib/operations/all";
import { METRICS_TOKEN } from "../../setup/api/read-metrics";
import { launchToken } from "../../setup/chain/launch-token";
import { hasProgram } from "../../setup/find-program";
import { dataUri } from "../../setup/media/images";
import { type RunningProxy, startProxy } from "../../setup/servers/start-proxy";

const PROXIES = [
  { name: "nginx", versionFlag: "-v", install: "apt-get install nginx" },
  { name: "caddy", versionFlag: "version", install: "apt-get install caddy" },
] as const;

for (const one of PROXIES) {
  describe.skipIf(!hasProgram(one))(`behind ${one.name}, configured as the guide says`, () => {
    let proxy: RunningProxy;
    beforeAll(async () => {
      proxy = await startProxy(one.name, inject("baseUrl"));
    });
    afterAll(() => proxy?.stop());

    it("serves metrics only with the token, whatever headers a caller sends", async () => {
      const written: HeadersInit[] = [
        {},
        { "x-forwarded-for": "127.0.0.1" },
        { "x-forwarded-for": "127.0.0.1, 127.0.0.1" },
      ];
      for (const headers of written) {
        const response = await fetch(`${proxy.baseUrl}/metrics`, { headers });
        expect(response.status).toBe(403);
      }
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      expect((await fetch(`${proxy.baseUrl}/metrics`, { headers })).status).toBe(200);
    });

    it("counts a caller under its own address, whatever X-Forwarded-For it sends", async () => {
      const left: number[] = [];
      for (let i = 0; i < 5; i += 1) {
        const headers = { "x-forwarded-for": `203.0.113.${i}, 198.51.100.${i}` };
        const response = await fetch(`${proxy.baseUrl}/v1/base/tokens`, { headers });
        expect(response.status).toBe(200);
        left.push(Number(response.headers.get("ratelimit")?.match(/r=(\d+)/)?.[1]));
      }
      expect(left).toEqual(left.map((_, index) => (left[0] ?? 0) - index));
    });

    it("passes a 3 MB image through", async () => {
      const raw = { width: 1000, height: 1000, channels: 3 } as const;
      const picture = await sharp(randomBytes(3_000_000), { raw }).png().toBuffer();
      const response = await fetch(`${proxy.baseUrl}/api/v1/upload-image`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ base64Image: dataUri(picture) }),
      });
      expect(response.status).toBe(200);
      expect(imageAnswer.parse(await response.json()).ipfsHash).toMatch(/^Qm/);
    });

    it("forwards the service's error for a body that is too large", async () => {
      const response = await fetch(`${proxy.baseUrl}/api/v1/base/launch-memecoin`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "x".repeat(OPERATIONS.launchMemecoin.bodyBytesMax + 1),
      });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ success: false, code: "payload_too_large" });
    });

    it("forwards events without buffering", async () => {
      const ending = new AbortController();
      const { body, status } = await fetch(`${proxy.baseUrl}/v1/base-sepolia/stream`, {
        signal: ending.signal,
      });
      expect(status).toBe(200);
      const name = `Behind ${one.name}`;
      let text = "";
      let launched: Promise<string> | null = null;
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done = true, value = "" } = (await reader?.read()) ?? {};
        if (done) break;
        text += value;
        // The first event confirms that the stream is open; the launch must arrive after it.
        if (text.includes("event: ready")) launched ??= launchToken({ name });
        if (text.includes(name)) break;
      }
      ending.abort();
      expect(text).toContain(await launched);
    });
  });
}
