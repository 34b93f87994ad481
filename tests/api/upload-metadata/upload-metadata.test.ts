import { describe, expect, it } from "vitest";
import { launchAccepted } from "@/lib/schemas/launch";
import { metadataAnswer } from "@/lib/schemas/media";
import { newCaller, request } from "../../setup/api";
import { launchBody } from "../../setup/launch-body";
import { readContent } from "../../setup/media/read-content";
import { waitForLaunch } from "../../setup/wait-for-launch";

const PATH = "/api/v1/upload-metadata";
const IMAGE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
const TOKEN = { name: "Meta", symbol: "META", description: "Two\nlines", imageIpfs: IMAGE };
const MISSING = "Missing required fields: name, symbol, description, imageIpfs";

async function upload(body: object) {
  const answer = await request(PATH, { body });
  expect(answer).toMatchObject({ status: 200 });
  return metadataAnswer.parse(answer.body);
}

describe("POST upload-metadata", () => {
  it("stores the document, with the links that were given and no others", async () => {
    const links = { websiteUrl: "https://example.com", twitterUrl: "https://x.com/ada" };
    const { ipfsHash, tokenURI } = await upload({ ...TOKEN, ...links, telegramUrl: "" });
    expect(tokenURI).toBe(`ipfs://${ipfsHash}`);
    const { headers, bytes } = await readContent(ipfsHash);
    expect(headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(bytes.toString())).toEqual({
      name: "Meta",
      symbol: "META",
      description: "Two\nlines",
      image: `ipfs://${IMAGE}`,
      properties: links,
    });
  });

  it("stores the bytes that a launch with the same values stores", async () => {
    const token = { ...TOKEN, name: "Same", websiteUrl: "https://example.com/same" };
    const uploaded = await upload(token);
    const launched = await request("/api/v1/base-sepolia/launch-memecoin", {
      body: launchBody(token),
    });
    expect(launched.status).toBe(200);
    const job = await waitForLaunch(launchAccepted.parse(launched.body).jobId);
    expect(job).toMatchObject({ collectionToken: { tokenURI: uploaded.tokenURI } });
  });

  it("takes an empty description, and unknown fields without a word", async () => {
    await upload({ ...TOKEN, description: "", more: 1 });
  });

  it.each([
    ["nothing", {}],
    ["no name", { ...TOKEN, name: undefined }],
    ["an empty symbol", { ...TOKEN, symbol: "" }],
    ["no description", { ...TOKEN, description: undefined }],
    ["a null image", { ...TOKEN, imageIpfs: null }],
  ])("400 to %s, with the text that clients know", async (_, body) => {
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
  ])("400 to %s, naming the field", async (_, body, path) => {
    const answer = await request(PATH, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "invalid_body", details: [{ path }] });
  });

  it("413 and 415", async () => {
    const long = { ...TOKEN, description: "x".repeat(70_000) };
    expect((await request(PATH, { body: long })).status).toBe(413);
    const headers = { "content-type": "text/plain" };
    expect((await request(PATH, { rawBody: "{}", headers })).status).toBe(415);
  });

  it("429 to the 31st in a minute", async () => {
    const caller = newCaller();
    const answers = [];
    for (let uploads = 0; uploads < 31; uploads += 1) {
      answers.push((await request(PATH, { body: TOKEN, caller })).status);
    }
    expect(answers.toSpliced(-1)).toEqual(Array(30).fill(200));
    expect(answers.at(-1)).toBe(429);
  });
});
