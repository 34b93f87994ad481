import type { Address, Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { serverSeconds } from "../server-time";
import { burner } from "../wallet/burner";
import { fetchFormToken, sendSignedMessage } from "./auth-client";

/** Signs a message for a chain of this launchpad. */
export type MessageSigner = {
  address: Address;
  chainId: number;
  sign(message: string): Promise<Hex>;
};

/** The burner wallet of this browser, or null. For sandbox chains only. */
export function burnerMessageSigner(chainId: number): MessageSigner | null {
  const account = burner.read();
  if (account === null) return null;
  const { signMessage: sign } = privateKeyToAccount(account.privateKey);
  return { address: account.address, chainId, sign: (message) => sign({ message }) };
}

/**
 * Signs in with a "Sign-In with Ethereum" message (ERC-4361). Sends no transaction.
 * @throws SignInError CredentialsSignin, ApiError, the wallet's own errors
 */
export async function signInWithWallet(signer: MessageSigner): Promise<void> {
  const csrfToken = await fetchFormToken();
  const message = createSiweMessage({
    address: signer.address,
    chainId: signer.chainId,
    domain: window.location.host,
    uri: window.location.origin,
    version: "1",
    nonce: csrfToken,
    // The service refuses a message of another time, and the browser's clock can be minutes off.
    issuedAt: new Date(serverSeconds() * 1_000),
    statement: "Sign in to view your earnings. This is free and sends no transaction.",
  });
  const signature = await signer.sign(message);
  await sendSignedMessage("wallet", { message, signature, csrfToken });
}
