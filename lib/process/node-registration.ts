import type { ServiceContext } from "@/lib/context";
import { registerNode, renewNode, SeparateFilesError } from "@/lib/features/storage/register-node";

type Ctx = Pick<ServiceContext, "node" | "nodes" | "log">;

/**
 * Registers this process as a node of the storage. Ends it if its files are not those of the other
 * nodes.
 */
export async function registerOwnNode({ ctx }: { ctx: Ctx }): Promise<void> {
  await registerNode({ ctx }).catch((err: unknown) => {
    exitIfSeparate(ctx, err);
    // The next heartbeat registers it.
    ctx.log.warn({ err }, "could not register this node");
  });
}

/** Renews the registration. Ends this process if its files are not those of the other nodes. */
export async function renewOwnNode({ ctx }: { ctx: Ctx }): Promise<void> {
  await renewNode({ ctx }).catch((err: unknown) => {
    exitIfSeparate(ctx, err);
    throw err;
  });
}

function exitIfSeparate({ log }: Ctx, err: unknown): void {
  if (!(err instanceof SeparateFilesError)) return;
  log.fatal(err.message);
  process.exit(1);
}
