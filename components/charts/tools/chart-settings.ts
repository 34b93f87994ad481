import { useSyncExternalStore } from "react";
import { createStore } from "@/lib/web/create-store";

/** Settings of all charts in this browser. */
const DEFAULTS = {
  log: false,
  volume: true,
  ma7: false,
  ma25: false,
  own: true,
  creator: true,
  wall: true,
  launchLine: true,
  wallLine: true,
};

export type ChartSettings = Readonly<typeof DEFAULTS>;
export type ChartSetting = keyof ChartSettings;

/** Settings from a stored value of any shape; a value that is not a flag gets its default. */
export function toChartSettings(value: unknown): ChartSettings {
  const stored = typeof value === "object" && value !== null ? value : {};
  const settings = { ...DEFAULTS };
  for (const [name, flag] of Object.entries(stored)) {
    if (isSetting(name) && typeof flag === "boolean") settings[name] = flag;
  }
  return settings;
}

function isSetting(name: string): name is ChartSetting {
  return Object.hasOwn(DEFAULTS, name);
}

const store = createStore<ChartSettings>("slipway.chart", {
  safeParse: (value) => ({ success: true, data: toChartSettings(value) }),
});
const read = () => store.read() ?? DEFAULTS;

/** The settings of all charts in this browser. */
export function useChartSettings(): ChartSettings {
  return useSyncExternalStore(store.subscribe, read);
}

export function toggleSetting(name: ChartSetting): void {
  const settings = read();
  store.write({ ...settings, [name]: !settings[name] });
}
