import { expect, it } from "vitest";
import { HEALTH_EXAMPLES, LIVENESS_EXAMPLES } from "@/lib/features/system/examples";
import { read } from "@/lib/http/bind";
import { OPERATIONS } from "@/lib/operations/all";
import { type ErrorForm, errorFormOf, type Operation } from "@/lib/operations/operation";
import { openPipeline } from "../../support/open-pipeline";

const { getLiveness, getHealth } = OPERATIONS;
const probes = [
  read(getLiveness, async () => getLiveness.response.parse(LIVENESS_EXAMPLES.response)),
  read(getHealth, async () => getHealth.response.parse(HEALTH_EXAMPLES.response)),
];
const baseUrl = openPipeline({
  endpoints: probes,
  next: (_request, response) => response.writeHead(200).end("reached the product"),
  isDraining: () => true,
});

const served = probes.map(({ operation }): string => operation.id);
const refused = Object.values<Operation>(OPERATIONS).filter(({ id }) => !served.includes(id));
const asked = refused.map((operation) => ({
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

it.each(probes)(
  "returns 200 for $operation.path while stopping, so that no supervisor ends the process early",
  async ({ operation }) => {
    const response = await fetch(`${baseUrl()}${operation.path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("connection")).toBe("close");
  },
);
