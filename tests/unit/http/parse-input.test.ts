import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fieldsOf } from "@/lib/http/input/ignored-parameters";
import { parseAddress, parseInput } from "@/lib/http/input/parse-input";
import { inputSchema } from "@/lib/openapi/to-json-schema";
import { OPERATIONS } from "@/lib/operations/all";
import { isBodyOptional, type Operation } from "@/lib/operations/operation";
import { CHAIN_SLUGS } from "@/lib/shared/chains";

const CID = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";

const ADDRESSED = { chain: "base", tokenAddress: `0x${"1".repeat(40)}` };

const idsOf = (operations: readonly Operation[]) => operations.map(({ id }) => id);

function find(id: string): Operation {
  const found = Object.values(OPERATIONS).find((one) => one.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

/** The error of a request with this query or JSON body. */
function refusal(id: string, input: { query?: string; body?: unknown }) {
  return refusalOf(find(id), input);
}

async function refusalOf(
  operation: Operation,
  { query = "", body }: { query?: string; body?: unknown },
) {
  const bytes = body === undefined ? null : new Blob([JSON.stringify(body)]).stream();
  const headers = new Headers({ "content-type": "application/json", "content-length": "2" });
  const request = { method: operation.method, headers, body: bytes };
  const parsed = parseInput(operation, request, { chain: "base" }, new URLSearchParams(query));
  return parsed.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/** Fails where each parameter is looked up among all others, which takes seconds in a long URL. */
class OnePass extends URLSearchParams {
  override getAll(): string[] {
    throw new Error("all parameters are searched for one of them");
  }
}

describe("the input of a request", () => {
  it("reads thousands of parameters in one pass", () => {
    const names = Array.from({ length: 4_000 }, (_, i) => `x${i}`);
    const search = new OnePass(`${names.join("&")}&limit=7&x0&x0`);
    const { query } = parseAddress(find("listTokens"), { chain: "base" }, search);
    expect(query).toMatchObject({ limit: 7, offset: 0 });
  });

  it("passes every documented parameter to its schema", () => {
    for (const { id, query } of Object.values(OPERATIONS)) {
      const documented = Object.keys(inputSchema(query).properties ?? {});
      expect(fieldsOf(query).toSorted(), id).toEqual(documented.toSorted());
    }
  });

  it.each(["_=%00", "cb=%E2%80%8E", "a%00=1", "b%E2%80%8E=1", "_=%ED%A0%80", "__proto__=%00"])(
    "ignores %s, which the operation does not define",
    (unknown) => {
      const search = new URLSearchParams(`${unknown}&limit=7`);
      const { query } = parseAddress(find("listTokens"), { chain: "base" }, search);
      expect(query).toMatchObject({ limit: 7 });
    },
  );

  it.each(["%00", "a%E2%80%8Eb", "a%0Ab"])("rejects %s in a parameter that it defines", (value) => {
    const search = new URLSearchParams(`q=${value}`);
    expect(() => parseAddress(find("searchTokens"), { chain: "base" }, search)).toThrow(/^q: must/);
  });

  it.each([
    ["a text with a control character", { note: "\0" }],
    ["a deep text with one", { note: { deep: ["a\f"] } }],
    ["a name with one", { "a\0": 1 }],
    ["a text with a bidirectional override", { note: "\u202e" }],
    ["a lone surrogate", { note: "\ud800" }],
    ["a name of every object", JSON.parse('{"__proto__": "\\u0000"}')],
  ])("ignores a field of a body that the operation does not define: %s", async (_what, unknown) => {
    const metadata = { name: "Fuzz", symbol: "FUZZ", description: "", imageIpfs: CID };
    expect(await refusal("uploadMetadata", { body: { ...metadata, ...unknown } })).toBeNull();
    expect(await refusal("uploadVideo", { body: unknown })).toBeNull();
    const manager = { recipientEmail: "ada@example.com", protocolFee: "abc" };
    expect(await refusal("createRevenueManager", { body: { ...manager, ...unknown } })).toMatch(
      /^Invalid protocol fee/,
    );
  });

  it("rejects unsafe text at any depth of a field that the operation defines, and of a strict body", async () => {
    const recipients = [{ type: "email", id: "ada@example.com", "a\0": 1 }];
    const body = { recipients, ownerAddress: `0x${"1".repeat(40)}` };
    expect(await refusal("createFeeSplitManager", { body })).toMatch(
      /^recipients.0: field name must not/,
    );
    const call = { jsonrpc: "2.0", id: 1, method: "eth_chainId", note: "\0" };
    expect(await refusal("relayRpc", { body: call })).toMatch(/^note: must not/);
    const strict = { ...find("uploadMetadata"), body: z.strictObject({}) };
    expect(await refusalOf(strict, { body: { note: "\0" } })).toMatch(/^note: must not/);
  });

  it("reads an offset past every list as the largest one", () => {
    for (const id of ["listTokens", "listNewTokens", "listHolders"]) {
      for (const offset of ["999999999", "1000000000", "9".repeat(100)]) {
        const { query } = parseAddress(find(id), ADDRESSED, new URLSearchParams({ offset }));
        expect(query).toMatchObject({ offset: 999_999_999 });
      }
    }
  });

  it("needs no body where every field is optional: only where no cookie counts", () => {
    const posts = Object.values(OPERATIONS).filter(
      ({ bodyBytesMax, form }) => bodyBytesMax > 0 && form === undefined,
    );
    expect(idsOf(posts.filter(isBodyOptional))).toEqual(["uploadVideo"]);
  });

  it("does not recommend a chain that this server may not support", () => {
    for (const id of ["listTokens", "launchMemecoin"]) {
      const { params } = find(id);
      const message = params.safeParse({ chain: "ethereum" }).error?.issues[0]?.message ?? "";
      expect(message).toMatch(/^Unsupported chain/);
      expect(CHAIN_SLUGS.filter((slug) => message.includes(slug))).toEqual([]);
    }
  });

  it.each([
    ["getVideoStatus", { query: "" }, "uid: is required"],
    ["listTokens", { query: "limit=5&limit=6" }, "limit: must be one value"],
    ["listTokens", { query: "limit=1.5" }, "limit: must be a whole number"],
    [
      "createFeeSplitManager",
      {
        body: { recipients: [{ type: "github", id: "ada" }], ownerAddress: `0x${"1".repeat(40)}` },
      },
      "recipients: Invalid fee split recipient type: github. Use one of wallet, email, twitter, farcaster",
    ],
  ])("%s explains in plain words: %j", async (id, input, text) => {
    expect(await refusal(id, input)).toBe(text);
  });
});
