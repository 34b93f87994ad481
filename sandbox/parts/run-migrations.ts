import { spawn } from "node:child_process";
import { join } from "node:path";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import type { PreparedStart } from "../prepare";
import { SandboxError } from "../process/sandbox-error";

/**
 * Migrates the database.
 * @throws SandboxError with the migration's output when it fails
 */
export async function runMigrations(prepared: PreparedStart, databaseUrl: string): Promise<void> {
  const { env, root, terminal } = prepared;
  // Migrations use these to find the realm of older accounts.
  const SANDBOX_PARTS = CHAIN_SLUGS.filter((slug) => env.rpcUrls(slug) === null).join(",");
  const child = spawn(process.execPath, [join(root, "dist", "migrate.mjs")], {
    env: prepared.envOf({ DATABASE_URL: databaseUrl, SANDBOX_PARTS }),
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = `${output}${chunk.toString("utf8")}`.slice(-8000);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  for (const line of output.split("\n")) if (line !== "") terminal.line("migrate", line, "info");
  if (code !== 0) throw new SandboxError("The database migrations failed; see logs/migrate.log.");
}
