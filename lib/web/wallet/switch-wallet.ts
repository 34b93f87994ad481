import { ChainMismatchError } from "viem";
import { addChain, getChainId, switchChain } from "viem/actions";
import { switchChain as followSwitch, getConnection, getConnectorClient } from "wagmi/actions";
import { codeOf, layersOf, textOf } from "../trade/error-layers";
import { untilReconnected, type Wagmi } from "./wagmi";

/** A remote wallet may switch a moment after its answer. */
const SWITCH_MS = 3_000;
const PAUSE_MS = 100;

/**
 * Requests the connected wallet to switch to a chain, and to add it if it lacks it. Unlike wagmi's own
 * action, it does not wait for an event that a wallet never emits if it responds without a switch.
 * @throws ChainMismatchError when the wallet responded and is still on another chain; errors of the
 * wallet
 */
export async function switchWallet(wagmi: Wagmi, chainId: number): Promise<void> {
  await untilReconnected();
  const chain = wagmi.chains.find(({ id }) => id === chainId);
  if (chain === undefined) throw new TypeError(`no chain has the id ${chainId}`);
  const client = await getConnectorClient(wagmi, { assertChainId: false });
  try {
    await switchChain(client, { id: chainId });
  } catch (error) {
    if (!lacksChain(error)) throw error;
    await addChain(client, { chain });
    await switchChain(client, { id: chainId });
  }
  const until = performance.now() + SWITCH_MS;
  let currentChainId = await getChainId(client);
  while (currentChainId !== chainId) {
    if (performance.now() > until) throw new ChainMismatchError({ chain, currentChainId });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    currentChainId = await getChainId(client);
  }
  // Some wallets switch without emitting the event for wagmi.
  if (getConnection(wagmi).chainId !== chainId) await followSwitch(wagmi, { chainId });
}

/** Wallets report a chain that they do not know by its code, at any depth, or in words only. */
function lacksChain(error: unknown): boolean {
  return layersOf(error).some(
    (layer) => codeOf(layer) === 4902 || /\bunrecognized chain\b/i.test(textOf(layer)),
  );
}
