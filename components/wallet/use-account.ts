"use client";

import { useSyncExternalStore } from "react";
import type { ChainSlug } from "@/lib/shared/chains";
import { signedIn } from "@/lib/web/account/signed-in";
import type { TradeSituation } from "@/lib/web/trade/run/next-action";
import { burner } from "@/lib/web/wallet/burner";
import { connection } from "@/lib/web/wallet/connection";
import { useChainConfig } from "./use-chain-config";

/** The account that acts on a chain in this browser. */
export type TradingAccount =
  | { status: "loading" }
  | { status: "absent"; sandbox: boolean }
  | { status: "present"; kind: "burner"; address: `0x${string}` }
  /** A managed wallet of the signed-in user: this service signs for it. */
  | { status: "present"; kind: "managed"; address: `0x${string}` }
  | {
      status: "present";
      kind: "wallet";
      address: `0x${string}`;
      name: string;
      /** Whether the wallet is on this chain, as last reported. */
      onChain: boolean;
    };

const none = () => null;

export function useBurner() {
  return useSyncExternalStore(burner.subscribe, burner.read, none);
}

export function useConnectedWallet() {
  return useSyncExternalStore(connection.subscribe, connection.read, none);
}

/** The user last signed in from this browser. */
export function useSignedIn() {
  return useSyncExternalStore(signedIn.subscribe, signedIn.read, none);
}

/** Whether this browser has any account: a burner, a connected wallet or a signed-in user. */
export function useHasAccount(): boolean {
  const accounts = [useBurner(), useConnectedWallet(), useSignedIn()];
  return accounts.some((account) => account !== null);
}

/** The burner on a sandbox chain, the connected wallet on a real one. */
export function useAccount(chain: ChainSlug): TradingAccount {
  const ownBurner = useBurner();
  const wallet = useConnectedWallet();
  const facts = useChainConfig(chain);
  if (facts === undefined) return { status: "loading" };
  if (facts.sandbox) {
    return ownBurner === null
      ? { status: "absent", sandbox: true }
      : { status: "present", kind: "burner", address: ownBurner.address };
  }
  if (wallet === null) return { status: "absent", sandbox: false };
  const { address, name, chainId } = wallet;
  return { status: "present", kind: "wallet", address, name, onChain: chainId === facts.chainId };
}

/** Whether the account can send a transaction on its chain, or what it lacks. */
export function accountStatus(account: TradingAccount): TradeSituation["account"] {
  if (account.status !== "present") return account.status;
  return account.kind === "wallet" && !account.onChain ? "wrong_chain" : "ready";
}
