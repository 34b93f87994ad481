import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NGINX_CONFIG } from "@/components/docs/samples/proxy-samples";
import { FFMPEG_LIMITS } from "@/lib/drivers/video/ffmpeg/ffmpeg";
import { readCommands } from "../../setup/read-commands";

/** The last block: what the job engine calls. */
const FOR_JOBS = /\n# Inngest .*\nserver \{\n {2}listen 127\.0\.0\.1:.*/s;

describe("ops/nginx/slipway.conf", () => {
  const text = readFileSync("ops/nginx/slipway.conf", "utf8");

  it("is the configuration of the guide, which runs in a test, with the servers of slipway.target", () => {
    const [, upstream = ""] = /^upstream slipway \{\n(.*?)^\}/ms.exec(text) ?? [];
    const ports = [...upstream.matchAll(/server 127\.0\.0\.1:(\d+) max_fails=0;/g)].map(
      ([, port]) => port,
    );
    const target = readFileSync("ops/systemd/slipway.target", "utf8");
    const started = [...target.matchAll(/slipway-web@(\d+)\.service/g)].map(([, port]) => port);
    expect(ports).toEqual(started);

    const withOneServer = text
      // The guide's server is alone, so the job engine calls it directly.
      .replace(FOR_JOBS, "")
      .replace(/^#.*\n/gm, "")
      .replace("  server 127.0.0.1:3001 max_fails=0;\n", "")
      .trimEnd();
    expect(withOneServer).toBe(NGINX_CONFIG);
  });

  it("waits longer for a call of the job engine than one command of an encoding may take", () => {
    // Location, its directives, and the timeout in minutes; one in each server block.
    const calls = [
      ...text.matchAll(/location (?:= )?\/api\/inngest \{[^}]*?read_timeout (\d+)m;/g),
    ];
    expect(calls).toHaveLength(2);
    for (const [, minutes] of calls) {
      expect(Number(minutes) * 60_000).toBeGreaterThan(FFMPEG_LIMITS.encode.wallMs);
    }
  });

  it("redirects plain HTTP, as Caddy does", () => {
    const [, plain = ""] = /^server \{\n {2}listen 80;\n(.*?)^\}/ms.exec(text) ?? [];
    expect(plain).toContain("  listen [::]:80;\n");
    expect(plain).toContain("  server_name launch.example.com;\n");
    expect(plain).toContain("  return 301 https://$host$request_uri;\n");
  });

  it("gets the ports of Caddy, which the guide has started", () => {
    const page = readFileSync("docs/production.md", "utf8");
    const block = readCommands(page).find(
      (step) => step.kind === "commands" && step.text.includes("ops/nginx/slipway.conf"),
    );
    const lines = block?.kind === "commands" ? block.text.split("\n") : [];
    expect(lines[0]).toBe("systemctl disable --now caddy");
    // It does not run if it could not use the ports at its installation.
    expect(lines.at(-1)).toBe("nginx -t && systemctl restart nginx");
  });
});
