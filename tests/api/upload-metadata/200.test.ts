import { describe, expect, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { metadataAnswer } from "@/lib/features/media/schema";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { waitForLaunch } from "../../setup/api/wait-for-launch";
import { readContent } from "../../setup/media/read-content";

const PATH = "/api/v1/upload-metadata";
const IMAGE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
const TOKEN = { name: "Meta", symbol: "META", description: "Two\nlines", imageIpfs: IMAGE };

async function upload(body: object) {
  const answer = await request(PATH, { body });
  expect(answer).toMatchObject({ status: 200 });
  return metadataAnswer.parse(answer.body);
}

describe("POST upload-metadata", () => {
  it("stores the document with only the links that were sent", async () => {
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

  it("accepts an empty description and ignores unknown fields", async () => {
    await upload({ ...TOKEN, description: "", more: 1 });
  });
});
