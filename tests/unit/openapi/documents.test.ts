import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { dataDocument, launchDocument } from "@/lib/openapi/documents";
import { ACCOUNT_OPERATIONS, ADMIN_OPERATIONS, OPERATIONS } from "@/lib/operations/all";
import { DOCUMENTED_OPERATIONS } from "@/lib/operations/documented";
import { errorsOf, type Operation } from "@/lib/operations/operation";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { ERRORS, type ErrorCode } from "@/lib/shared/errors";

const URL = "https://launchpad.example";
const DOCUMENTS = {
  data: dataDocument({ serverUrl: URL, chains: ["base", "base-sepolia"] }),
  launch: launchDocument({ serverUrl: URL, chains: CHAIN_SLUGS }),
};

const media = z.object({
  schema: z.unknown(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
});
const described = z.object({
  operationId: z.string(),
  parameters: z.array(
    z.object({ name: z.string(), in: z.string(), description: z.string().min(5).optional() }),
  ),
  requestBody: z.object({ content: z.record(z.string(), media) }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: z.record(z.string(), media).optional() }),
  ),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), described)) });

const operations = DOCUMENTED_OPERATIONS.map((operation) => ({
  id: operation.id,
  operation,
  described: find(operation),
}));

function find({ api, path, method }: Operation) {
  const all = document.parse(api === "data" ? DOCUMENTS.data : DOCUMENTS.launch);
  const found = all.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not in the document`);
  return found;
}

describe("OpenAPI documents", () => {
  it.each(Object.entries(DOCUMENTS))("%s is valid OpenAPI 3.1", async (_, spec) => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(spec));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  it("list each operation once", () => {
    const ids = Object.values(DOCUMENTS).flatMap((spec) =>
      Object.values(document.parse(spec).paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      ),
    );
    expect(ids.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  });

  it("show that a launch whose transaction reverted has its hash, without a chance of success", () => {
    const answers = find(OPERATIONS.getLaunchStatus).responses["200"]?.content?.[
      "application/json"
    ];
    const { reverted } = answers?.examples ?? {};
    expect(reverted?.value).toMatchObject({ transactionHash: expect.stringMatching(/^0x/) });
    expect(reverted?.value).not.toHaveProperty("transactionMayHaveSucceeded");
  });

  it("state for every quota that the operator may have changed it", () => {
    const texts = Object.values(DOCUMENTS).flatMap((spec) =>
      JSON.stringify(spec).match(/"description":"[^"]*\b\d+ per (minute|hour)\b[^"]*"/g),
    );
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => !text?.includes("unless the operator has changed"))).toEqual([]);
  });

  it("contain no dangling reference", () => {
    for (const spec of Object.values(DOCUMENTS)) {
      expect(JSON.stringify(spec)).not.toContain('"$ref"');
    }
  });

  describe.each(operations)("$id", ({ operation, described }) => {
    it("describes every parameter in the path and in the operation", () => {
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const { parameters } = described;
      expect(parameters.filter((one) => one.in === "path").map(({ name }) => name)).toEqual(inPath);
      for (const { name, description } of parameters) expect(description, name).toBeDefined();
    });

    it("documents every error under its status, with an example", () => {
      for (const code of errorsOf(operation)) {
        const { status } = ERRORS[code];
        const answer = described.responses[String(status)];
        expect(answer?.description, code).toContain(`\`${code}\``);
        const [type] = Object.keys(answer?.content ?? {});
        const form = operation.errorForm ?? operation.api;
        const isData = form === "data";
        expect(type).toBe(isData ? "application/problem+json" : "application/json");
        const shown = answer?.content?.[type ?? ""]?.examples?.[code]?.value;
        if (form === "rpc") {
          expect(shown).toMatchObject({ jsonrpc: "2.0", id: null, error: { data: { code } } });
        } else if (form === "udf") expect(shown).toMatchObject({ s: "error" });
        else
          expect(shown).toMatchObject(
            isData ? { code, status, title: expect.any(String) } : { code, success: false },
          );
      }
    });

    it("lists every status as a number, including errors of any path", () => {
      // Some generators write a wildcard such as 4XX as a number, which does not compile.
      const statuses = Object.keys(described.responses);
      for (const status of statuses) expect(status).toMatch(/^\d{3}$/);
      expect(described.responses["421"]?.description).toContain("`misdirected_request`");
    });

    it("documents a slow body for every body of JSON, and a refused region in its own form", () => {
      const isJson = described.requestBody?.content["application/json"] !== undefined;
      if (isJson) expect(described.responses["408"]?.description).toContain("`request_timeout`");
      const types = (status: string) => Object.keys(described.responses[status]?.content ?? {});
      expect(types("451")).toEqual(types("500"));
    });

    it("allows fields and codes of later releases in responses", () => {
      for (const [status, response] of Object.entries(described.responses)) {
        const text = JSON.stringify(response.content ?? {});
        expect(text, status).not.toContain('"additionalProperties":false');
        expect(text, status).not.toMatch(/"code":\{"type":"string","enum"/);
      }
    });

    it("shows the examples of the operation", () => {
      const { examples } = operation;
      const media = operation.mediaType ?? "application/json";
      const success = described.responses["200"]?.content?.[media];
      expect(success?.example ?? success?.examples?.usual?.value).toEqual(examples?.response);
      const sent = described.requestBody?.content["application/json"];
      expect(sent?.example ?? sent?.examples?.usual?.value).toEqual(examples?.body);
    });
  });

  it("describes the form of an upload", () => {
    const form = find(OPERATIONS.sendVideo).requestBody?.content["multipart/form-data"];
    expect(form?.schema).toMatchObject({
      properties: { file: { type: "string", format: "binary" } },
      required: ["file"],
    });
  });

  it("describes every field of a launch", () => {
    const launch = OPERATIONS.launchMemecoin;
    const { properties = {} } = z.toJSONSchema(launch.body, {
      io: "input",
      unrepresentable: "any",
    });
    for (const [name, property] of Object.entries(properties)) {
      expect(property, name).toHaveProperty("description");
    }
  });

  it("documents both causes of 503 of the readiness endpoint", () => {
    const answer = find(OPERATIONS.getReadiness).responses["503"];
    expect(answer?.description).toContain("cannot serve reads");
    expect(answer?.content?.["application/json"]?.schema).toHaveProperty("anyOf");
  });

  it("explains every error code in some operation, except those of the request pipeline", () => {
    const all: Operation[] = [OPERATIONS, ACCOUNT_OPERATIONS, ADMIN_OPERATIONS].flatMap((table) =>
      Object.values<Operation>(table),
    );
    const known = new Set<ErrorCode>(all.flatMap((operation) => errorsOf(operation)));
    const elsewhere = ["not_found", "method_not_allowed", "misdirected_request", "region_refused"];
    const codes = Object.keys(ERRORS).filter((code) => !elsewhere.includes(code));
    expect(codes.filter((code) => !new Set<string>(known).has(code))).toEqual([]);
  });
});
