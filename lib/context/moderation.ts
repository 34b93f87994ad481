import { watchBlockList } from "@/lib/drivers/moderation/watch-block-list";
import {
  createLaunchOrigins,
  type LaunchOrigins,
} from "@/lib/features/moderation/store/create-launch-origins";
import {
  createModerationStore,
  type ModerationStore,
} from "@/lib/features/moderation/store/create-moderation-store";
import {
  createModerationView,
  type ModerationView,
} from "@/lib/features/moderation/store/create-moderation-view";
import {
  createReportStore,
  type ReportStore,
} from "@/lib/features/moderation/store/create-report-store";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** Decisions of moderators, reports and appeals. */
export type ModerationModule = {
  moderation: ModerationStore;
  /** Reports of content, and appeals against decisions. */
  reports: ReportStore;
  /** The creators and networks behind launch requests. */
  launchOrigins: LaunchOrigins;
  /** The decisions in force, in memory. */
  decisions: ModerationView;
};

export function createModerationModule(
  { env, log, clock }: Pick<Core, "env" | "log" | "clock">,
  { db, databaseUrl }: Connections,
): ModerationModule {
  const path = env.BLOCKLIST_FILE ?? null;
  const readList = watchBlockList(path, (err) =>
    log.error({ err, path }, "block list not read; the last valid one applies"),
  );
  const decisions = createModerationView({ db, databaseUrl, readList });
  const isListedImage = (digest: string) => decisions.list().cids.includes(digest);
  return {
    moderation: createModerationStore(db, clock.now, env.realm, isListedImage),
    reports: createReportStore(db, clock.now),
    launchOrigins: createLaunchOrigins(db, clock.now),
    decisions,
  };
}
