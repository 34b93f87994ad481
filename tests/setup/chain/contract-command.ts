import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";

/** With its packages: loading viem file by file would take longer than most commands. */
async function bundle(name: string): Promise<string> {
  const outfile = join(
    process.cwd(),
    `node_modules/.cache/test-bundles/contracts-${name}-${process.pid}.mjs`,
  );
  await build({
    entryPoints: [`contracts/script/${name}/cli.ts`],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  return outfile;
}

/** A command of `npm run contracts:…` with its own environment. */
export async function contractCommand(
  name: "deploy" | "admin",
  variables: () => Record<string, string>,
) {
  const program = await bundle(name);
  return async (...options: string[]) => {
    const child = spawn(process.execPath, [program, ...options], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { NODE_ENV: "test", ...variables() },
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    const [status, stdout, stderr] = await Promise.all([
      ended,
      text(child.stdout),
      text(child.stderr),
    ]);
    return { status, stdout, text: stdout + stderr };
  };
}
