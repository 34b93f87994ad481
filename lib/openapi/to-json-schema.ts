import { z } from "zod";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { chainSlug } from "../schemas/common";
import { wireFormOf } from "../schemas/wire-form";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema of what a zod schema accepts; `chains` are those that requests may use. */
export function inputSchema(
  schema: z.ZodType,
  chains: readonly ChainSlug[] = CHAIN_SLUGS,
): JsonSchema {
  return toJsonSchema(schema, "input", (part) =>
    part === chainSlug || part._zod.parent === chainSlug
      ? { type: "string", enum: [...chains] }
      : wireFormOf(part),
  );
}

/**
 * The JSON Schema of what a zod schema returns. It allows further fields, which a later release may
 * add without notice (`docs/clients.md`).
 */
export function outputSchema(schema: z.ZodType): JsonSchema {
  return toJsonSchema(schema, "output", wireFormOf);
}

/** @throws when a pattern has flags, which JSON Schema would drop */
function toJsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  formOf: (part: z.core.$ZodType) => JsonSchema | undefined,
): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const form = formOf(zodSchema);
      if (form === undefined) refuseFlags(zodSchema);
      else replace(jsonSchema, form);
      const isClosed = jsonSchema.additionalProperties === false;
      if (io === "output" && isClosed) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

function replace(jsonSchema: JsonSchema, form: JsonSchema): void {
  const { description } = jsonSchema;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, form, description === undefined ? {} : { description });
}

function refuseFlags({ _zod }: z.core.$ZodType): void {
  const rules: object[] = [_zod.def, ...(_zod.def.checks ?? []).map((check) => check._zod.def)];
  for (const rule of rules) {
    if (!("pattern" in rule && rule.pattern instanceof RegExp)) continue;
    if (rule.pattern.flags.replace("u", "") === "") continue;
    throw new Error(`${rule.pattern} has flags. Write [A-Za-z] instead: JSON Schema has no flags.`);
  }
}
