import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const ADDRESS = `0x${"a1".repeat(20)}`;
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(40, "0")}`).join(
    ",",
  );

describe("GET /v1/names: 400", () => {
  it.each([
    ["without addresses", ""],
    ["with an empty list", "?addresses="],
    ["with text", "?addresses=vitalik.eth"],
    ["with an address that is too short", `?addresses=${ADDRESS.slice(0, -1)}`],
    ["with an empty place in the list", `?addresses=${ADDRESS},,${ADDRESS}`],
    ["with a comma at the end", `?addresses=${ADDRESS},`],
    ["with spaces", `?addresses=${ADDRESS},%20${ADDRESS}`],
    ["with 51 addresses", `?addresses=${many(51)}`],
    ["with a very long list", `?addresses=${many(200)}`],
  ])("%s", async (_, query) => {
    const { status, headers, body } = await request(`/v1/names${query}`);
    expect(status).toBe(400);
    expect(headers.get("content-type")).toContain("application/problem+json");
    expect(body).toMatchObject({ code: "invalid_parameters" });
  });
});
