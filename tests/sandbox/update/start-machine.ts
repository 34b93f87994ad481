import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createOperatorShell, sudoIn, sudoScript } from "../../setup/operator-shell";
import { type PageStep, readCommands } from "../../setup/read-commands";

/** Stands for a release: its servers answer with their folder's name; those of `broken` are never ready. */
const SERVER = `
import { createServer } from "node:http";
import { basename } from "node:path";
const release = basename(process.cwd());
process.loadEnvFile(".env");
createServer(({ url }, response) => {
  const isReady = url !== "/readyz" || release !== "broken";
  response.writeHead(isReady ? 200 : 503).end(release);
}).listen(Number(process.env.PORT), process.env.HOST ?? "127.0.0.1");
`;
const PACKAGE = {
  name: "release",
  version: "1.0.0",
  scripts: {
    build: "mkdir -p dist && cp server.mjs dist/",
    migrate: `echo "migrate \${PWD##*/}" >> "$LOG"`,
  },
};
const LOCK = { name: "release", version: "1.0.0", lockfileVersion: 3, packages: {} };

export type Machine = ReturnType<typeof createMachine>;

/**
 * A folder in place of an operator's machine, with a repository of releases and these programs in place
 * of the system's. Each appends what it was asked to the log.
 * @param options.programs shell scripts by name
 * @param options.tags the releases of the repository
 */
export function createMachine(options: { programs: Record<string, string>; tags: string[] }) {
  const folder = mkdtempSync(join(tmpdir(), "slipway-update-"));
  const inFolder = (name: string) => join(folder, name);
  for (const name of ["bin", "etc", "units", "home", "origin"]) mkdirSync(inFolder(name));
  writeFileSync(inFolder("log"), "");
  writeFileSync(inFolder("state"), "");
  writeFileSync(inFolder("etc/env"), "A=1\n");
  const executable = { mode: 0o755 };
  writeFileSync(sudoIn(inFolder("bin")), sudoScript({}), executable);
  for (const [name, text] of Object.entries(options.programs)) {
    writeFileSync(inFolder(`bin/${name}`), text, executable);
  }
  createRepository(inFolder("origin"), options.tags);
  const shell = createOperatorShell({
    cwd: folder,
    state: inFolder("state"),
    limitMs: 60_000,
    environment: {
      PATH: [inFolder("bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
      HOME: inFolder("home"),
      LOG: inFolder("log"),
      MACHINE: folder,
      READY_SECONDS: "3",
    },
  });
  const link = inFolder("opt/slipway");

  return {
    folder,
    link,
    /** Runs a block of a page as written, except the machine's folders and the placeholders. */
    async follow(block: string, values: Record<string, string>): Promise<void> {
      const all = { repository: inFolder("origin"), ...values };
      const text = Object.entries(all).reduce(
        (so, [name, value]) => so.replaceAll(`<${name}>`, value),
        block
          .replaceAll("/etc/systemd/system/", `${inFolder("units")}/`)
          .replaceAll("/etc/slipway/", `${inFolder("etc")}/`)
          .replaceAll("/opt/slipway", link)
          .replace(/^ *ops\/update\/\w+\.sh$|^\S+\/ops\/update\/\w+\.sh$/gm, `$& ${link}`),
      );
      await shell.run(block, text);
    },
    async log(): Promise<string[]> {
      const text = await readFile(inFolder("log"), "utf8");
      return text.split("\n").filter((line) => line !== "");
    },
    clearLog: () => writeFileSync(inFolder("log"), ""),
    /** The release that the link names. */
    current: async () => basename(await realpath(link)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function createRepository(folder: string, tags: readonly string[]): void {
  writeFileSync(join(folder, "server.mjs"), SERVER);
  writeFileSync(join(folder, "package.json"), JSON.stringify(PACKAGE));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(LOCK));
  cpSync("ops", join(folder, "ops"), { recursive: true });
  const git = (...args: string[]) => {
    const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
    const { status, stderr } = spawnSync("git", ["-C", folder, ...identity, ...args]);
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.toString()}`);
  };
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "A release");
  for (const tag of tags) git("tag", tag);
}

type Commands = Extract<PageStep, { kind: "commands" }>;

/** The only block of a page with exactly these marks. */
export async function blockOf(page: string, ...marks: string[]): Promise<string> {
  const found = readCommands(await readFile(page, "utf8")).filter(
    (step): step is Commands => step.kind === "commands" && step.marks.join() === marks.join(),
  );
  const [block, ...others] = found;
  if (block === undefined || others.length > 0) {
    throw new Error(`${page} has ${found.length} blocks with the marks ${marks.join(" ")}`);
  }
  return block.text;
}
