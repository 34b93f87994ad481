import { parse } from "yaml";
import { z } from "zod";

const service = z.strictObject({
  image: z.string(),
  build: z.string().optional(),
  profiles: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  tmpfs: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  restart: z.enum(["no", "unless-stopped"]),
  logging: z
    .strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) })
    .optional(),
  stop_grace_period: z.string().optional(),
  shm_size: z.string().optional(),
  networks: z.record(z.string(), z.strictObject({ aliases: z.array(z.string()) })).optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: z.tuple([z.literal("CMD")], z.string()),
        interval: z.string(),
        timeout: z.string(),
        retries: z.number(),
      }),
    ])
    .optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(["service_started", "service_healthy", "service_completed_successfully"]),
      }),
    )
    .optional(),
});
export type ComposeService = z.output<typeof service>;

const compose = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.strictObject({ enable_ipv6: z.boolean() })).default({}),
  volumes: z.record(z.string(), z.null()),
});

/** compose.yml, with anchors and merge keys resolved. Fails on keys that the schema does not know. */
export function parseCompose(text: string): z.output<typeof compose> {
  return compose.parse(parse(text, { merge: true }));
}

/** The variables that a text takes from `.env`: `${NAME}`, `${NAME:?}`, `${NAME:-default}`. */
export function interpolated(text: string): { name: string; isRequired: boolean }[] {
  return [...text.matchAll(/\$\{(\w+)(:\?|:-[^}]*)?\}/g)].map(([, name = "", rest = ""]) => ({
    name,
    isRequired: !rest.startsWith(":-"),
  }));
}

/** Replaces these variables. */
export function interpolate(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::\?|:-([^}]*))?\}/g, (_, name: string, other?: string) => {
    const value = values[name] ?? other;
    if (value === undefined) throw new Error(`${name} is not set`);
    return value;
  });
}

/** The variables of an env file. Fails on a line that Docker and systemd read differently. */
export function parseEnvFile(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = line.match(/^([A-Z][A-Z\d_]*)=([^"'#\\]*)$/) ?? [];
      if (name === "") throw new Error(`Not NAME=value: ${line}`);
      return [name, value];
    }),
  );
}
