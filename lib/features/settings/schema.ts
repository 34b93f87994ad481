import { z } from "zod";
import { normalizeBlock } from "@/lib/features/moderation/rules/moderation";
import { chainSlug } from "@/lib/schemas/common";
import { plainText } from "@/lib/schemas/text";
import { PROOF_MODES } from "./rules/settings";

const weiText = z
  .string()
  .regex(/^\d{1,30}$/, "must be wei as a whole number")
  .transform(BigInt);

/** `chain: null` is all chains. */
export const pauseInput = z.object({
  chain: chainSlug.nullable(),
  /** Shown to users. */
  message: plainText({ min: 3, max: 200 }),
});
export const resumeInput = z.object({ chain: chainSlug.nullable() });

/** null is the value of the environment variable, or the default. */
export const gasBudgetInput = z.object({
  chain: chainSlug,
  hourWei: weiText.nullable(),
  dayWei: weiText.nullable(),
});

export const quotaInput = z.object({
  policy: z.string().max(50),
  quota: z.number().int().min(1).max(1_000_000).nullable(),
});

const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], {
  error: "must be an IP address or a network, such as 192.0.2.0/24",
});
/** An exemption of all addresses is a mistake: it would switch off all limits. */
const limitedNetwork = z
  .string()
  .toLowerCase()
  .pipe(network)
  .refine((value) => normalizeBlock("network", value) !== null, {
    error: "must be an IP address or a network of /8 or smaller (IPv6: /16)",
  });
export const addExemptionInput = z.object({
  network: limitedNetwork,
  note: plainText({ min: 0, max: 100 }),
});
export const removeExemptionInput = z.object({ network });

/** `mode: null` restores that of all chains; for all chains, the default. */
export const proofOfWorkInput = z.object({
  chain: chainSlug.nullable(),
  mode: z.enum(PROOF_MODES).nullable(),
});

const pause = z.strictObject({ message: z.string(), since: z.number().int() });
const wei = z.string().regex(/^\d+$/);

export const settingsAnswer = z.strictObject({
  pauses: z.strictObject({
    all: pause.nullable(),
    chains: z.array(z.strictObject({ chain: chainSlug, pause: pause.nullable() })),
  }),
  budgets: z.array(
    z.strictObject({
      chain: chainSlug,
      /** The operator's value; null means the configured one. */
      hourWei: wei.nullable(),
      dayWei: wei.nullable(),
      /** Limit in effect and its use; null while the chain does not respond. */
      hour: z.strictObject({ spentWei: wei, limitWei: wei }).nullable(),
      day: z.strictObject({ spentWei: wei, limitWei: wei }).nullable(),
    }),
  ),
  quotas: z.array(
    z.strictObject({
      policy: z.string(),
      windowSeconds: z.number().int(),
      default: z.number().int(),
      /** The operator's value, or null. */
      quota: z.number().int().nullable(),
    }),
  ),
  exemptions: z.strictObject({
    /** Of `RATE_LIMIT_EXEMPT`. */
    fixed: z.array(z.string()),
    added: z.array(z.strictObject({ network: z.string(), note: z.string() })),
  }),
  proofOfWork: z.strictObject({
    mode: z.enum(PROOF_MODES),
    /** Chains on which anonymous launches need one now; `since` if the launchpad has switched it on itself. */
    chains: z.array(
      z.strictObject({
        chain: chainSlug,
        /** The operator's value for this chain, or null. */
        mode: z.enum(PROOF_MODES).nullable(),
        isNeeded: z.boolean(),
        since: z.number().int().nullable(),
      }),
    ),
  }),
});
export type SettingsAnswer = z.infer<typeof settingsAnswer>;
