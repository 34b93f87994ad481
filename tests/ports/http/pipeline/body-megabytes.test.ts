import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { z } from "zod";
import { DEFAULT_SETTINGS } from "@/lib/features/settings/rules/settings";
import { action } from "@/lib/http/bind";
import { createWorkLimit } from "@/lib/http/limits/limit-work";
import { nothing, operation } from "@/lib/operations/operation";
import { createLonelyContext, openPipeline } from "../../support/open-pipeline";

const upload = operation({
  id: "upload",
  api: "launch",
  method: "POST",
  path: "/api/v1/upload",
  params: nothing,
  query: nothing,
  body: z.strictObject({}),
  bodyBytesMax: 4 * 1024 * 1024,
  bytesLimit: "imageBytes",
  response: z.strictObject({}),
  limit: null,
  cache: null,
  errors: [],
});

const ctx = createLonelyContext();
const quotas = { imageBytes: 6 };
const parts = {
  ...ctx,
  settings: { ...ctx.settings, current: () => ({ ...DEFAULT_SETTINGS, quotas }) },
};
const baseUrl = openPipeline({
  parts,
  endpoints: [action(upload, async () => ({}))],
  work: createWorkLimit(parts),
});

/** The status line of a request with this header and without a body. */
async function statusOf(header: string): Promise<string | undefined> {
  const { hostname, port, host } = new URL(baseUrl());
  const socket = connect(Number(port), hostname);
  const lines = [`POST ${upload.path} HTTP/1.1`, `Host: ${host}`, "Connection: close", header];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return (await text(socket)).split("\r\n")[0];
}

it("returns 413 for a declared length above the maximum, not the limit of its megabytes", async () => {
  expect(await statusOf("Content-Length: 90000000")).toContain(" 413 ");
});

it("counts a request without a body as little, not as the maximum", async () => {
  for (let sent = 0; sent < 2; sent += 1) {
    expect(await statusOf("Content-Type: application/json")).toContain(" 400 ");
  }
});
