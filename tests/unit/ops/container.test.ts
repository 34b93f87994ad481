import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readEnv } from "@/lib/env";
import { variables } from "@/lib/schemas/environment/environment";
import { SHUTDOWN_DELAY_MS_MAX } from "@/lib/schemas/environment/platform";
import { interpolate, interpolated, parseCompose, parseEnvFile } from "../../setup/parse-compose";
import {
  copiedFrom,
  execForm,
  parseDockerfile,
  textsOf,
  variablesOf,
} from "../../setup/parse-dockerfile";

const stages = parseDockerfile(readFileSync("Dockerfile", "utf8"));
const [build, image] = stages;
if (build === undefined || image === undefined) throw new Error("The Dockerfile has two stages");

const composeText = readFileSync("compose.yml", "utf8");
const { services, volumes, networks } = parseCompose(composeText);
const ours = Object.entries(services).filter(([, { image: name }]) => name.startsWith("slipway:"));
const example = parseEnvFile(readFileSync(".env.production.example", "utf8"));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

const OF_THE_PAGE = /^\/(etc|var\/backups)\/slipway(\/|$)/;

/** A script without `exec`, which passes signals on to Node where a shell starts it. */
const scriptOf = (name: string) => (scripts[name] ?? "").replace(/^exec /, "");

/** The example with its placeholders replaced as its comments describe. */
const filled = Object.fromEntries(
  Object.entries(example).map(([name, value]) => [
    name,
    value.startsWith("<0x") ? `0x${"1a".repeat(32)}` : value.replace("<random>", "2b".repeat(32)),
  ]),
);

describe("Dockerfile", () => {
  it("builds on a pinned Node and runs the same one", () => {
    expect(build.from).toMatch(/^node:\d+\.\d+\.\d+-\w+-slim$/);
    expect(image.from).toBe(build.from);
  });

  it("runs as an ordinary user under an init process, and reports liveness", () => {
    const [user] = textsOf(image, "USER").slice(-1);
    expect(user).toBe("node");
    expect(image.instructions.at(-1)?.name).toBe("CMD");
    expect(textsOf(image, "ENTRYPOINT")).toEqual(['["tini", "--"]']);
    const [check = ""] = textsOf(image, "HEALTHCHECK");
    expect(execForm(check).join(" ")).toContain("/livez");
  });

  it("runs the documented command of the web server", () => {
    const [command = ""] = textsOf(image, "CMD");
    expect(execForm(command).join(" ")).toBe(scriptOf("start:web"));
  });

  it("copies only what exists or what the build writes, owned by root", () => {
    const built = /^(node_modules|dist|\.next)$/;
    const copied = copiedFrom(image);
    expect(copied.length).toBeGreaterThan(5);
    for (const { from } of copied) {
      if (!built.test(from)) expect(existsSync(from), from).toBe(true);
    }
    for (const text of textsOf(image, "COPY")) expect(text).not.toContain("--chown");
  });

  it("installs what the lock file names, and leaves no package lists", () => {
    expect(textsOf(build, "RUN")).toContain("npm ci");
    expect(stages.flatMap((stage) => textsOf(stage, "ADD"))).toEqual([]);
    for (const stage of stages) {
      for (const run of textsOf(stage, "RUN").filter((text) => text.includes("apt-get install"))) {
        expect(run).toContain("--no-install-recommends");
        expect(run).toContain("rm -rf /var/lib/apt/lists/*");
      }
    }
  });

  it("has no secret, neither in its variables nor in its build context", () => {
    const names = [...textsOf(build, "ARG"), ...Object.keys(variablesOf(image))];
    for (const name of names) expect(name).not.toMatch(/KEY|SECRET|TOKEN|PASSWORD/);
    const ignored = readFileSync(".dockerignore", "utf8").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".env", ".env.*", ".data*", ".git"]));
  });
});

