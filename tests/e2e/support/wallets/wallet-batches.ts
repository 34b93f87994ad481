import { type Hex, numberToHex } from "viem";

/** The batches of a wallet (EIP-5792). Each holds one call here, which it sends as a transaction. */
export class WalletBatches {
  /** The status that the wallet returns for all batches; null for the true one. */
  told: number | null = null;
  readonly #hashes = new Map<string, Hex>();

  capabilities(chainId: number) {
    return { [numberToHex(chainId)]: { atomic: { status: "supported" } } };
  }

  /** @returns the id of a batch that was sent in this transaction */
  note(hash: Hex): string {
    const id = `batch-${this.#hashes.size + 1}`;
    this.#hashes.set(id, hash);
    return id;
  }

  /** @param receiptOf reads the receipt of a transaction from the chain */
  async statusOf(id: string, chainId: number, receiptOf: (hash: Hex) => Promise<unknown>) {
    const facts = { version: "2.0.0", id, chainId: numberToHex(chainId), atomic: true };
    const hash = this.#hashes.get(id);
    if (hash === undefined) throw new Error(`No batch has the id ${id}`);
    if (this.told !== null) return { ...facts, status: this.told };
    return { ...facts, status: 200, receipts: [await receiptOf(hash)] };
  }
}
