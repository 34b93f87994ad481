import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readEnv } from "@/lib/env";
import { SHUTDOWN_DELAY_MS_MAX } from "@/lib/schemas/environment/platform";
import { hasProgram } from "../../setup/find-program";

const FOLDER = "ops/systemd";
const UNITS = readdirSync(FOLDER);
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

/** The values of a setting of a unit. */
function settingsOf(unit: string, name: string): string[] {
  const lines = readFileSync(join(FOLDER, unit), "utf8").split("\n");
  return lines.flatMap((line) =>
    line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : [],
  );
}

const services = UNITS.filter((unit) => unit.endsWith(".service"));

describe("systemd units", () => {
  it.each([
    ["slipway-web@.service", "start:web", "/usr/bin/env PORT=%i "],
    ["slipway-indexer.service", "start:indexer", ""],
  ])("%s runs npm run %s", (unit, script, prefix) => {
    expect(settingsOf(unit, "ExecStart")).toEqual([
      `${prefix}/usr/bin/${scripts[script]?.replace(/^exec /, "")}`,
    ]);
  });

  it("give each web server its own port, also with a PORT in the environment file, which overrides Environment", () => {
    const [command = ""] = settingsOf("slipway-web@.service", "ExecStart");
    const [program = "", port = ""] = command.replaceAll("%i", "3001").split(" ");
    const env = { NODE_ENV: "production" as const, PATH: "/usr/bin:/bin", PORT: "3000" };
    const { stdout } = spawnSync(program, [port, "printenv", "PORT"], { encoding: "utf8", env });
    expect(stdout).toBe("3001\n");
  });

  it("back up with the documented command, which removes old backups", () => {
    const [command] = settingsOf("slipway-backup.service", "ExecStart");
    expect(command).toContain(`/usr/bin/${scripts.backup} --to `);
    expect(command).toMatch(/ --keep [1-9]\d*'$/);
    expect(UNITS).toContain("slipway-backup.timer");
  });

  it.each(services)("%s runs as an ordinary user that can write its own data only", (unit) => {
    expect(settingsOf(unit, "User")).toEqual(["slipway"]);
    for (const name of ["NoNewPrivileges", "PrivateTmp", "ProtectHome"]) {
      expect(settingsOf(unit, name), name).toEqual(["true"]);
    }
    expect(settingsOf(unit, "ProtectSystem")).toEqual(["strict"]);
  });

  it("remove old runs of the job engine every night, with the tested statements", () => {
    const [command = ""] = settingsOf("slipway-inngest-history.service", "ExecStart");
    expect(existsSync(command.split("--file ")[1] ?? ""), command).toBe(true);
    expect(settingsOf("slipway-inngest-history.timer", "OnCalendar")).toEqual(["*-*-* 03:40:00"]);
    for (const page of ["docs/production.md", "docs/inngest.md"]) {
      expect(readFileSync(page, "utf8"), page).toContain("slipway-inngest-history.timer");
    }
  });

  const ofNode = services.filter((unit) => settingsOf(unit, "EnvironmentFile").length > 0);
  it.each(ofNode)("%s sets variables that Slipway reads", (unit) => {
    const pairs = settingsOf(unit, "Environment").flatMap((text) => text.split(" "));
    const given = Object.fromEntries(pairs.map((pair) => pair.split("=")));
    expect(readEnv(given)).toMatchObject({ NODE_ENV: "production", dataDir: "/var/lib/slipway" });
  });

  it("give a server more time than it takes to stop, with the longest SHUTDOWN_DELAY_MS", () => {
    const delays = { "slipway-web@.service": SHUTDOWN_DELAY_MS_MAX, "slipway-indexer.service": 0 };
    for (const [unit, delayMs] of Object.entries(delays)) {
      const seconds = Number(settingsOf(unit, "TimeoutStopSec")[0]);
      expect(seconds, unit).toBeGreaterThan(delayMs / 1_000 + 5);
      expect(settingsOf(unit, "Restart")).toEqual(["always"]);
    }
  });

  it("run the Node that docs/production.md installs and checks, the one of the image", () => {
    const page = readFileSync("docs/production.md", "utf8");
    const commands = services.flatMap((unit) => settingsOf(unit, "ExecStart").join(" "));
    const paths = new Set(commands.flatMap((command) => command.match(/\S*\/node(?= )/g) ?? []));
    const [path = "", ...others] = paths;
    expect(others).toEqual([]);
    expect(page).toMatch(new RegExp(`^ *ln .* ${path}$`, "m"));
    expect(page).toContain(`sudo -u slipway ${path} --version`);
    const [, version] = /NODE=v([\d.]+)/.exec(page) ?? [];
    expect(readFileSync("Dockerfile", "utf8")).toContain(`FROM node:${version}-`);
  });

  it("run the Inngest that docs/inngest.md installs, with the version of compose.yml", () => {
    const page = readFileSync("docs/inngest.md", "utf8");
    const [command = ""] = settingsOf("slipway-inngest.service", "ExecStart");
    expect(page).toContain(`go build -o ${command.split(" ")[0]} `);
    const [, version = ""] = /inngest:(v[\d.]+)/.exec(readFileSync("compose.yml", "utf8")) ?? [];
    expect(page).toContain(`https://github.com/inngest/inngest/releases/tag/${version}`);
    // In a shell of its own: the reader of docs/production.md continues in the folder of Slipway.
    expect(page).toMatch(/^\(\n[\s\S]*unzip -q inngest.zip[\s\S]*\n\)$/m);
  });

  it("are valid for systemd", (test) => {
    const name = "systemd-analyze";
    if (!hasProgram({ name, versionFlag: "--version", install: "apt-get install systemd" }))
      test.skip();
    const paths = UNITS.map((unit) => join(FOLDER, unit));
    const { stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...paths]);
    const found = `${stdout}${stderr}`.split("\n").filter((line) => line.includes("slipway"));
    // Programs and users of the target machine do not exist here.
    expect(found.filter((line) => !/is not executable|Failed to resolve/.test(line))).toEqual([]);
  });
});
