import fc from "fast-check";
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  getAbiItem,
  type Hex,
  pad,
  toHex,
} from "viem";
import { describe, expect, it } from "vitest";
import { CORE_ROLES, decodeLog } from "@/lib/indexer/decode/decode-log";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";

const at = (n: bigint | number): Address => pad(toHex(n), { size: 20 });
const core = { launchpad: at(1), launchHook: at(2), feeStream: at(3), managerFactory: at(4) };
const roles = new Map(CORE_ROLES.map((role) => [core[role], role]));
const TOKEN = at(5);
const options = {
  roles,
  isToken: (address: Address) => address === TOKEN,
  isManager: () => false,
  time: 7,
};
const place = { block: 12, blockHash: pad("0x1"), logIndex: 3, txHash: pad("0x2") } as const;
const position = { block: 12, logIndex: 3, time: 7, txHash: place.txHash };

const int = (bits: number) =>
  fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n });
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const address = uint(160).map(at);
const topicsOf = (topics: readonly (Hex | Hex[] | null)[]) =>
  topics.flatMap((topic) => (typeof topic === "string" ? [topic] : []));

/** Encodes with viem's general encoder for the decoder under test. */
describe("log decoding", () => {
  it("decodes the words and signs of a swap by its ABI", () => {
    const inputs = getAbiItem({ abi: launchHookAbi, name: "TokenSwap" }).inputs.filter(
      ({ indexed }) => !indexed,
    );
    const swap = fc.record({
      poolId: uint(256).map((n) => pad(toHex(n))),
      sender: address,
      ethToPoolWei: int(128),
      tokenToPoolWei: int(128),
      feeWei: uint(128),
      creatorFeeWei: uint(128),
      referralWei: uint(128),
      sqrtPriceX96: uint(160),
      tick: int(24).map(Number),
    });
    fc.assert(
      fc.property(swap, (values) => {
        const { poolId, sender, tick, ...amounts } = values;
        const topics = encodeEventTopics({
          abi: launchHookAbi,
          eventName: "TokenSwap",
          args: { poolId, sender },
        });
        const data = encodeAbiParameters(inputs, [
          amounts.ethToPoolWei,
          amounts.tokenToPoolWei,
          amounts.feeWei,
          amounts.creatorFeeWei,
          amounts.sqrtPriceX96,
          tick,
          amounts.referralWei,
        ]);
        const log = { ...place, address: core.launchHook, topics: topicsOf(topics), data };
        expect(decodeLog(log, options)).toEqual({
          ...position,
          kind: "swap",
          trader: null,
          ...values,
        });
      }),
    );
  });

  it("decodes a transfer by its ABI", () => {
    fc.assert(
      fc.property(address, address, uint(256), (from, to, amountWei) => {
        const topics = encodeEventTopics({
          abi: launchTokenAbi,
          eventName: "Transfer",
          args: { from, to },
        });
        const data = encodeAbiParameters([{ type: "uint256" }], [amountWei]);
        const log = { ...place, address: TOKEN, topics: topicsOf(topics), data };
        expect(decodeLog(log, options)).toEqual({
          ...position,
          kind: "transfer",
          token: TOKEN,
          from,
          to,
          amountWei,
        });
      }),
    );
  });

  it.each([
    ["too few words", pad("0x1"), 3, "0x"],
    ["too many", pad("0x1"), 3, `0x${"00".repeat(64)}`],
    ["a topic that is no address", pad("0x1", { dir: "right" }), 3, pad("0x1")],
    ["too few topics", pad("0x1"), 2, pad("0x1")],
  ] as const)("rejects a transfer with %s", (_, from, count, data) => {
    const [first] = topicsOf(encodeEventTopics({ abi: launchTokenAbi, eventName: "Transfer" }));
    if (first === undefined) throw new Error("no topic");
    const topics = [first, from, pad("0x2")].slice(0, count);
    expect(() => decodeLog({ ...place, address: TOKEN, topics, data }, options)).toThrow(
      /log|topics/,
    );
  });

  it("ignores contracts and tokens of other deployments", () => {
    const topics = topicsOf(
      encodeEventTopics({
        abi: launchTokenAbi,
        eventName: "Transfer",
        args: { from: at(8), to: at(9) },
      }),
    );
    const log = { ...place, address: at(6), topics, data: pad("0x1") };
    expect(decodeLog(log, options)).toBeNull();
  });
});