describe("compose.yml", () => {
  it("runs two web servers, an indexer and one migration before them; a backup only on request", () => {
    expect(ours.map(([name]) => name)).toEqual(["migrate", "web1", "web2", "indexer", "backup"]);
    for (const [name, { profiles = [] }] of ours) {
      expect(profiles, name).toEqual(name === "backup" ? ["backup"] : []);
    }
    expect(services.indexer?.command?.join(" ")).toBe(scriptOf("start:indexer"));
    expect(services.migrate?.command?.join(" ")).toBe(scripts.migrate);
    for (const name of ["web1", "web2", "indexer"]) {
      const { migrate } = services[name]?.depends_on ?? {};
      expect(migrate).toEqual({ condition: "service_completed_successfully" });
    }
  });

  it("gives our processes a read-only root without privileges", () => {
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        tmpfs: ["/tmp"],
      });
    }
  });

  it("gives a web server more time than it takes to stop, with the longest SHUTDOWN_DELAY_MS", () => {
    for (const name of ["web1", "web2"]) {
      const [, seconds] = /^(\d+)s$/.exec(services[name]?.stop_grace_period ?? "") ?? [];
      expect(Number(seconds), name).toBeGreaterThan(SHUTDOWN_DELAY_MS_MAX / 1_000 + 5);
    }
  });

  it("limits the logs of every container, which Docker's default keeps forever", () => {
    for (const [name, { logging }] of Object.entries(services)) {
      expect(logging, name).toEqual({
        driver: "local",
        options: { "max-size": "50m", "max-file": "4" },
      });
    }
  });

  it("publishes the proxy and the IPFS peers only", () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(published).toEqual([
      "caddy 80:80",
      "caddy 443:443",
      "caddy 443:443/udp",
      "kubo 4001:4001/tcp",
      "kubo 4001:4001/udp",
    ]);
  });

  it("has IPv6, without which Docker hides the addresses of IPv6 callers behind its own", () => {
    expect(networks).toEqual({ default: { enable_ipv6: true } });
    for (const [name, service] of Object.entries(services)) {
      expect(Object.keys(service.networks ?? { default: null }), name).toEqual(["default"]);
    }
  });

  it("refers only to services, volumes and files that exist, and pins every image", () => {
    const names = Object.keys(services);
    for (const [name, { depends_on = {}, volumes: mounts = [], image: pinned }] of Object.entries(
      services,
    )) {
      for (const needed of Object.keys(depends_on)) expect(names, name).toContain(needed);
      for (const mount of mounts) {
        const [source = ""] = mount.split(":");
        if (source.startsWith("./")) expect(existsSync(source), mount).toBe(true);
        // The folders that docs/production.md fills.
        else if (source.startsWith("/")) expect(source, mount).toMatch(OF_THE_PAGE);
        else expect(Object.keys(volumes), mount).toContain(source);
      }
      if (!pinned.startsWith("slipway:")) expect(pinned, name).toMatch(/:v?\d+\.\d+/);
    }
  });

  it("mounts what the configuration of docs/production.md names, under the same path", () => {
    const page = readFileSync("docs/production.md", "utf8");
    const named = (name: "BRAND_FOLDER" | "LEGAL_FOLDER" | "BLOCKLIST_FILE") =>
      String(variables.shape[name].meta()?.example);
    const [, manifests = ""] = page.match(/^ *DEPLOYMENTS_DIR=(\S+)$/m) ?? [];
    expect(page).toContain(`BRAND_FOLDER=${named("BRAND_FOLDER")}`);
    const folders = [
      manifests,
      named("BRAND_FOLDER"),
      named("LEGAL_FOLDER"),
      // A mounted file stays the old one when it is replaced.
      dirname(named("BLOCKLIST_FILE")),
    ];
    for (const name of ["web1", "web2", "indexer"]) {
      const { environment = {}, volumes: mounts } = services[name] ?? {};
      expect(mounts, name).toEqual(
        expect.arrayContaining(folders.map((folder) => `${folder}:${folder}:ro`)),
      );
      expect(environment.DEPLOYMENTS_DIR, name).toBe(manifests);
    }
  });

  it("mounts every folder of /etc/slipway that .env.example names", () => {
    const paths = readFileSync(".env.example", "utf8").match(/(?<==)\/etc\/slipway\/\S+/g) ?? [];
    expect(paths.length).toBeGreaterThan(0);
    const mounted = (services.web1?.volumes ?? []).map((mount) => mount.split(":")[1] ?? "");
    for (const path of paths) {
      expect(
        mounted.filter((folder) => path === folder || path.startsWith(`${folder}/`)),
        path,
      ).toHaveLength(1);
    }
  });

  it("backs up with the command of the systemd unit, to another folder", () => {
    const unit = readFileSync("ops/systemd/slipway-backup.service", "utf8");
    const [, command = ""] = unit.match(/^ExecStart=\/bin\/sh -c '(.+)'$/m) ?? [];
    const [, , inContainer = ""] = services.backup?.command ?? [];
    const expected = command
      .replace("/usr/bin/node", "node")
      .replace("/var/backups/slipway", "/backups");
    expect(inContainer.replaceAll("$$", "$")).toBe(expected.replaceAll("%%", "%"));
    expect(services.backup?.volumes).toContain("/var/backups/slipway:/backups");
  });

  it("takes every required variable from the example", () => {
    for (const { name, isRequired } of interpolated(composeText)) {
      if (isRequired) expect(Object.keys(example)).toContain(name);
    }
  });

  it("configures every service that a production instance needs", () => {
    for (const [name, { environment = {} }] of ours) {
      const resolved = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, interpolate(value, filled)]),
      );
      // Moved from a machine without containers.
      const moved = { ...filled, HOST: "10.0.0.1", PORT: "3001" };
      const env = readEnv({ ...variablesOf(image), ...moved, ...resolved });
      // Caddy and the health checks reach it at the container's addresses.
      expect(env.HOST, name).toBe("0.0.0.0");
      expect(env, name).toMatchObject({ realm: "live", NODE_ENV: "production", PORT: 3000 });
      for (const key of ["DATABASE_URL", "REDIS_URL", "INNGEST_BASE_URL"] as const) {
        expect(new URL(env[key] ?? "").hostname, key).toBeOneOf(Object.keys(services));
      }
      // Requests of the job engine, of Caddy's health check and of Prometheus name these hosts.
      const hosts = ["web1", "web2"].flatMap((web) => [
        web,
        ...(services[web]?.networks?.default?.aliases ?? []),
      ]);
      expect(env.ALLOWED_HOSTS).toEqual(expect.arrayContaining(hosts));
      expect(hosts).toContain(new URL(env.inngestServeOrigin).hostname);
      // Caddy is the only proxy.
      expect(env.TRUSTED_PROXY_HOPS).toBe(1);
    }
  });

  it("accepts the host names of .env beside its own", () => {
    const { ALLOWED_HOSTS: hosts = "" } = services.web1?.environment ?? {};
    const added = interpolate(hosts, { ALLOWED_HOSTS: "www.example.com" });
    expect(added.split(",")).toEqual(["web", "web1", "web2", "www.example.com"]);
  });

  it("leaves the number of proxies to .env, for a CDN in front", () => {
    const { TRUSTED_PROXY_HOPS: hops = "" } = services.web1?.environment ?? {};
    expect(interpolate(hops, { TRUSTED_PROXY_HOPS: "2" })).toBe("2");
    const { CDN_NETWORKS: networks = "" } = services.caddy?.environment ?? {};
    expect(interpolate(networks, { CDN_NETWORKS: "192.0.2.0/24" })).toBe("192.0.2.0/24");
    expect(interpolate(networks, {})).toBe("");
  });

  it("sends requests to every web server, and only to one that is ready", () => {
    const caddyfile = readFileSync("ops/caddy/Caddyfile", "utf8");
    const [, upstreams = ""] = caddyfile.match(/reverse_proxy (.*) \{/) ?? [];
    const webs = ours.map(([name]) => name).filter((name) => name.startsWith("web"));
    expect(upstreams.split(" ")).toEqual(webs.map((name) => `${name}:3000`));
    expect(caddyfile).toContain("health_uri /readyz");
  });
});

