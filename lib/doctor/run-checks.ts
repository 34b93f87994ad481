import type { Env } from "@/lib/env";
import type { Log } from "@/lib/log";
import { checkBucket } from "./check-bucket";
import { checkChains } from "./check-chains";
import { checkClock } from "./check-clock";
import { checkVariables } from "./check-environment";
import { checkFiles } from "./check-files";
import { checkDatabase, checkDataDir, checkEngine, checkLimitStore } from "./check-services";
import { describe, type Finding } from "./finding";

/** Every check, for an operator. */
export async function runChecks(read?: () => Env): Promise<Finding[]> {
  const { env, findings } = checkVariables(read);
  if (env === null) return findings;
  const [services, rest] = await Promise.all([
    Promise.all([checkDataDir(env), checkBucket(env), checkLimitStore(env), checkEngine(env)]).then(
      (all) => all.flat(),
    ),
    checkStorage(env, { hasWallet: true }),
  ]);
  return [...findings, ...checkFiles(env), ...services, ...rest];
}

/** The database, this machine's clock and the chains, whose identities the database records. */
async function checkStorage(env: Env, options: { hasWallet: boolean }): Promise<Finding[]> {
  const { db, finding } = await checkDatabase(env);
  // Tables that a migration is about to create cannot be read.
  const isUsable = !finding.stopsStart;
  try {
    const [clock, chains] = await Promise.all([
      db === null ? null : checkClock(db),
      checkChains({ env, db: isUsable ? db : null, ...options }),
    ]);
    return [finding, ...(clock === null ? [] : [clock]), ...chains];
  } finally {
    await db?.$client.end();
  }
}

/**
 * Checks what a server needs before it starts, and ends the process with a message for each
 * contradiction. An unresponsive service does not prevent the start: the server reports it.
 * @param options.hasFiles whether the server stores files in `DATA_DIR`
 */
export async function checkStart(
  { env, log }: { env: Env; log: Log },
  options: { hasFiles: boolean },
): Promise<void> {
  const { findings } = checkVariables(() => env);
  if (options.hasFiles) findings.push(await checkDataDir(env));
  findings.push(...(await checkStorage(env, { hasWallet: options.hasFiles })));
  endIfStopped(log, findings);
}

/** Checks the operator's files, without which nothing else of a web server can be made. */
export function requireFiles({ env, log }: { env: Env; log: Log }): void {
  endIfStopped(log, checkFiles(env));
}

function endIfStopped(log: Log, findings: readonly Finding[]): void {
  for (const finding of findings) {
    if (finding.stopsStart) log.fatal(describe(finding));
    else if (finding.status === "failed" || finding.status === "warning") {
      log.warn(describe(finding));
    }
  }
  if (!findings.some(({ stopsStart }) => stopsStart)) return;
  log.fatal("not started; `npm run doctor` lists all checks");
  process.exit(1);
}
