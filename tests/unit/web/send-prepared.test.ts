import { describe, expect, it } from "vitest";
import type { PreparedCalls, PreparedCost } from "@/lib/schemas/prepared-calls";
import { sendPrepared } from "@/lib/web/launch/send-prepared";
import type { TradeSigner } from "@/lib/web/trade/run/trade-signer";

const FROM = "0x1111111111111111111111111111111111111111";
const TO = "0x2222222222222222222222222222222222222222";
const HASH = `0x${"3".repeat(64)}` as const;
const COST: PreparedCost = {
  gas: "21000",
  maxFeePerGasWei: "1",
  feeWei: "21000",
  valueWei: "0",
  totalWei: "21000",
  balanceWei: "21000",
};

const callsOf = (count: number): PreparedCalls => ({
  version: "2.0.0",
  chainId: "0x14a34",
  from: FROM,
  atomicRequired: true,
  calls: Array.from({ length: count }, () => ({ to: TO, data: "0x", value: "0x0" })),
});

/** A wallet that supports batches. @param code with which it refuses them */
function newWallet(code: number | null = null) {
  const requests: string[] = [];
  const signer: TradeSigner = {
    address: FROM,
    async sendTransaction() {
      requests.push("transaction");
      return HASH;
    },
    signPermit: async () => HASH,
    signConsent: async () => HASH,
    batch: {
      isSupported: async () => true,
      async send(calls) {
        requests.push(`batch of ${calls.length}`);
        if (code !== null) throw Object.assign(new Error("Refused"), { code });
        return "batch";
      },
      stateOf: async () => ({ is: "mined", hash: HASH }),
    },
  };
  return { signer, requests };
}

const send = (signer: TradeSigner, count: number, onAsk = () => {}) =>
  sendPrepared(signer, { sendCalls: callsOf(count), cost: COST }, onAsk);

describe("prepared calls", () => {
  it("are a plain transaction if there is one, because a batch would upgrade the account", async () => {
    const { signer, requests } = newWallet();
    expect(await send(signer, 1)).toBe(HASH);
    expect(requests).toEqual(["transaction"]);
  });

  it("are a batch if there are several", async () => {
    const { signer, requests } = newWallet();
    expect(await send(signer, 2)).toBe(HASH);
    expect(requests).toEqual(["batch of 2"]);
  });

  it.each([5700, 5710, 5740, 5750, 5760])(
    "are sent one by one after the wallet has refused the batch with %d",
    async (code) => {
      const { signer, requests } = newWallet(code);
      await send(signer, 2);
      expect(requests).toEqual(["batch of 2", "transaction", "transaction"]);
    },
  );

  it("are not sent again after the user has declined", async () => {
    const { signer, requests } = newWallet(4001);
    await expect(send(signer, 2)).rejects.toThrow("Refused");
    expect(requests).toEqual(["batch of 2"]);
  });

  it("are announced only once it is certain that the wallet gets them", async () => {
    const { signer } = newWallet();
    let announced = 0;
    const onAsk = () => {
      announced += 1;
    };
    await expect(send({ ...signer, address: TO }, 1, onAsk)).rejects.toMatchObject({
      name: "OtherWalletError",
    });
    expect(announced).toBe(0);
    await send(signer, 1, onAsk);
    expect(announced).toBe(1);
  });
});
