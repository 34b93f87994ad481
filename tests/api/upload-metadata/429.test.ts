import { describe, expect, it } from "vitest";
import { newCaller, request } from "../../setup/api/api";

const PATH = "/api/v1/upload-metadata";
const IMAGE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
const TOKEN = { name: "Meta", symbol: "META", description: "Two\nlines", imageIpfs: IMAGE };

describe("POST upload-metadata", () => {
  it("rejects the 31st upload within a minute with 429", async () => {
    const caller = newCaller();
    const answers = [];
    for (let uploads = 0; uploads < 31; uploads += 1) {
      answers.push((await request(PATH, { body: TOKEN, caller })).status);
    }
    expect(answers.toSpliced(-1)).toEqual(Array(30).fill(200));
    expect(answers.at(-1)).toBe(429);
  });
});
