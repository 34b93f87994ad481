import { describe, expect, it } from "vitest";
import { readEnv } from "@/lib/env";
import { notesOf } from "@/sandbox/backup/main";

const taken = { hasSecrets: false, sandboxChains: [], bucket: null };
const notesWith = (variables: Record<string, string>, bucket: string | null = null) =>
  notesOf({ ...taken, bucket }, readEnv(variables)).join("\n");
const KUBO = { KUBO_RPC_URL: "http://kubo:5001" };
const CLOUDFLARE = {
  CLOUDFLARE_ACCOUNT_ID: "account",
  CLOUDFLARE_STREAM_TOKEN: "str3am-token",
  CLOUDFLARE_STREAM_WEBHOOK_SECRET: "webh00k-secret",
};

describe("the notes of a backup", () => {
  it("say what only the IPFS provider has", () => {
    expect(notesWith({})).not.toContain("metadata");
    expect(notesWith(KUBO)).toContain("that only Kubo has: those of releases before copies");
    expect(notesWith({ PINATA_JWT: "jwt" })).toContain("that only Pinata has");
    const alone = "It does not contain images and metadata: only Kubo has them.";
    expect(notesWith({ ...KUBO, ...CLOUDFLARE })).toContain(alone);
  });

  it("name the bucket that has the copies", () => {
    expect(notesWith(KUBO, "uploads")).toContain("It does not contain the bucket uploads.");
  });
});
