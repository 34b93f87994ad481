import "@/lib/shared/guard-fetch";
import { createChainModule } from "@/lib/context/chains";
import { openConnections } from "@/lib/context/connections";
import { createCore } from "@/lib/context/core";
import { textOf } from "@/lib/doctor/finding";
import { EnvError, readEnv } from "@/lib/env";
import { deploymentHash } from "@/lib/features/chains/rules/deployment-hash";
import { healNonces } from "@/lib/features/transactions/heal-nonces";
import { createNonceGaps, type Repair } from "@/lib/features/transactions/store/create-nonce-gaps";
import { createLog } from "@/lib/log";
import { CHAIN_SLUGS, type ChainSlug, chainVariable, isChainSlug } from "@/lib/shared/chains";
import { exitWithUsage, readArgs } from "./read-args";

const USAGE = `Usage: npm run heal -- --chain ${CHAIN_SLUGS.join("|")} [--accept-deployment] [--apply]

Repairs missing nonces of the server wallet. Without --apply, it only prints what it would change.`;

const OPTIONS = {
  chain: { type: "string", default: "" },
  apply: { type: "boolean", default: false },
  "accept-deployment": { type: "boolean", default: false },
} as const;

const { values } = readArgs({ options: OPTIONS }, USAGE);
const print = (line: string) => void process.stdout.write(`${line}\n`);

function openContext() {
  const env = readEnv();
  const core = { ...createCore(env), log: createLog(env, "heal") };
  const connections = openConnections(core);
  return {
    ...core,
    connections,
    ...createChainModule(core, connections),
    nonceGaps: createNonceGaps(connections.db, core.clock.now, env.realmOf),
  };
}

function report(repair: Repair | null, apply: boolean): void {
  if (repair === null) {
    print("Nothing blocks the server wallet's transactions.");
    return;
  }
  const { missing, mined, next, moves } = repair;
  print(
    `The chain counts ${mined} transactions of the server wallet, and the next nonce is ${next}: ${missing} nonces are missing.`,
  );
  for (const { transactionId, nonce, newNonce } of moves) {
    const end = newNonce === null ? "is no longer needed" : `moves to nonce ${newNonce}`;
    print(`  nonce ${nonce} (${transactionId}) ${end}`);
  }
  print(apply ? "Done." : "Dry run: nothing was changed. Add --apply to apply it.");
}

/** Printed with an error, so that the operator knows the state that it leaves. */
let changed = "Nothing was changed.";

async function heal(chain: ChainSlug): Promise<void> {
  const { apply } = values;
  const ctx = openContext();
  try {
    const deployment = ctx.chains[chain]?.deployment;
    if (values["accept-deployment"] && deployment !== undefined) {
      const hash = deploymentHash(deployment);
      if (apply) {
        await ctx.chainIdentities.acceptDeployment(deployment.chainId, hash);
        changed =
          "The deployment is recorded; the nonces of the server wallet were not changed. Do not put the previous manifest back.";
      }
      print(`Deployment ${hash} of ${chain} ${apply ? "is" : "would be"} recorded.`);
    }
    report(await healNonces({ ctx, input: { chain, apply } }), apply);
  } finally {
    await Promise.all([ctx.connections.db.$client.end(), ctx.connections.readingDb.$client.end()]);
  }
}

const { chain } = values;
if (!isChainSlug(chain)) exitWithUsage(USAGE, "--chain is missing or unknown.");
await heal(chain).catch((error: unknown) => {
  const text = error instanceof EnvError ? error.message : textOf(error);
  const hint =
    error instanceof EnvError
      ? ""
      : ` Check ${chainVariable("RPC_URL", chain)} with: npm run doctor`;
  process.stderr.write(`${text}\n${changed}${hint}\n`);
  process.exitCode = 1;
});
