import {
  createJobHistory,
  type JobHistory,
} from "@/lib/features/overview/store/create-job-history";
import {
  createSampleStore,
  type SampleStore,
} from "@/lib/features/overview/store/create-sample-store";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** The history for the overview of the console. */
export type OverviewModule = { samples: SampleStore; jobHistory: JobHistory };

export function createOverviewModule(
  { env }: Pick<Core, "env">,
  { db, readingDb }: Connections,
): OverviewModule {
  return {
    samples: createSampleStore(db, env.realm),
    jobHistory: createJobHistory(readingDb, env),
  };
}
