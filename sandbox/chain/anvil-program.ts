import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SandboxError } from "../process/sandbox-error";

/**
 * The anvil program itself. The npm `bin` is a wrapper: killing the wrapper leaves anvil running.
 * @throws SandboxError when the package of this platform is not installed
 */
export function anvilProgram(): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), "bin", process.platform === "win32" ? "anvil.exe" : "anvil");
  } catch {
    throw new SandboxError(
      `The package ${name} is not installed (is it left out by "npm install --omit=optional"?).\n` +
        "Install it, or set the RPC_URL_… of every chain.",
    );
  }
}
