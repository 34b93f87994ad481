import { SHARED_VARIABLES } from "@/lib/drivers/secrets/compare-variables";
import type { SecretState } from "@/lib/drivers/secrets/create-secrets";
import type { WrappingKeys } from "@/lib/drivers/secrets/wrapping-key";
import type { Env } from "@/lib/env";
import type { MachineSecrets } from "./process/machine-secrets";

const DAY_MS = 86_400_000;

/** Names, ages and fingerprints of all secrets, for the terminal; no values. */
export function describeSecrets(state: {
  env: Env;
  own: MachineSecrets | null;
  keys: WrappingKeys;
  stored: readonly SecretState[];
  now: Date;
}): string {
  const { env, own, keys, stored, now } = state;
  const fingerprint = (name: string, value: string) =>
    keys.current.fingerprint(name, Buffer.from(value));
  const age = (since: Date) => {
    const days = Math.floor((now.getTime() - since.getTime()) / DAY_MS);
    return days === 1 ? "1 day" : `${days} days`;
  };
  const database = stored.map((row) => [
    row.name,
    row.fingerprint,
    age(row.createdAt),
    row.keyId,
    age(row.wrappedAt),
    row.opens ? "yes" : "no",
  ]);
  const variables = SHARED_VARIABLES.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, fingerprint(name, value)]];
  });
  const files = Object.entries(own ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, fingerprint(name, value)]],
  );
  const previous = keys.previous === null ? "" : `; previous key ${keys.previous.id}`;
  return [
    `WALLET_SEED_KEY is key ${keys.current.id}${previous}.`,
    ...table("In the database, for all machines", database, [
      "name",
      "fingerprint",
      "age",
      "key",
      "encrypted",
      "opens",
    ]),
    ...table("In the environment; the same on all web servers", variables, ["name", "fingerprint"]),
    ...table("In DATA_DIR/secrets.json, for this machine", files, ["name", "fingerprint"]),
    "",
  ].join("\n");
}

function table(
  title: string,
  rows: readonly (readonly string[])[],
  header: readonly string[],
): string[] {
  if (rows.length === 0) return ["", `${title}: none`];
  const lines = [header, ...rows];
  const widths = header.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length)),
  );
  const print = (line: readonly string[]) =>
    `  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd();
  return ["", `${title}:`, ...lines.map(print)];
}
