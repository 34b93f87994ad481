import { type Address, createClient, type Hex, http } from "viem";
import { z } from "zod";
import { unlessAborted } from "@/lib/shared/abort";

/** A check of an RPC URL is trusted this long, unless a request to it fails. */
const TRUSTED_MS = 10_000;
/** A URL of another chain is not queried again before this time. */
const FOREIGN_MS = 2_000;
const TIMEOUT_MS = 5_000;

/** The node behind an RPC URL serves another chain. Nothing it returns may be stored. */
export class ForeignChainError extends Error {
  override readonly name = "ForeignChainError";
  /** EIP-1193 "chain disconnected": viem tries the next URL and does not repeat the request. */
  readonly code = 4_901;
}

/** The node serves the right chain but does not have our contracts. */
export class MissingContractError extends Error {
  override readonly name = "MissingContractError";
}

/** The recorded identity of a chain. */
export type RecordedChain = {
  /** The genesis hash; null before the first use. */
  find(): Promise<Hex | null>;
  /** Records a genesis hash. @returns the recorded one, which another process may have written */
  record(found: Hex): Promise<Hex>;
};

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,13}$/)
  .transform(Number);
const isHash = (value: string): value is Hex => /^0x[0-9a-fA-F]{64}$/.test(value);
const block = z.object({ hash: z.string().toLowerCase().refine(isHash) }).nullable();

/**
 * Checks that RPC URLs serve the right chain before their responses are used. A chain id is not
 * enough: a fork, a test chain and a sandbox have the id of the real chain. So the genesis hash is
 * compared as well.
 * @param options.recorded omitted for a sandbox, whose chain may be created again
 * @param options.contract must have code on the chain before its identity is recorded
 * @param options.onForeign called when a URL turns out to serve another chain
 */
export function createChainGuard(options: {
  chainId: number;
  rpcUrls: readonly string[];
  recorded?: RecordedChain;
  contract?: Address;
  onForeign?: (error: ForeignChainError) => void;
  now?: () => number;
}) {
  const { chainId, rpcUrls, recorded, contract, onForeign, now = Date.now } = options;
  const states = rpcUrls.map((url, index) => ({
    name: `RPC address ${index + 1}`,
    client: createClient({ transport: http(url, { timeout: TIMEOUT_MS, retryCount: 0 }) }),
    hasContract: contract === undefined,
    trustedUntil: 0,
    foreign: null as ForeignChainError | null,
    foreignUntil: 0,
    running: null as Promise<void> | null,
  }));
  type State = (typeof states)[number];

  function stateOf(index: number): State {
    const state = states[index];
    if (state === undefined) throw new Error("no RPC address is configured");
    return state;
  }

  async function requireChainId({ client, name }: State): Promise<void> {
    const found = quantity.parse(await client.request({ method: "eth_chainId" }));
    if (found === chainId) return;
    throw new ForeignChainError(`${name} serves chain ${found}, not ${chainId}`);
  }

  async function readGenesis({ client }: State): Promise<Hex | undefined> {
    const first = await client.request({ method: "eth_getBlockByNumber", params: ["0x0", false] });
    return block.parse(first)?.hash;
  }

  async function requireGenesis(
    state: State,
    recorded: RecordedChain,
    reading: Promise<Hex | undefined>,
  ): Promise<void> {
    const { name } = state;
    const known = await recorded.find();
    const found = await reading;
    if (found === undefined) throw new Error(`${name} does not know its genesis block`);
    const requireSame = (expected: Hex) => {
      if (expected === found) return;
      throw new ForeignChainError(
        `${name} serves another chain with id ${chainId}: its genesis hash is ${found}, not ${expected}`,
      );
    };
    if (known !== null) requireSame(known);
    await requireContract(state);
    if (known === null) requireSame(await recorded.record(found));
  }

  async function requireContract(state: State): Promise<void> {
    if (contract === undefined || state.hasContract) return;
    const params = [contract, "latest"] as const;
    const code = await state.client.request({ method: "eth_getCode", params: [...params] });
    if (code === undefined || code === "0x") {
      throw new MissingContractError(`${state.name} has no contract at ${contract}`);
    }
    state.hasContract = true;
  }

  async function verify(index: number): Promise<void> {
    const state = stateOf(index);
    try {
      const genesis = recorded === undefined ? null : readGenesis(state);
      // A wrong chain id explains more than the outcome of this request.
      genesis?.catch(() => undefined);
      await requireChainId(state);
      if (recorded !== undefined && genesis !== null) {
        await requireGenesis(state, recorded, genesis);
      }
    } catch (error) {
      state.trustedUntil = 0;
      if (!(error instanceof ForeignChainError)) throw error;
      if (state.foreign?.message !== error.message) onForeign?.(error);
      state.foreign = error;
      state.foreignUntil = now() + FOREIGN_MS;
      throw error;
    }
    state.foreign = null;
    state.trustedUntil = now() + TRUSTED_MS;
  }

  return {
    /**
     * Returns when the URL serves the right chain, as of a few seconds ago.
     * @param signal ends the wait, not the check, which callers share
     * @throws ForeignChainError, MissingContractError, and errors of the node
     */
    async check(index: number, signal?: AbortSignal): Promise<void> {
      const state = stateOf(index);
      const at = now();
      if (at < state.trustedUntil) return;
      if (state.foreign !== null && at < state.foreignUntil) throw state.foreign;
      state.running ??= verify(index).finally(() => {
        state.running = null;
      });
      await unlessAborted(state.running, signal);
    },
    /** Same as `check`, but always queries the node: before something that it returned is stored. */
    confirm: (index: number, signal?: AbortSignal): Promise<void> =>
      unlessAborted(verify(index), signal),
    /** After a failed request: the next one is checked again, because another node may answer it. */
    suspect(index: number): void {
      stateOf(index).trustedUntil = 0;
    },
    /** The number of URLs that served another chain when they were last checked. */
    foreign: (): number => states.filter(({ foreign }) => foreign !== null).length,
    /** Checks every URL now. @returns the error of each, null for the right chain */
    checkAll: (): Promise<unknown[]> =>
      Promise.all(
        states.map((_, index) =>
          verify(index).then(
            () => null,
            (error: unknown) => error,
          ),
        ),
      ),
  };
}

export type ChainGuard = ReturnType<typeof createChainGuard>;
