import { describeSkill, describeTool, TOOLS } from "@slipway-launchpad/mcp";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { describeForMachines } from "@/lib/openapi/describe-for-machines";
import { DEFAULT_BRAND } from "@/lib/shared/brand";

const ORIGIN = "https://launch.example.com";
const tools = TOOLS.map(describeTool);
const node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** The paths of inputs without a limit. */
function unlimited(schema: unknown, path: string): string[] {
  const { type, properties = {}, items, anyOf = [], ...rest } = node.parse(schema);
  const has = (...names: string[]) => names.some((name) => name in rest);
  const isLimited =
    type === "string"
      ? has("maxLength", "pattern", "enum", "const")
      : type === "array"
        ? has("maxItems")
        : type === "integer" || type === "number"
          ? has("maximum", "enum")
          : type !== undefined || anyOf.length > 0;
  return [
    ...(isLimited ? [] : [path]),
    ...Object.entries(properties).flatMap(([name, one]) => unlimited(one, `${path}.${name}`)),
    ...(items === undefined ? [] : unlimited(items, `${path}[]`)),
    ...anyOf.flatMap((one) => unlimited(one, path)),
  ];
}

describe("the tools of the MCP server", () => {
  it("have unique names, titles and short descriptions in plain text", () => {
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const { name, title, description } of tools) {
      expect(name).toMatch(/^[a-z][a-z_]{1,40}$/);
      expect(title.length).toBeGreaterThan(4);
      expect(description, name).toMatch(/^[A-Z][^<>]{40,700}\.$/);
    }
  });

  it("state for every quota that the operator may have changed it", () => {
    const texts = tools.map(({ description }) => description);
    const limits = texts.filter((text) => /\b\d+ (\w+ )?per (minute|hour)\b/.test(text));
    expect(limits.length).toBeGreaterThan(2);
    expect(limits.filter((text) => !text.includes("unless the operator has changed"))).toEqual([]);
  });

  it.each(tools)(
    "$name has schemas that are valid JSON Schema",
    ({ inputSchema, outputSchema }) => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema.type).toBe("object");
        expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
        ajv.compile(schema);
      }
    },
  );

  it.each(tools)("$name names a limit for each of its inputs, and refuses others", (tool) => {
    expect(unlimited(tool.inputSchema, tool.name)).toEqual([]);
    expect(tool.inputSchema.additionalProperties).toBe(false);
    const { properties, required = [] } = tool.inputSchema;
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(required));
  });

  it("have hints that match what they do", () => {
    const withHint = (hint: "readOnlyHint" | "destructiveHint" | "idempotentHint") =>
      tools.filter(({ annotations }) => annotations[hint]).map(({ name }) => name);
    expect(
      tools.map(({ name }) => name).filter((name) => !withHint("readOnlyHint").includes(name)),
    ).toEqual([
      ...["upload_image", "launch", "prepare_launch"],
      ...["create_revenue_manager", "create_fee_split_manager"],
    ]);
    expect(withHint("destructiveHint")).toEqual([
      "launch",
      "create_revenue_manager",
      "create_fee_split_manager",
    ]);
    expect(withHint("idempotentHint")).toContain("launch");
  });

  it("require what makes a repeat safe before they send, because a client may stop waiting", () => {
    for (const { name, annotations, inputSchema } of tools) {
      if (!annotations.destructiveHint) continue;
      const key = name === "launch" ? "confirmToken" : "idempotencyKey";
      expect(inputSchema.required, name).toContain(key);
    }
  });

  it("mark every result with text that strangers have written", () => {
    const written = /"(name|symbol|description|error)":/;
    const marked = TOOLS.filter(({ isUntrusted }) => isUntrusted).map(({ name }) => name);
    const unmarked = TOOLS.filter(({ isUntrusted }) => !isUntrusted);
    expect(marked).toContain("get_token");
    for (const { name, dataSchema } of unmarked) {
      // The names of chains are the launchpad's own.
      if (name === "list_chains") continue;
      const { properties = {} } = node.parse(dataSchema);
      expect(
        JSON.stringify(Object.fromEntries(Object.keys(properties).map((key) => [key, 0]))),
      ).not.toMatch(written);
    }
  });

  it("never offer what the tools set themselves, and never a path", () => {
    const names = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties));
    expect(names).not.toContain("dryRun");
    expect(names.filter((name) => /path|file/i.test(name))).toEqual([]);
  });
});

describe("SKILL.md and llms.txt", () => {
  const skill = describeSkill(ORIGIN, { chains: ["base"] });
  const llms = describeForMachines({ origin: ORIGIN, brand: DEFAULT_BRAND, chains: ["base"] });

  it("list the same tools with the same texts, in the same order", () => {
    const listed = (text: string) =>
      [...text.matchAll(/^- ([a-z_]+): (.+)$/gm)].map(([, name, description]) => ({
        name,
        description,
      }));
    const own = TOOLS.map(({ name, description }) => ({ name, description }));
    expect(listed(skill)).toEqual(own);
    expect(listed(llms)).toEqual(own);
  });

  it("name the chains that the launchpad serves, and no others", () => {
    for (const text of [skill, llms]) {
      expect(text).toContain("Chains: base.");
      expect(text).not.toContain("robinhood");
    }
    expect(describeSkill(ORIGIN)).toContain("Chains: call list_chains.");
  });

  it("name the address of the server, and only addresses of this launchpad", () => {
    for (const text of [skill, llms]) {
      expect(text).toContain(`${ORIGIN}/mcp`);
      const others = [...text.matchAll(/https?:\/\/[^\s)`,]+/g)]
        .map(([url]) => url)
        .filter((url) => !url.startsWith(ORIGIN) && !url.startsWith("https://example.com"));
      expect(others).toEqual([]);
    }
  });

  it("have the front matter of a skill", () => {
    const [, head = ""] = /^---\n([\s\S]*?)\n---\n/.exec(skill) ?? [];
    expect(head).toMatch(/^name: slipway$/m);
    expect(/^description: (.+)$/m.exec(head)?.[1]?.length).toBeLessThan(1_024);
  });
});
