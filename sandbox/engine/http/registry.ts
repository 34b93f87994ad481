import type { Logger } from "pino";
import type { EngineDatabase } from "@/sandbox/engine/database";
import { expressionError } from "@/sandbox/engine/expression";
import {
  type AppConfig,
  type FunctionConfig,
  functionConfig,
  UNSUPPORTED_OPTIONS,
} from "@/sandbox/engine/http/protocol";

export type RegisteredFunction = { config: FunctionConfig; url: string; appId: string };

/** The functions that the engine knows, in memory and in `engine.functions`. */
export type Registry = {
  get(functionId: string): RegisteredFunction | undefined;
  all(): readonly RegisteredFunction[];
  /** Whether some function starts by events of this name. */
  listensTo(eventName: string): boolean;
  load(): Promise<void>;
  /** Replaces all functions of one app. @returns whether anything changed */
  register(app: AppConfig, url: string): Promise<boolean>;
};

type Row = { id: string; app_id: string; url: string; config: unknown };

/** Whether a trigger's event name (`*` at the end stands for anything) covers `name`. */
export function isEventNameMatch(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** What a function asks for and does not get, as one line each. */
export function configWarnings(config: FunctionConfig): string[] {
  const warnings = UNSUPPORTED_OPTIONS.filter((option) => config[option] !== undefined).map(
    (option) => `option ${option} is not implemented and has no effect`,
  );
  const expressions = [
    ...config.triggers.map((trigger) => ("event" in trigger ? trigger.expression : undefined)),
    ...(config.concurrency ?? []).map((option) => option.key),
  ];
  for (const expression of expressions) {
    if (expression === undefined) continue;
    const problem = expressionError(expression);
    if (problem !== null) warnings.push(`expression "${expression}" is not valid CEL: ${problem}`);
  }
  if (config.triggers.some((trigger) => "cron" in trigger && trigger.jitter !== undefined)) {
    warnings.push("option jitter of a cron trigger is not implemented and has no effect");
  }
  return warnings;
}

export function createRegistry(db: EngineDatabase, log: Logger): Registry {
  let functions = new Map<string, RegisteredFunction>();
  const warned = new Set<string>();
  const fingerprints = new Map<string, string>();

  const load = async () => {
    const rows = await db.query<Row>("SELECT id, app_id, url, config FROM engine.functions");
    functions = new Map(
      rows.rows.map((row) => [
        row.id,
        { config: functionConfig.parse(row.config), url: row.url, appId: row.app_id },
      ]),
    );
  };

  return {
    get: (functionId) => functions.get(functionId),
    all: () => [...functions.values()],
    listensTo: (eventName) =>
      [...functions.values()].some(({ config }) =>
        config.triggers.some(
          (trigger) => "event" in trigger && isEventNameMatch(trigger.event, eventName),
        ),
      ),
    load,
    async register(app, url) {
      const appId = app.app_id ?? app.appName ?? "app";
      const fingerprint = JSON.stringify([url, app.functions]);
      if (fingerprints.get(appId) === fingerprint) return false;
      await db.transaction(async (tx) => {
        await tx.query("DELETE FROM engine.functions WHERE app_id = $1", [appId]);
        for (const config of app.functions) {
          await tx.query(
            `INSERT INTO engine.functions (id, app_id, url, config) VALUES ($1, $2, $3, $4)
             ON CONFLICT (id) DO UPDATE
             SET app_id = $2, url = $3, config = $4, updated_at = now()`,
            [config.id, appId, url, JSON.stringify(config)],
          );
        }
      });
      await load();
      fingerprints.set(appId, fingerprint);
      for (const config of app.functions) {
        for (const warning of configWarnings(config)) {
          const line = `${config.id}: ${warning}`;
          if (!warned.has(line)) log.warn({ functionId: config.id }, line);
          warned.add(line);
        }
      }
      log.info({ appId, functions: app.functions.length }, "functions registered");
      return true;
    },
  };
}
