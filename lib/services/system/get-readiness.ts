import type { ServiceContext } from "../../context";
import type { Readiness } from "../../schemas/system";
import { getHealth } from "./get-health";

/** The health of the service, and how far each chain is indexed. */
export async function getReadiness({ ctx }: { ctx: ServiceContext }): Promise<Readiness> {
  const [health, indexer] = await Promise.all([
    getHealth({ ctx }),
    // Without the database the checks say so already.
    ctx.progress.current().catch(() => []),
  ]);
  return { ...health, indexer };
}
