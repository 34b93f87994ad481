import type { Page } from "playwright/test";
import {
  type Address,
  BaseError,
  createPublicClient,
  createWalletClient,
  type Hex,
  hexToBigInt,
  hexToNumber,
  http,
  isAddressEqual,
  keccak256,
  numberToHex,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { receiptOf } from "@/tests/setup/chain/receipt-of";
import { createLatch } from "../../../setup/create-latch";
import type { WalletBatches } from "./wallet-batches";

const hex = z.string().refine((value): value is Hex => /^0x[0-9a-fA-F]*$/.test(value));
const call = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) });
const transaction = z.object({ to: hex, data: hex, value: hex.default("0x0"), gas: hex });
const chainParameter = z.object({ chainId: hex });
const batch = z.object({ calls: z.array(transaction.partial({ gas: true })).length(1) });
const personalMessage = z.tuple([hex, hex]);
const typedData = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
});

const BATCH_GAS = 2_000_000n;

/** An EIP-1193 error in the form that crosses from Node into the page. */
type Answer = { result: unknown } | { code: number; message: string };

/**
 * A wallet extension that announces itself by EIP-6963 and implements EIP-1193. Its key is in this
 * process; it sends transactions to the node instead of the service.
 */
export class InjectedWallet {
  account = privateKeyToAccount(generatePrivateKey());
  /** Methods that the page requested, except plain reads. */
  readonly requests: string[] = [];
  /** Set in a wallet that takes batches of calls. */
  batches: WalletBatches | null = null;
  #chainId: number;
  #isConnected = false;
  #refusals = new Set<string>();
  #answers = new Map<string, Answer>();
  #held = new Map<string, () => Promise<void>>();
  #page: Page | null = null;
  #isStarving = false;
  #isDropping = false;
  #beforeSending: () => Promise<void> = async () => {};

  /** @param rdns by which the extension is known */
  constructor(
    private readonly rpcUrl: string,
    chainId: number,
    readonly name = "Harbour Wallet",
    private readonly rdns = "test.harbour",
  ) {
    this.#chainId = chainId;
  }

  /** The user chooses another account, which the site may use too. */
  async switchAccount(): Promise<void> {
    this.account = privateKeyToAccount(generatePrivateKey());
    const accounts = [this.account.address];
    await this.#page?.evaluate((all) => window.harbourEmit("accountsChanged", all), accounts);
  }

  /** The user declines the next request of this method. */
  refuseNext(method: string): void {
    this.#refusals.add(method);
  }

  /** The wallet gives this answer to the next request of this method, and does nothing. */
  answerNext(method: string, answer: Answer): void {
    this.#answers.set(method, answer);
  }

