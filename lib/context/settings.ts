import { createSettings, type SettingsStore } from "@/lib/features/settings/store/create-settings";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** Limits that the operator changes while the servers run. */
export type SettingsModule = { settings: SettingsStore };

export function createSettingsModule(
  { env, clock }: Pick<Core, "env" | "clock">,
  { db }: Connections,
): SettingsModule {
  return { settings: createSettings({ db, realms: env, now: clock.now }) };
}
