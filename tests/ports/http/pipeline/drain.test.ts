import { expect, it } from "vitest";
import { OPERATIONS } from "@/lib/operations/all";
import { type ErrorForm, errorFormOf, type Operation } from "@/lib/operations/operation";
import { openPipeline } from "../../support/open-pipeline";

const baseUrl = openPipeline({
  next: (_request, response) => response.writeHead(200).end("reached the product"),
  isDraining: () => true,
});

const asked = Object.values(OPERATIONS).map((operation: Operation) => ({
  method: operation.method,
  path: operation.path,
  form: errorFormOf(operation),
}));

/** The error in each format. JSON-RPC uses error codes, UDF only a message. */
const BODIES: Record<ErrorForm, object> = {
  data: { code: "shutting_down" },
  launch: { success: false, code: "shutting_down" },
  account: { success: false, code: "shutting_down" },
  system: { code: "shutting_down" },
  rpc: { error: { message: "Server is shutting down" } },
  udf: { s: "error", errmsg: "Server is shutting down" },
};

it.each(asked)(
  "returns 503 for $method $path while stopping, in the format of its API, and closes the connection",
  async ({ method, path, form }) => {
    const response = await fetch(`${baseUrl()}${path}`, { method });
    expect(response.status).toBe(503);
    expect(response.headers.get("connection")).toBe("close");
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
    expect(isProblem).toBe(form === "data");
    expect(await response.json()).toMatchObject(BODIES[form]);
  },
);
