import { join } from "node:path";
import { build } from "esbuild";

/** Bundles a program as `npm run build` does. @returns its absolute path */
export async function bundleProgram(entryPoint: string): Promise<string> {
  const name = entryPoint.replaceAll(/[/.]/g, "-");
  // In the repository, where the program finds its packages.
  const outfile = join(
    process.cwd(),
    `node_modules/.cache/test-bundles/${name}-${process.pid}.mjs`,
  );
  await build({
    entryPoints: [entryPoint],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}
