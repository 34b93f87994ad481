import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { CADDY_CONFIG, NGINX_CONFIG } from "@/components/docs/samples/proxy-samples";
import { childEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";

export type ProxyName = "nginx" | "caddy";
export type RunningProxy = { baseUrl: string; stop(): Promise<void> };
/** The address of a configuration of ops/ at which the job engine calls any web server. */
const FOR_JOBS = "127.0.0.1:3010";
/** The address at which nginx accepts plain HTTP; Caddy has one by default. */
const PLAIN = "listen 80;";

/**
 * Starts a proxy in front of a launchpad with the configuration from the guide, except its address,
 * its certificate and the launchpad's address.
 */
export function startProxy(name: ProxyName, targetUrl: string): Promise<RunningProxy> {
  const site = name === "nginx" ? NGINX_CONFIG : CADDY_CONFIG;
  return startSite(name, site.replaceAll("127.0.0.1:3000", new URL(targetUrl).host));
}

/**
 * Starts a proxy with a configuration for `launch.example.com`, without TLS at an address of its own.
 * @param variables of the configuration; none by default
 * @returns `jobsUrl` is its address for the job engine, if the configuration has one; `plainUrl` that of nginx for
 *   plain HTTP
 */
export async function startSite(
  name: ProxyName,
  site: string,
  variables: Record<string, string> = {},
): Promise<RunningProxy & { jobsUrl: string; plainUrl: string }> {
  const folder = await mkdtemp(join(tmpdir(), `slipway-${name}-`));
  const [port, jobsPort, plainPort] = [await freePort(), await freePort(), await freePort()];
  const ownSite = site
    .replace(FOR_JOBS, `127.0.0.1:${jobsPort}`)
    .replace(PLAIN, `listen 127.0.0.1:${plainPort};`)
    .replace("listen [::]:80;", "");
  const child = await (name === "nginx"
    ? runNginx(folder, port, ownSite)
    : runCaddy(folder, port, ownSite, variables));
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const stop = async () => {
    if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  };
  await waitUntil(async () => child.exitCode !== null || (await accepts(port)), {
    timeoutMs: 20_000,
  });
  if (await accepts(port)) {
    const urlOf = (of: number) => `http://127.0.0.1:${of}`;
    return { baseUrl: urlOf(port), jobsUrl: urlOf(jobsPort), plainUrl: urlOf(plainPort), stop };
  }
  await stop();
  throw new Error(`${name} did not start:\n${output}`);
}

async function runNginx(folder: string, port: number, text: string): Promise<ChildProcess> {
  const site = text
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace("listen [::]:443 ssl http2;", hasIpv6() ? `listen [::1]:${port};` : "")
    .replace(/^ *ssl_certificate.*\n/gm, "");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (of) => `${of}_temp_path ${join(folder, of)};`,
  );
  const config = `daemon off; master_process off; error_log stderr; pid ${join(folder, "pid")};
events {}
http { access_log off; ${temporary.join(" ")}
${site}
}`;
  const path = join(folder, "nginx.conf");
  await writeFile(path, config);
  return spawn("nginx", ["-p", folder, "-e", "stderr", "-c", path]);
}

async function runCaddy(
  folder: string,
  port: number,
  text: string,
  variables: Record<string, string>,
): Promise<ChildProcess> {
  const address = `http://127.0.0.1:${port}`;
  const site = text.replace("launch.example.com", address).replace("{$PUBLIC_HOST}", address);
  const path = join(folder, "Caddyfile");
  await writeFile(path, `{\n  admin off\n  auto_https off\n}\n${site}\n`);
  await mkdir(join(folder, "home"));
  const HOME = join(folder, "home");
  const args = ["run", "--config", path, "--adapter", "caddyfile"];
  return spawn("caddy", args, { env: { ...childEnv({}), ...variables, HOME } });
}

/** Whether this machine has an IPv6 address for itself. */
export function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === "::1"),
  );
}

/** Whether the port is open. Sends nothing, so that no test request is counted. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
