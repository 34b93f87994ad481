import type { Address, Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { burner } from "../wallet/burner";
import { readFormToken, sendSignedMessage } from "./auth-client";

/** Where Farcaster's ids are registered (OP mainnet). */
const FARCASTER_CHAIN_ID = 10;

/** Who signs a message, for a chain of this launchpad. */
export type MessageSigner = {
  address: Address;
  chainId: number;
  sign(message: string): Promise<Hex>;
};

/** The burner of this browser. For sandbox chains only; null when there is none. */
export function burnerMessageSigner(chainId: number): MessageSigner | null {
  const account = burner.read();
  if (account === null) return null;
  const { signMessage: sign } = privateKeyToAccount(account.privateKey);
  return { address: account.address, chainId, sign: (message) => sign({ message }) };
}

/**
 * Signs in with a "Sign-In with Ethereum" message (ERC-4361). No transaction is made.
 * @param fid the signer's Farcaster id, to sign in as that user (FIP-11)
 * @throws SignInError CredentialsSignin, ApiError, the wallet's own errors
 */
export async function signInWithWallet(signer: MessageSigner, fid?: number): Promise<void> {
  const csrfToken = await readFormToken();
  const isFarcaster = fid !== undefined;
  const message = createSiweMessage({
    address: signer.address,
    chainId: isFarcaster ? FARCASTER_CHAIN_ID : signer.chainId,
    domain: window.location.host,
    uri: window.location.origin,
    version: "1",
    nonce: csrfToken,
    issuedAt: new Date(),
    statement: isFarcaster
      ? "Farcaster Auth"
      : "Sign in to see what you have earned. This sends no transaction and costs nothing.",
    ...(isFarcaster ? { resources: [`farcaster://fid/${fid}`] } : {}),
  });
  const signature = await signer.sign(message);
  const way = isFarcaster ? "farcaster" : "wallet";
  await sendSignedMessage(way, { message, signature, csrfToken });
}
