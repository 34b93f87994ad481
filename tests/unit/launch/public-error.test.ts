import { HttpRequestError } from "viem";
import { describe, expect, it } from "vitest";
import { markFinal, publicTextOf } from "@/inngest/final-errors";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import { annotateSubmittedError, publicErrorOf } from "@/lib/features/launch/rules/launch-job";
import { renderEvent } from "@/lib/features/webhooks/render-event";
import { AppError } from "@/lib/shared/errors";

const HASH = `0x${"5e".repeat(32)}`;
const ofNode = new HttpRequestError({ url: "https://node.example/v2/SECRETKEY", body: {} });
const ofDatabase = "Failed query: select $1\nparams: SECRETKEY";

describe("the public text of a failed launch", () => {
  it("is that of our errors only", async () => {
    expect(publicTextOf(ofNode)).toBeNull();
    expect(publicTextOf(new AppError("unsupported_chain", "Not here"))).toBe("Not here");
    const final = await markFinal(() => Promise.reject(new CallRevertedError(null, {}))).catch(
      (error: Error) => error,
    );
    expect(final && publicTextOf(final)).toBe("The contract reverted");
  });

  it.each([
    ["a node", ofNode.message],
    ["the database", ofDatabase],
  ])("hides what an earlier release stored of %s, and keeps the hash", (_, stored) => {
    expect(publicErrorOf(stored)).toBe(
      "The chain or another service did not respond. Nothing was sent.",
    );
    const submitted = publicErrorOf(annotateSubmittedError(stored, HASH));
    expect(submitted).not.toContain("SECRETKEY");
    expect(submitted).toContain(`Transaction was submitted (${HASH})`);
  });

  it("is the stored one otherwise", () => {
    const text = annotateSubmittedError("The transaction reverted", HASH);
    expect(publicErrorOf(text)).toBe(text);
  });

  it("is hidden in webhooks as well", () => {
    const token = { $address: `\\x${"8b".repeat(20)}` };
    const event = renderEvent({
      id: `msg_${"0".repeat(32)}`,
      kind: "launch.failed",
      createdAt: new Date(0),
      data: {
        chain: "base",
        state: "failed",
        tokenAddress: token,
        creator: token,
        name: "First",
        symbol: "ONE",
        transactionHash: null,
        error: ofNode.message,
      },
    });
    expect(JSON.stringify(event)).not.toContain("SECRETKEY");
  });
});
