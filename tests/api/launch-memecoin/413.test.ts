import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { sendRaw } from "../../setup/api/send-raw";

const PATH = "/api/v1/base-sepolia/launch-memecoin";
const OVER_LIMIT = launchBody({ description: "x".repeat(70_000) });
const REFUSED = {
  status: 413,
  text: expect.stringMatching(/"success":false.*"code":"payload_too_large"/),
};
const post = (headers: Record<string, string>, bytes: string) =>
  sendRaw({
    path: PATH,
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    write: (send) => send(bytes),
  });

describe("POST launch-memecoin: 413", () => {
  it("returns 413 for a body over the limit", async () => {
    expect(await request(PATH, { body: OVER_LIMIT })).toMatchObject(REFUSED);
  });

  it("returns 413 for a body over the limit before it has arrived", async () => {
    expect(await post({ "content-length": "10000000" }, "{")).toMatchObject(REFUSED);
  });

  it("returns 413 for a body over the limit without Content-Length", async () => {
    const chunked = { "transfer-encoding": "chunked" };
    expect(await post(chunked, JSON.stringify(OVER_LIMIT))).toMatchObject(REFUSED);
  });
});
