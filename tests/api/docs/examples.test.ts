import { readFileSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { DocSample } from "@/components/docs/samples/doc-sample";
import {
  installCode,
  SAMPLES,
  type SampleName,
  sampleCode,
} from "@/components/docs/samples/samples";
import { DATA_DOCS } from "@/lib/features/market/operations/tokens-docs";
import { newCaller } from "../../setup/api/api";
import { buyTokenAt } from "../../setup/chain/buy-token-at";
import { launchToken } from "../../setup/chain/launch-token";
import { createDocsProject, type DocsProject } from "../../setup/docs-project";
import { createClips } from "../../setup/video/make-clip";

const RUN_MS = 60_000;

type Samples = typeof SAMPLES;
type NotRun = { language: "browser" } | { packages: readonly string[] } | { isServer: true };
type RunName = { [Name in SampleName]: Samples[Name] extends NotRun ? never : Name }[SampleName];

/** The expected output of each example that ends by itself and needs no registry. */
const PRINTS: Record<RunName, RegExp> = {
  launchCurl: /"state":"completed"[\s\S]*"tokenAddress":"0x/,
  launchClient: /Launched: 0x[0-9a-fA-F]{40}/,
  launchCli: /0x[0-9a-fA-F]{40}/,
  dryRun: /"dryRun":true.*"expectedAddress":"0x/,
  prepareLaunch: /"sendCalls":\{"version":"2\.0\.0".*"minTokens":"\d+"/,
  revenueManager: /Expected address: 0x/,
  limitHeaders: /RateLimit: "data";r=\d+/i,
  errorsBoth: /"invalid_parameters"[\s\S]*Missing required fields/,
  errorsClient: /404 token_not_found/,
  positions: /"positions":\[[\s\S]*"history":\[/,
  names: /"names":\{"0x\w{40}":/,
  streamCurl: /event: ready/,
  streamClient: /^buy 0\.001 ETH of 0x\w{40}$/m,
  webhookCurl: /"minTradeETH":"0\.1"[\s\S]*\{"success":true\}$/,
  chartBars: /"supported_resolutions"[\s\S]*"s":"(ok|no_data)"/,
  chartCandles: /"candles":\[/,
  adapterEvents: /"events":\[[\s\S]*"ticker_id":"0x/,
  oEmbed: /"type":"rich".*<iframe/,
  idempotency: /"managerAddress":"(0x\w{40})"[\s\S]*"managerAddress":"\1"/,
  imageCurl: /"ipfsHash":"/,
  imageClient: /imageIpfs: \w{40,}/,
  imageCli: /^\w{40,}\n$/,
  videoCurl: /"state":"nsfw_approved"/,
  videoClient: /^[0-9a-f]{32} \d+(\.\d+)? s http/,
  videoCli: /nsfw_approved/,
  health: /"status":"ok"/,
  mcpCurl: /"name":"preview_launch"/,
};

const names = Object.keys(SAMPLES).filter((name): name is SampleName => name in SAMPLES);
const all = names.map((name): DocSample & { name: SampleName } => ({ ...SAMPLES[name], name }));
/** Samples with registry packages run in `npm run test:clients`. */
const typed = all.filter(
  ({ language, packages }) => language === "typescript" && packages === undefined,
);
const isRun = (name: SampleName): name is RunName => Object.hasOwn(PRINTS, name);

describe("docs samples in an empty folder", () => {
  let project: DocsProject;

  let token: string;

  beforeAll(async () => {
    project = await createDocsProject(inject("baseUrl"));
    await cp("sandbox/example-image.png", join(project.folder, "picture.png"));
    const clips = createClips(project.folder);
    await cp(await clips.clip("plain.mp4"), join(project.folder, "clip.mp4"));
    token = await launchToken({ name: "Charted" });
  });
  afterAll(() => project.remove());

  it("shows the install command above every sample that uses the client or the CLI", () => {
    const without = all.filter(({ code, name }) => {
      const uses = /slipway\/client|slipway (launch|upload|video)/.test(code);
      return uses !== (installCode(name, "https://x.example")?.includes("/slipway.tgz") ?? false);
    });
    expect(without).toEqual([]);
  });

  it("installs the client and the CLI with that command, without a registry", async () => {
    const { stdout } = await project.shell(installCode("launchCli", inject("baseUrl")) ?? "");
    expect(stdout).toContain("added 1 package");
    const help = await project.shell("npx --no -- slipway --help");
    expect(help.stdout).toContain("slipway launch");
  });

  it(
    "compiles every TypeScript sample in strict mode with library checks",
    async () => {
      for (const { name } of typed) {
        const code = sampleCode(name, inject("baseUrl"), "base-sepolia");
        await writeFile(join(project.folder, `${name}.mts`), code);
      }
      expect(await project.compile(typed.map(({ name }) => `${name}.mts`))).toBe("");
    },
    RUN_MS,
  );

  it.each(names.filter(isRun))(
    "%s runs as printed",
    async (name) => {
      const baseUrl = inject("baseUrl");
      const code = sampleCode(name, baseUrl, "base-sepolia");
      await project.actAs(newCaller());
      const run =
        SAMPLES[name].language === "shell"
          ? project.shell(code)
          : project.script(`${name}.mjs`, code);
      let isRunning = true;
      const ended = run.finally(() => {
        isRunning = false;
      });
      // A stream shows only what happens while it is open.
      while (name === "streamClient" && isRunning) {
        const caller = newCaller();
        await buyTokenAt({ baseUrl, caller, token, chain: "base-sepolia", ether: "0.001" });
      }
      expect((await ended).stdout).toMatch(PRINTS[name]);
    },
    RUN_MS,
  );

  it("runs the first commands of the README", async () => {
    const [, block = ""] = readFileSync("README.md", "utf8").split(/^```\n(?=curl )/m);
    const commands = block
      .slice(0, block.indexOf("```"))
      .replaceAll("http://localhost:3000", inject("baseUrl"));
    await project.actAs(newCaller());
    const jobId = /"jobId":"([^"]+)"/.exec(
      (await project.shell(commands.split("\ncurl")[0] ?? "")).stdout,
    )?.[1];
    expect(jobId).toBeDefined();
    const { stdout } = await project.shell(commands.replaceAll("<jobId>", jobId ?? ""));
    expect(stdout).toMatch(/"state":"[\s\S]*"tokenAddress"/);
  });

  it("returns 304 for a package that the caller has cached", async () => {
    const url = `${inject("baseUrl")}/slipway.tgz`;
    const { status, headers } = await fetch(url);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/gzip");
    expect(headers.get("cache-control")).toBe("public, max-age=60, must-revalidate");
    const etag = headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect((await fetch(url, { headers: { "If-None-Match": etag } })).status).toBe(304);
    expect((await fetch(url, { method: "HEAD" })).headers.get("etag")).toBe(etag);
  });

  it("shows operation descriptions in editors", async () => {
    const code = [
      'import { createClient } from "@slipway-launchpad/slipway/client";',
      'console.log(createClient({ baseUrl: "" }).getToken);',
    ].join("\n");
    await writeFile(join(project.folder, "hover.mts"), code);
    const { description } = DATA_DOCS.getToken;
    expect(project.documentation("hover.mts", "getToken")).toBe(description);
  });

  it(
    "accepts undefined for every option of the client",
    async () => {
      const lines = [
        'import { createClient } from "@slipway-launchpad/slipway/client";',
        "const own = { signal: undefined, timeoutMs: undefined };",
        "const all = { ...own, idempotencyKey: undefined, managementSecret: undefined, onProof: undefined };",
        "const ours = { signal: undefined, fetch: undefined, headers: undefined };",
        'const client = createClient({ baseUrl: "", ...ours });',
        "const callbacks = { onConnection: undefined, onPosition: undefined, onUnreadable: undefined };",
        "const query = { token: undefined, figures: undefined, lastEventId: undefined };",
        "client.getConfig(all);",
        'client.waitForLaunch("job", { ...own, onUpdate: undefined });',
        'client.waitForVideo("uid", { ...own, onUpdate: undefined });',
        'client.sendVideo("", new Blob(), own);',
        'client.streamMarket("base", { signal: undefined, ...query, ...callbacks });',
      ];
      await writeFile(join(project.folder, "undefined.mts"), lines.join("\n"));
      expect(await project.compile(["undefined.mts"])).toBe("");
    },
    RUN_MS,
  );

  it(
    "packs the types of the source",
    async () => {
      const source = resolve("packages/client/src/index.ts").replace(/\.ts$/, "");
      const lines = [
        'import type * as Packed from "@slipway-launchpad/slipway/client";',
        `import type * as Source from "${source}";`,
        "declare const source: Source.Client;",
        "declare const packed: Packed.Client;",
        "export const there: Packed.Client = source;",
        "export const back: Source.Client = packed;",
        "declare const sources: [Source.Answers, Source.Bodies, Source.StreamEvent];",
        "export const packs: [Packed.Answers, Packed.Bodies, Packed.StreamEvent] = sources;",
        "export const again: typeof sources = packs;",
      ];
      await writeFile(join(project.folder, "same.mts"), lines.join("\n"));
      const options = {
        module: "esnext",
        moduleResolution: "bundler",
        lib: ["es2023", "es2024.string", "dom", "dom.iterable"],
        skipLibCheck: true,
        paths: { "@/*": [resolve("*")] },
        exactOptionalPropertyTypes: false,
      } as const;
      expect(await project.compile(["same.mts"], options)).toBe("");
    },
    RUN_MS,
  );
});
