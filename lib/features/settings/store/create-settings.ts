import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { sharedWithRequests } from "@/lib/drivers/db/limit-waiting";
import { lockName } from "@/lib/drivers/db/locks/advisory-locks";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import type { Realm, Realms } from "@/lib/shared/realm";
import {
  DEFAULT_SETTINGS,
  type GasBudgetSetting,
  type Pause,
  PROOF_MODES,
  type ProofMode,
  type Settings,
} from "../rules/settings";
import { settings } from "./tables";

/** How long a process uses settings before it reads them again. */
export const SETTINGS_MS = 1_000;

const pause = z.object({ message: z.string(), since: z.number() });
const gasBudget = z.object({ hourWei: z.bigint().nullable(), dayWei: z.bigint().nullable() });
const quota = z.number().int().positive();
const exemption = z.string();
const proofMode = z.enum(PROOF_MODES);
const strain = z.object({ since: z.number() });

/** Names one setting. */
export type SettingKey =
  | { kind: "pause"; chain: ChainSlug | null }
  | { kind: "gasBudget"; chain: ChainSlug }
  | { kind: "quota"; policy: string }
  | { kind: "exemption"; network: string }
  | { kind: "proofOfWork"; chain: ChainSlug | null }
  | { kind: "strained"; chain: ChainSlug };

/** The value of each kind of setting; an exemption's is its note. */
export type SettingValues = {
  pause: Pause;
  gasBudget: GasBudgetSetting;
  quota: number;
  exemption: string;
  proofOfWork: ProofMode;
  strained: { since: number };
};

const RULES: { [Kind in keyof SettingValues]: z.ZodType<SettingValues[Kind]> } = {
  pause,
  gasBudget,
  quota,
  exemption,
  proofOfWork: proofMode,
  strained: strain,
};

type KeyOf<Kind> = Extract<SettingKey, { kind: Kind }>;

/** Settings in PostgreSQL, shared by all web servers, each with a copy that is at most a second old. */
export function createSettings(options: { db: Database; realms: Realms; now: () => Date }) {
  const { db, realms, now } = options;
  let known: Settings = DEFAULT_SETTINGS;
  let text = "";
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const listeners: (() => void)[] = [];

  async function load(): Promise<void> {
    const startedMs = now().getTime();
    const rows = await db
      .select({ realm: settings.realm, key: settings.key, value: settings.value })
      .from(settings)
      .orderBy(settings.key);
    const found = JSON.stringify(rows, (_key, part: unknown) =>
      typeof part === "bigint" ? part.toString() : part,
    );
    readAtMs = startedMs;
    // The same object while nothing has changed: other modules compare it.
    if (found === text) return;
    known = toSettings(rows, realms);
    text = found;
    for (const listener of listeners) listener();
  }

  function refresh(): Promise<void> {
    reading ??= sharedWithRequests(load).finally(() => {
      reading = null;
    });
    return reading;
  }

  return {
    /** The latest copy; the defaults before the first read. */
    current: (): Settings => known,
    /** A copy that is at most a second old. @throws when the database does not answer */
    async read(): Promise<Settings> {
      if (now().getTime() - readAtMs >= SETTINGS_MS) await refresh();
      return known;
    },
    /** Reads the settings now, unless they are being read. */
    refresh,
    /** Calls back whenever the copy has changed. */
    onChange(listener: () => void): void {
      listeners.push(listener);
    },
    /**
     * Sets or removes a setting, one process at a time.
     * @param next null removes it
     * @param by null: the launchpad itself
     * @returns the value before, or null
     */
    async change<Kind extends keyof SettingValues>(
      tx: Executor,
      {
        key,
        next,
        by,
      }: { key: KeyOf<Kind>; next: SettingValues[Kind] | null; by: `0x${string}` | null },
    ): Promise<SettingValues[Kind] | null> {
      const { realm, name } = rowKeyOf(key, realms);
      await lockName(tx, `settings:${realm}:${name}`);
      const isThis = and(eq(settings.realm, realm), eq(settings.key, name));
      const [found] = await tx.select({ value: settings.value }).from(settings).where(isThis);
      if (next === null) await tx.delete(settings).where(isThis);
      else {
        const row = { value: next, changedAt: now(), changedBy: by };
        await tx
          .insert(settings)
          .values({ realm, key: name, ...row })
          .onConflictDoUpdate({ target: [settings.realm, settings.key], set: row });
      }
      const rule: z.ZodType<SettingValues[Kind]> = RULES[key.kind];
      const before = rule.safeParse(found?.value);
      return before.success ? before.data : null;
    },
  };
}

