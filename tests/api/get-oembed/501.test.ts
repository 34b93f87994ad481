import { expect, inject, it } from "vitest";
import { askOEmbed } from "./fixture";

it.each(["xml", "XML", "yaml", ""])("GET /oembed with the format %j: 501", async (format) => {
  const url = `${inject("baseUrl")}/base-sepolia/0x${"12".repeat(20)}`;
  const { status, headers, body } = await askOEmbed({ url, format });
  expect(status).toBe(501);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(body).toMatchObject({ status: 501, code: "unsupported_format" });
});
