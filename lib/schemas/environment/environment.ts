import { z } from "zod";
import { CHAIN_SLUGS } from "../../shared/chains";
import { adminVariables } from "./admin";
import { alertVariables } from "./alerts";
import { brandVariables } from "./brand";
import { contentVariables } from "./content";
import { featureVariables } from "./features";
import { legalVariables } from "./legal";
import { nameVariables } from "./names";
import { platformVariables } from "./platform";
import { tracingVariables } from "./tracing";
import { tradingVariables } from "./trading";
import { list, url, wholeNumberBetween } from "./values";

/** Parts that the sandbox supervisor runs instead of a real service. */
export const SANDBOX_PARTS = ["database", "store", "jobs", ...CHAIN_SLUGS] as const;
export type SandboxPart = (typeof SANDBOX_PARTS)[number];
const isSandboxPart = (value: string): value is SandboxPart =>
  SANDBOX_PARTS.some((part) => part === value);

/**
 * Every environment variable: its rule and its documentation. `lib/env.ts` reads them. Each entry's
 * `meta()` has an example and whether it is internal.
 */
export const variables = z.object({
  ...platformVariables,
  ...featureVariables,
  ...contentVariables,
  ...tradingVariables,
  ...tracingVariables,
  ...adminVariables,
  ...brandVariables,
  ...nameVariables,
  ...legalVariables,
  ...alertVariables,
  SANDBOX_POSTGRES_FSYNC: z.enum(["on", "off"]).default("off").meta({
    example: "off",
    topic: "server",
    description: "`on` protects the embedded database against power loss.",
  }),
  SANDBOX_PARTS: list
    .pipe(z.array(z.string().refine(isSandboxPart)))
    .default([])
    .meta({ example: "database,store,jobs,base", internal: true }),
  SANDBOX_OUTBOX_KEY: z.string().min(16).optional().meta({ example: "…", internal: true }),
  SANDBOX_FAUCET_TOKEN: z.string().min(1).optional().meta({ example: "…", internal: true }),
  ENGINE_PORT: wholeNumberBetween(1, 65_535).optional().meta({ example: "8288", internal: true }),
  ENGINE_APP_URL: url
    .optional()
    .meta({ example: "http://127.0.0.1:3000/api/inngest", internal: true }),
});

export type VariableName = keyof typeof variables.shape;
/** The values of all variables, as parsed. */
export type Values = z.output<typeof variables>;
