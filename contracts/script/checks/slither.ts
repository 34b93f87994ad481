/**
 * `npm run contracts:slither`: Slither's findings in contracts/src against contracts/slither.json,
 * where each has a reason. Fails for a finding without one and for a reason without its finding.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { exitOnHelp } from "../help";
import { projectRoot } from "../project-root";

const triage = z.strictObject({
  version: z.string(),
  /** It decides what Slither sees of the sources, so it is pinned as well. */
  cryticCompile: z.string(),
  findings: z.array(
    z.strictObject({
      check: z.string(),
      impact: z.enum(["High", "Medium", "Low", "Informational", "Optimization"]),
      /** `Contract.function`, as often as the check finds something there. */
      at: z.array(z.string()).min(1),
      why: z.string().min(20),
    }),
  ),
});

const named = z.object({ name: z.string() });
const element = named.extend({
  type: z.string(),
  type_specific_fields: z
    .object({
      parent: named
        .extend({ type_specific_fields: z.object({ parent: named.optional() }).optional() })
        .optional(),
    })
    .optional(),
});
const report = z.object({
  success: z.literal(true),
  results: z.object({
    detectors: z
      .array(z.object({ check: z.string(), impact: z.string(), elements: z.array(element) }))
      .default([]),
  }),
});

const root = projectRoot();
const known = triage.parse(
  JSON.parse(readFileSync(path.join(root, "contracts/slither.json"), "utf8")),
);

const install = `pip install slither-analyzer==${known.version} crytic-compile==${known.cryticCompile}`;

exitOnHelp(`Usage: npm run contracts:slither

Compares Slither's findings in contracts/src with contracts/slither.json.
Needs Slither: ${install}`);

for (const [command, wanted] of [
  ["slither", known.version],
  ["crytic-compile", known.cryticCompile],
] as const) {
  const { status, stdout } = spawnSync(command, ["--version"], { encoding: "utf8" });
  const found = status === 0 ? stdout.trim() : "none";
  if (found === wanted) continue;
  console.error(`${command} ${wanted} is needed, found ${found}: ${install}`);
  process.exit(1);
}

/** `Contract.function`, or `Contract.function.variable`. */
function placeOf({ name, type_specific_fields }: z.infer<typeof element>): string {
  const parent = type_specific_fields?.parent;
  const above = parent?.type_specific_fields?.parent?.name;
  return [above, parent?.name, name].filter((part) => part !== undefined).join(".");
}

/** Slither looks for `forge` in PATH and for foundry.toml in the folder that it analyses. */
function analyse(): z.infer<typeof report>["results"]["detectors"] {
  const folder = mkdtempSync(path.join(tmpdir(), "slipway-slither-"));
  try {
    for (const name of ["contracts", "node_modules"])
      symlinkSync(path.join(root, name), path.join(folder, name));
    symlinkSync(path.join(root, "contracts/foundry.toml"), path.join(folder, "foundry.toml"));
    const platform = `@foundry-rs/forge-${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
    const manifest = createRequire(import.meta.url).resolve(`${platform}/package.json`);
    const bin = path.join(folder, "bin");
    mkdirSync(bin);
    symlinkSync(path.join(path.dirname(manifest), "bin/forge"), path.join(bin, "forge"));
    const options = { encoding: "utf8" as const, maxBuffer: 1 << 28 };
    const out = path.join(folder, "out");
    const build = spawnSync(
      "node",
      [
        ...["contracts/bin/forge.mjs", "build", "--force", "--build-info"],
        ...["--out", out, "--cache-path", path.join(folder, "cache")],
        ...["--build-info-path", path.join(out, "build-info")],
        ...["--skip", "contracts/test/**", "--skip", "contracts/script/**"],
      ],
      { ...options, cwd: root },
    );
    if (build.status !== 0) throw new Error(`${build.stdout}${build.stderr}`);
    const found = spawnSync(
      "slither",
      [
        ...[".", "--ignore-compile", "--foundry-out-directory", "out"],
        ...["--filter-paths", "node_modules", "--json", "-"],
      ],
      {
        ...options,
        cwd: folder,
        env: { ...process.env, PATH: `${bin}:${process.env.PATH ?? ""}` },
      },
    );
    // It exits with 255 when it finds something.
    if (found.stdout === "") throw new Error(found.stderr);
    return report.parse(JSON.parse(found.stdout)).results.detectors;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const open = new Set(known.findings.flatMap(({ check, at }) => at.map((at) => `${check} ${at}`)));
const found = new Map<string, string>();
for (const { check, impact, elements } of analyse()) {
  const [first] = elements;
  if (first !== undefined) found.set(`${check} ${placeOf(first)}`, impact);
}
const fresh = [...found].filter(([place]) => !open.has(place));
const gone = [...open].filter((place) => !found.has(place));
for (const [place, impact] of fresh) console.error(`problem: not triaged: ${impact} ${place}`);
for (const place of gone) console.error(`problem: no longer found: ${place}`);
console.log(
  `slither ${known.version}: findings at ${found.size} places, ${fresh.length} not triaged`,
);
process.exit(fresh.length + gone.length === 0 ? 0 : 1);
