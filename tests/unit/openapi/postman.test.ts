import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { postmanCollection } from "@/lib/openapi/documents";
import { VARIABLES } from "@/lib/openapi/postman-scripts";
import { DOCUMENTED_OPERATIONS } from "@/lib/operations/documented";
import { errorsOf } from "@/lib/operations/operation";

/** The used subset of Postman's collection format 2.1.0; no other fields are allowed. */
const header = z.array(
  z.strictObject({
    key: z.string().min(1),
    value: z.string(),
    description: z.string().optional(),
    disabled: z.boolean().optional(),
  }),
);
const variable = z.array(
  z.strictObject({ key: z.string().min(1), value: z.string(), type: z.string().optional() }),
);
const request = z.strictObject({
  method: z.enum(["GET", "POST"]),
  description: z.string().min(1),
  header,
  url: z.strictObject({
    raw: z.string(),
    host: z.tuple([z.literal("{{baseUrl}}")]),
    path: z.array(z.string().min(1)),
    query: header.optional(),
    variable: variable.optional(),
  }),
  body: z
    .discriminatedUnion("mode", [
      z.strictObject({
        mode: z.literal("raw"),
        raw: z.string(),
        options: z.strictObject({ raw: z.strictObject({ language: z.literal("json") }) }),
      }),
      z.strictObject({
        mode: z.literal("formdata"),
        formdata: z.array(
          z.strictObject({ key: z.string(), type: z.literal("file"), src: z.array(z.string()) }),
        ),
      }),
    ])
    .optional(),
});
const item = z.strictObject({
  name: z.string().min(1),
  request,
  response: z.array(
    z.strictObject({
      name: z.string(),
      originalRequest: request,
      code: z.number().int().min(200).max(599),
      status: z.string(),
      header,
      body: z.string(),
      _postman_previewlanguage: z.literal("json"),
    }),
  ),
  event: z
    .array(
      z.strictObject({
        listen: z.enum(["test", "prerequest"]),
        script: z.strictObject({ type: z.literal("text/javascript"), exec: z.array(z.string()) }),
      }),
    )
    .optional(),
});
const collection = z.strictObject({
  info: z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    schema: z.literal("https://schema.getpostman.com/json/collection/v2.1.0/collection.json"),
  }),
  variable,
  item: z.array(z.strictObject({ name: z.string(), item: z.array(item).min(1) })),
});

const document = postmanCollection({
  serverUrl: "https://launchpad.example",
  chains: ["base", "base-sepolia"],
});
const parsed = collection.parse(JSON.parse(JSON.stringify(document)));
const items = parsed.item.flatMap((folder) => folder.item);
const operations = DOCUMENTED_OPERATIONS.filter(
  // Webhooks need an endpoint that answers.
  ({ mediaType, access }) => mediaType === undefined && access === undefined,
).map((operation) => ({ id: operation.id, operation }));

/** The variables that earlier responses set: the ids of the examples. */
const FILLED: Record<string, string> = {
  baseUrl: "https://launchpad.example",
  chain: "base-sepolia",
  ...VARIABLES,
};
const fill = (text: string) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => FILLED[name] ?? `no ${name}`);

/** The URL that Postman requests. */
function resolve(url: z.infer<typeof request>["url"]): string {
  const path = url.path.map((segment) =>
    segment.startsWith(":")
      ? fill(url.variable?.find(({ key }) => key === segment.slice(1))?.value ?? "no value")
      : segment,
  );
  return `${fill(url.host[0])}/${path.join("/")}`;
}

function scriptOf(found: z.infer<typeof item> | undefined): string {
  return (found?.event ?? []).flatMap(({ script }) => script.exec).join("\n");
}

describe("Postman collection", () => {
  it("has its variables; ids are empty until a response sets them", () => {
    const empty = Object.keys(VARIABLES).map((name) => [name, ""]);
    expect(Object.fromEntries(parsed.variable.map(({ key, value }) => [key, value]))).toEqual({
      baseUrl: "https://launchpad.example",
      siteUrl: "https://launchpad.example",
      chain: "base-sepolia",
      ...Object.fromEntries(empty),
    });
  });

  it("uses a chain that the service has", () => {
    const { variable } = collection.parse(
      postmanCollection({ serverUrl: "https://launchpad.example", chains: ["base"] }),
    );
    expect(variable).toContainEqual({ key: "chain", value: "base", type: "string" });
  });

  it("has every operation except the endless event stream and webhooks", () => {
    expect(items.map(({ name }) => name).toSorted()).toEqual(
      operations.map(({ operation }) => operation.summary).toSorted(),
    );
    expect(DOCUMENTED_OPERATIONS.length - operations.length).toBe(1 + 9);
  });

  it("has no placeholder ids", () => {
    const requests = JSON.stringify(items.map((one) => one.request));
    // Method selectors are shorter; the image of the upload is text.
    const ids = requests.match(/0x[0-9a-fA-F]{40,}|\b[0-9a-f]{32}\b|\bQm\w{44}\b/g) ?? [];
    expect(ids).toEqual([]);
    for (const value of Object.values(VARIABLES)) expect(requests).not.toContain(value);
  });

  it("uses an id only after a response has set it", () => {
    const set = new Set(["baseUrl", "siteUrl", "chain", "$guid"]);
    for (const one of items) {
      const used = JSON.stringify(one.request).matchAll(/\{\{(\$?\w+)\}\}/g);
      for (const [, name] of used) expect([...set], `${one.name}: ${name}`).toContain(name);
      for (const [, name] of scriptOf(one).matchAll(/set\("(\w+)"/g)) set.add(name ?? "");
    }
    expect([...set]).toEqual(expect.arrayContaining(Object.keys(VARIABLES)));
  });

  it.each(operations)(
    "$id: has the method, URL, body and key of its operation",
    ({ operation }) => {
      const found = items.find(({ name }) => name === operation.summary);
      const { method, path, examples, bodyBytesMax } = operation;
      expect(found?.request.method).toBe(method);
      const filled = path.replace(
        /\{(\w+)\}/g,
        (_, name: string) => examples?.params?.[name] ?? "",
      );
      expect(found && resolve(found.request.url)).toBe(`https://launchpad.example${filled}`);
      expect(found?.request.body === undefined).toBe(bodyBytesMax === 0);
      expect(found?.request.body?.mode === "formdata").toBe(operation.form !== undefined);
      if (found?.request.body?.mode === "raw") {
        const body: unknown = JSON.parse(fill(found.request.body.raw));
        expect(operation.body.safeParse(body).error).toBeUndefined();
      }
      const keys = found?.request.header.map(({ key }) => key);
      expect(keys?.includes("Idempotency-Key")).toBe(
        operation.errors.includes("idempotency_key_reused"),
      );
    },
  );

  it.each(operations)("$id: checks its response with scripts that parse", ({ operation }) => {
    const found = items.find(({ name }) => name === operation.summary);
    expect(scriptOf(found)).toContain("pm.response.to.have.status(200)");
    for (const { script } of found?.event ?? []) {
      expect(() => new Script(script.exec.join("\n"))).not.toThrow();
    }
  });

  it.each(operations)("$id: shows its responses and errors", ({ operation }) => {
    const found = items.find(({ name }) => name === operation.summary);
    const answers = found?.response ?? [];
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0);
    const names = answers.filter(({ code }) => code !== 200).map(({ name }) => name);
    expect(names).toEqual(errorsOf(operation));
    for (const { body } of answers) expect(() => JSON.parse(body)).not.toThrow();
  });
});
