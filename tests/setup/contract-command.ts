import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { bundleProgram } from "./bundle";

/** A command of `npm run contracts:…` with its own environment, bundled so that it starts fast. */
export async function contractCommand(
  name: "deploy" | "admin",
  variables: () => Record<string, string>,
) {
  const program = await bundleProgram(`contracts/script/${name}-cli.ts`);
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