  /** Runs while the user reviews the next transaction. */
  beforeSending(work: () => Promise<void>): void {
    this.#beforeSending = async () => {
      this.#beforeSending = async () => {};
      await work();
    };
  }

  /** The next transaction is sent with too little gas, so it reverts. */
  starveNext(): void {
    this.#isStarving = true;
  }

  /** The next transaction never reaches the network. */
  dropNext(): void {
    this.#isDropping = true;
  }

  /** The wallet answers the next request of this method only after `release`. */
  holdNext(method: string): { arrived: Promise<void>; release: () => void } {
    const arrived = createLatch();
    const released = createLatch();
    this.#held.set(method, () => {
      arrived.open();
      return released.opened;
    });
    return { arrived: arrived.opened, release: released.open };
  }

  /** Injects the wallet into a page and everything that it loads afterwards. */
  async install(page: Page): Promise<void> {
    this.#page = page;
    await page.exposeFunction("harbourWallet", (request: unknown) => this.answer(request));
    await page.addInitScript(
      ([name, rdns]) => {
        const listeners = new Map<string, Set<(value: unknown) => void>>();
        const provider = {
          async request(sent: unknown) {
            const answer = await window.harbourWallet(sent);
            if ("result" in answer) return answer.result;
            throw Object.assign(new Error(answer.message), { code: answer.code });
          },
          on(event: string, listener: (value: unknown) => void) {
            listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
          },
          removeListener(event: string, listener: (value: unknown) => void) {
            listeners.get(event)?.delete(listener);
          },
        };
        window.harbourEmit = (event, value) => {
          for (const listener of listeners.get(event) ?? []) listener(value);
        };
        const icon = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
        const info = {
          uuid: "7f2b6a3e-1111-4222-8333-444455556666",
          name,
          icon,
          rdns,
        };
        const detail = Object.freeze({ info, provider });
        const announce = () =>
          window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
        window.addEventListener("eip6963:requestProvider", announce);
        announce();
      },
      [this.name, this.rdns] as const,
    );
  }

  /** The user spends all but this amount outside the page. */
  async spendAllBut(leftWei: bigint, to: Address): Promise<void> {
    const transport = http(this.rpcUrl);
    const reader = createPublicClient({ transport });
    const wallet = createWalletClient({ account: this.account, transport });
    const balance = await reader.getBalance({ address: this.account.address });
    const hash = await wallet.sendTransaction({ to, value: balance - leftWei, chain: null });
    await receiptOf(reader, hash);
  }

  /** The wallet's transactions in blocks. */
  minedCount(): Promise<number> {
    const reader = createPublicClient({ transport: http(this.rpcUrl) });
    return reader.getTransactionCount({ address: this.account.address });
  }

  /** Executes a page's request, or declines it. */
  async answer(request: unknown): Promise<Answer> {
    const { method, params } = call.parse(request);
    if (!method.startsWith("eth_get")) this.requests.push(method);
    const wait = this.#held.get(method);
    this.#held.delete(method);
    await wait?.();
    if (this.#refusals.delete(method)) {
      return { code: 4001, message: "User rejected the request." };
    }
    const answer = this.#answers.get(method);
    if (answer !== undefined) {
      this.#answers.delete(method);
      return answer;
    }
    try {
      return { result: await this.#do(method, params) };
    } catch (error) {
      // Wallets forward the node's error.
      const message = error instanceof BaseError ? error.details : String(error);
      return { code: -32_603, message };
    }
  }

  async #do(method: string, params: unknown[]): Promise<unknown> {
    const transport = http(this.rpcUrl);
    switch (method) {
      case "eth_requestAccounts":
        this.#isConnected = true;
        return [this.account.address];
      case "eth_accounts":
        return this.#isConnected ? [this.account.address] : [];
      case "eth_chainId":
        return numberToHex(this.#chainId);
      case "wallet_switchEthereumChain": {
        const { chainId } = chainParameter.parse(params[0]);
        this.#chainId = hexToNumber(chainId);
        await this.#page?.evaluate((id) => window.harbourEmit("chainChanged", id), chainId);
        return null;
      }
      case "personal_sign": {
        const [raw, signer] = personalMessage.parse(params);
        if (!isAddressEqual(signer, this.account.address)) throw new Error("No account of mine");
        return this.account.signMessage({ message: { raw } });
      }
      case "eth_signTypedData_v4": {
        const { domain, types, primaryType, message } = typedData.parse(
          JSON.parse(z.string().parse(params[1])),
        );
        return this.account.signTypedData({ domain, types, primaryType, message });
      }
      case "eth_sendTransaction": {
        await this.#beforeSending();
        const { to, data, value, gas } = transaction.parse(params[0]);
        const wallet = createWalletClient({ account: this.account, transport });
        const limit = this.#isStarving ? hexToBigInt(gas) / 2n : hexToBigInt(gas);
        this.#isStarving = false;
        const order = { to, data, value: hexToBigInt(value), gas: limit };
        if (this.#isDropping) {
          this.#isDropping = false;
          const request = await wallet.prepareTransactionRequest({ ...order, chain: null });
          return keccak256(await wallet.signTransaction({ ...request, chain: null }));
        }
        return wallet.sendTransaction({ ...order, chain: null });
      }
      case "wallet_getCapabilities":
        if (this.batches === null) throw new Error("No batches");
        return this.batches.capabilities(this.#chainId);
      case "wallet_sendCalls": {
        if (this.batches === null) throw new Error("No batches");
        const { calls } = batch.parse(params[0]);
        const wallet = createWalletClient({ account: this.account, transport });
        const [call] = calls;
        if (call === undefined) throw new Error("An empty batch");
        const { to, data, value } = call;
        const order = { to, data, value: hexToBigInt(value), gas: BATCH_GAS, chain: null };
        return { id: this.batches.note(await wallet.sendTransaction(order)) };
      }
      case "wallet_getCallsStatus": {
        if (this.batches === null) throw new Error("No batches");
        const reader = createPublicClient({ transport });
        return this.batches.statusOf(z.string().parse(params[0]), this.#chainId, (hash) =>
          reader.request({ method: "eth_getTransactionReceipt", params: [hash] }),
        );
      }
      default: {
        const reader = createPublicClient({ transport });
        const ask: (request: { method: string; params: unknown[] }) => Promise<unknown> =
          reader.transport.request;
        return ask({ method, params });
      }
    }
  }
}

declare global {
  interface Window {
    harbourWallet: (
      request: unknown,
    ) => Promise<{ result: unknown } | { code: number; message: string }>;
    harbourEmit: (event: string, value: unknown) => void;
  }
}