describe("INNGEST_SERVE_ORIGIN of docs/production.md", () => {
  const page = readFileSync("docs/production.md", "utf8");
  const origins = [...page.matchAll(/INNGEST_SERVE_ORIGIN=(\S+)/g)].map(([, origin]) => origin);

  it("is an address of Caddy and nginx in front of all servers, so jobs run while one is down", () => {
    expect(origins).toHaveLength(1);
    const { host, origin } = new URL(origins[0] ?? "");
    const caddyfile = readFileSync("ops/caddy/Caddyfile", "utf8");
    expect(caddyfile).toContain(`\n${origin} {\n\tbind 127.0.0.1\n\timport web_servers\n}`);
    const [, forJobs = ""] = readFileSync("ops/nginx/slipway.conf", "utf8").split(
      `listen ${host};`,
    );
    expect(forJobs).toContain("proxy_pass http://slipway;");
  });
});

/** Docker Compose as a plugin or a program of its own; null, with a line, where neither is installed. */
function findCompose(): string[] | null {
  const commands = [["docker", "compose"], ["docker-compose"]];
  const found = commands.find(
    ([program = "", ...args]) => spawnSync(program, [...args, "version"]).status === 0,
  );
  if (found === undefined) {
    process.stdout.write(
      "SKIPPED: Docker Compose is not installed (see docs/production.md), so it does not check compose.yml.\n",
    );
  }
  return found ?? null;
}

describe("docker compose config", () => {
  it("accepts compose.yml with the example, and refuses it without passwords", async (test) => {
    const command = findCompose();
    if (command === null) return test.skip();
    const [program = "", ...args] = command;
    const folder = await mkdtemp(join(tmpdir(), "slipway-compose-"));
    try {
      await copyFile("compose.yml", join(folder, "compose.yml"));
      const check = async (values: Record<string, string>) => {
        const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`);
        await writeFile(join(folder, ".env"), lines.join("\n"));
        const options = { cwd: folder, encoding: "utf8" as const };
        return spawnSync(program, [...args, "config", "--format", "json"], options);
      };
      const { status, stdout, stderr } = await check(filled);
      expect(status, stderr).toBe(0);
      const resolved = z
        .object({ services: z.record(z.string(), z.object({ image: z.string() })) })
        .parse(JSON.parse(stdout));
      expect(Object.keys(resolved.services).sort()).toEqual(Object.keys(services).sort());
      const without = await check({ ...filled, POSTGRES_PASSWORD: "" });
      expect(without.status).not.toBe(0);
      expect(without.stderr).toContain("POSTGRES_PASSWORD");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe(".env.production.example", () => {
  it("has only variables that Slipway or compose.yml reads", () => {
    const known = [
      ...Object.keys(variables.shape),
      ...interpolated(composeText).map(({ name }) => name),
    ];
    for (const name of Object.keys(example)) expect(known).toContain(name);
  });

  it("holds no usable secret", () => {
    for (const [name, value] of Object.entries(example)) {
      if (/KEY|SECRET|TOKEN|PASSWORD/.test(name)) expect(value).toMatch(/^<.*>$/);
    }
  });
});
