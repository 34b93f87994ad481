import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const URL_OF_TOKEN = encodeURIComponent(`http://localhost/base-sepolia/0x${"12".repeat(20)}`);

describe("GET /oembed: 400", () => {
  it.each([
    ["without a URL", "", "url"],
    ["with an empty URL", "?url=", "url"],
    ["with a URL that is too long", `?url=${"x".repeat(2_049)}`, "url"],
    ["with a width of nothing", `?url=${URL_OF_TOKEN}&maxwidth=0`, "maxwidth"],
    ["with a width that is no number", `?url=${URL_OF_TOKEN}&maxwidth=wide`, "maxwidth"],
    ["with a negative height", `?url=${URL_OF_TOKEN}&maxheight=-1`, "maxheight"],
    ["with a huge height", `?url=${URL_OF_TOKEN}&maxheight=1000000`, "maxheight"],
  ])("%s", async (_, query, path) => {
    const { status, headers, body } = await request(`/oembed${query}`);
    expect(status).toBe(400);
    expect(headers.get("content-type")).toContain("application/problem+json");
    expect(body).toMatchObject({ code: "invalid_parameters", errors: [{ path }] });
  });
});
