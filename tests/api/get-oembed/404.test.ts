import { describe, expect, inject, it } from "vitest";
import { request } from "../../setup/api/api";
import { askOEmbed } from "./fixture";

const NOBODY = `0x${"12".repeat(20)}`;
const PATH = `/base-sepolia/${NOBODY}`;

describe("GET /oembed: 404", () => {
  it("for a token that does not exist", async () => {
    const { status, headers, body } = await askOEmbed({ url: inject("baseUrl") + PATH });
    expect(status).toBe(404);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(body).toMatchObject({ code: "token_not_found" });
  });

  it.each<[string, (origin: string) => string]>([
    ["another site", () => `https://evil.example${PATH}`],
    ["another port", (origin) => `${origin.replace(/:\d+$/, ":1")}${PATH}`],
    ["another protocol", (origin) => `${origin.replace("http:", "https:")}${PATH}`],
    ["this site as a user name", (origin) => `${origin}@evil.example${PATH}`],
    ["this site with a user name", (origin) => `${origin.replace("//", "//me@")}${PATH}`],
    ["this site as a subdomain", (origin) => `${origin}.evil.example${PATH}`],
    ["a script", () => `javascript:alert(1)//${PATH}`],
    ["a document", () => `data:text/html,${PATH}`],
    ["no URL", () => PATH],
    ["the start page", (origin) => origin],
    ["a chain's page", (origin) => `${origin}/base-sepolia`],
    ["an unknown chain", (origin) => `${origin}/mainnet/${NOBODY}`],
    ["a name of every object as the chain", (origin) => `${origin}/constructor/${NOBODY}`],
    ["a short address", (origin) => `${origin}/base-sepolia/0x12`],
    ["a page below", (origin) => `${origin}${PATH}/embed/more`],
    ["an encoded path", (origin) => `${origin}${PATH}/%65mbed`],
    ["the API", (origin) => `${origin}/v1/base-sepolia/tokens/${NOBODY}`],
  ])("for %s", async (_, urlOf) => {
    const { status, body } = await askOEmbed({ url: urlOf(inject("baseUrl")) });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "not_found" });
  });

  it("for a path below the endpoint", async () => {
    expect((await request("/oembed/more")).status).toBe(404);
  });
});
