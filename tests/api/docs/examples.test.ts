import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { SAMPLES, type SampleName, sampleCode } from "@/components/docs/samples";
import { newCaller } from "../../setup/api";
import { launchToken } from "../../setup/launch-token";
import { createClips } from "../../setup/video/make-clip";

const run = promisify(execFile);
const DIST = resolve("dist");
const RUN_MS = 60_000;

/** What each example must print when it has done what it is there for. */
const PRINTS: Partial<Record<SampleName, RegExp>> = {
  launchCurl: /"state":"completed"[\s\S]*"tokenAddress":"0x/,
  launchClient: /It trades: 0x[0-9a-fA-F]{40}/,
  launchCli: /0x[0-9a-fA-F]{40}/,
  dryRun: /"dryRun":true.*"expectedAddress":"0x/,
  revenueManager: /It would stand at 0x/,
  limitHeaders: /RateLimit: "data";r=\d+/i,
  errorsBoth: /"invalid_parameters"[\s\S]*Missing required fields/,
  errorsClient: /404 token_not_found/,
  streamCurl: /event: ready/,
  chartBars: /"supported_resolutions"[\s\S]*"s":"(ok|no_data)"/,
  chartCandles: /"candles":\[/,
  idempotency: /"managerAddress":"(0x\w{40})"[\s\S]*"managerAddress":"\1"/,
  imageCurl: /"ipfsHash":"/,
  imageClient: /imageIpfs: \w{40,}/,
  imageCli: /^\w{40,}\n$/,
  videoCurl: /"state":"nsfw_approved"/,
  videoClient: /^[0-9a-f]{32} \d+(\.\d+)? s http/,
  videoCli: /nsfw_approved/,
  health: /"status":"ok"/,
};

describe("the examples of the guide", () => {
  let folder = "";
  let scripts = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "slipway examples "));
    // Within the package, whose own name the examples import.
    scripts = await mkdtemp(join(DIST, "examples-"));
    await cp("sandbox/example-image.png", join(folder, "picture.png"));
    const clips = createClips(folder);
    await cp(await clips.clip("plain.mp4"), join(folder, "clip.mp4"));
    await launchToken({ name: "Charted" });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await rm(scripts, { recursive: true, force: true });
  });

  const names = Object.keys(SAMPLES).filter((name): name is SampleName => name in SAMPLES);
  it.each(names.filter((name) => SAMPLES[name].language !== "browser"))(
    "%s runs as it stands",
    async (name) => {
      const code = sampleCode(name, inject("baseUrl"));
      const { language } = SAMPLES[name];
      // Callers are told apart as behind a proxy, so that the examples don't share a limit.
      const caller = newCaller();
      await writeFile(join(folder, ".curlrc"), `header = "X-Forwarded-For: ${caller}"\n`);
      await writeFile(join(scripts, "caller.mjs"), fetchAs(caller));
      const { stdout } =
        language === "shell"
          ? await run("bash", ["-euo", "pipefail", "-c", withCommand(code)], {
              cwd: folder,
              env: { ...asCaller(), CURL_HOME: folder },
              timeout: RUN_MS,
            })
          : await runScript(name, code);
      expect(stdout).toMatch(PRINTS[name] ?? /^/);
    },
    RUN_MS,
  );

  /** The examples run in a folder of their own, so the command is named by its whole path. */
  function withCommand(code: string): string {
    return code.replaceAll("node dist/slipway.mjs", `node '${join(DIST, "slipway.mjs")}'`);
  }

  async function runScript(name: string, code: string) {
    const path = join(scripts, `${name}.mjs`);
    await writeFile(path, code);
    return run(process.execPath, [path], { cwd: folder, env: asCaller(), timeout: RUN_MS });
  }

  /** Node's programs call as the `caller.mjs` that stands in the folder now. */
  function asCaller(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      NODE_OPTIONS: `--import=${pathToFileURL(join(scripts, "caller.mjs"))}`,
    };
  }

  function fetchAs(caller: string): string {
    // Not by a Request of its own, which may lose the signal that it was made with.
    return `const { fetch } = globalThis;
globalThis.fetch = (input, init = {}) => {
  const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : {}));
  headers.set("x-forwarded-for", "${caller}");
  return fetch(input, { ...init, headers });
};
`;
  }
});
