import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/upload-metadata";
const IMAGE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
const TOKEN = { name: "Meta", symbol: "META", description: "Two\nlines", imageIpfs: IMAGE };

describe("POST upload-metadata", () => {
  it("returns 413 for a body over the limit and 415 for another content type", async () => {
    const long = { ...TOKEN, description: "x".repeat(70_000) };
    expect((await request(PATH, { body: long })).status).toBe(413);
    const headers = { "content-type": "text/plain" };
    expect((await request(PATH, { rawBody: "{}", headers })).status).toBe(415);
  });
});
