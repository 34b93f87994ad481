import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/upload-metadata";
const IMAGE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
const TOKEN = { name: "Meta", symbol: "META", description: "Two\nlines", imageIpfs: IMAGE };
const MISSING = "Missing required fields: name, symbol, description, imageIpfs";

describe("POST upload-metadata", () => {
  it.each([
    ["nothing", {}],
    ["no name", { ...TOKEN, name: undefined }],
    ["an empty symbol", { ...TOKEN, symbol: "" }],
    ["no description", { ...TOKEN, description: undefined }],
    ["a null image", { ...TOKEN, imageIpfs: null }],
  ])("returns 400 for %s, with the error text that clients expect", async (_, body) => {
    const answer = await request(PATH, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, error: MISSING, code: "missing_fields" });
  });

  it.each([
    ["a long name", { ...TOKEN, name: "x".repeat(65) }, "name"],
    ["a long symbol", { ...TOKEN, symbol: "NINECHARS" }, "symbol"],
    ["a newline in the name", { ...TOKEN, name: "a\nb" }, "name"],
    ["a bidi override", { ...TOKEN, description: "a\u202eb" }, "description"],
    ["a long description", { ...TOKEN, description: "x".repeat(2_001) }, "description"],
    ["another scheme", { ...TOKEN, imageIpfs: `ipns://${IMAGE}` }, "imageIpfs"],
    ["no CID", { ...TOKEN, imageIpfs: "hello" }, "imageIpfs"],
    ["a script as a link", { ...TOKEN, websiteUrl: "javascript:alert(1)" }, "websiteUrl"],
  ])("returns 400 for %s and names the field", async (_, body, path) => {
    const answer = await request(PATH, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "invalid_body", details: [{ path }] });
  });
});