export type SettingsStore = ReturnType<typeof createSettings>;

/** The key of the row of a setting. */
function rowKeyOf(key: SettingKey, realms: Realms): { realm: Realm; name: string } {
  switch (key.kind) {
    case "pause":
      return {
        realm: key.chain === null ? realms.realm : realms.realmOf(key.chain),
        name: `pause:${key.chain ?? "all"}`,
      };
    case "gasBudget":
      return { realm: realms.realmOf(key.chain), name: `gasBudget:${key.chain}` };
    case "quota":
      return { realm: realms.realm, name: `quota:${key.policy}` };
    case "exemption":
      return { realm: realms.realm, name: `exemption:${key.network}` };
    case "proofOfWork":
      return {
        realm: key.chain === null ? realms.realm : realms.realmOf(key.chain),
        name: `proofOfWork:${key.chain ?? "all"}`,
      };
    case "strained":
      return { realm: realms.realmOf(key.chain), name: `strained:${key.chain}` };
  }
}

type Row = { realm: Realm; key: string; value: unknown };

/** Leaves out rows that this version does not understand. */
function toSettings(rows: readonly Row[], realms: Realms): Settings {
  const findValue = <Kind extends keyof SettingValues>(
    key: KeyOf<Kind>,
  ): SettingValues[Kind] | null => {
    const { realm, name } = rowKeyOf(key, realms);
    const row = rows.find((one) => one.realm === realm && one.key === name);
    const rule: z.ZodType<SettingValues[Kind]> = RULES[key.kind];
    const parsed = rule.safeParse(row?.value);
    return parsed.success ? parsed.data : null;
  };
  const namesOf = (prefix: string) =>
    rows
      .filter(({ realm, key }) => realm === realms.realm && key.startsWith(prefix))
      .map(({ key }) => key.slice(prefix.length));
  const chains = <Value>(find: (chain: ChainSlug) => Value | null) =>
    Object.fromEntries(
      CHAIN_SLUGS.flatMap((chain) => {
        const value = find(chain);
        return value === null ? [] : [[chain, value]];
      }),
    );
  return {
    pauses: {
      all: findValue<"pause">({ kind: "pause", chain: null }),
      chains: chains((chain) => findValue<"pause">({ kind: "pause", chain })),
    },
    gasBudgets: chains((chain) => findValue<"gasBudget">({ kind: "gasBudget", chain })),
    quotas: Object.fromEntries(
      namesOf("quota:").flatMap((policy) => {
        const value = findValue<"quota">({ kind: "quota", policy });
        return value === null ? [] : [[policy, value]];
      }),
    ),
    exemptions: namesOf("exemption:").flatMap((network) => {
      const note = findValue<"exemption">({ kind: "exemption", network });
      return note === null ? [] : [{ network, note }];
    }),
    proofOfWork: {
      all:
        findValue<"proofOfWork">({ kind: "proofOfWork", chain: null }) ??
        DEFAULT_SETTINGS.proofOfWork.all,
      chains: chains((chain) => findValue<"proofOfWork">({ kind: "proofOfWork", chain })),
    },
    strained: chains((chain) => findValue<"strained">({ kind: "strained", chain })),
  };
}
