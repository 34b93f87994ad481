import { call } from "@slipway-launchpad/client";
import { createSiweMessage } from "viem/siwe";
import { signInAdmin as send, startAdminSignIn } from "@/lib/features/admin/operations";
import type { MessageSigner } from "../account/sign-in-with-wallet";
import { serverSeconds } from "../server-time";

/**
 * Signs in to the console with a "Sign-In with Ethereum" message (ERC-4361). Sends no transaction.
 * @throws ApiError, the wallet's own errors
 */
export async function signInAdmin(signer: MessageSigner): Promise<void> {
  const { nonce } = await call(startAdminSignIn, { body: {} });
  const message = createSiweMessage({
    address: signer.address,
    chainId: signer.chainId,
    domain: window.location.host,
    uri: window.location.origin,
    version: "1",
    nonce,
    // The service refuses a message of another time, and the browser's clock can be minutes off.
    issuedAt: new Date(serverSeconds() * 1_000),
    statement: "Sign in to the operator's console. This is free and sends no transaction.",
  });
  await call(send, { body: { message, signature: await signer.sign(message) } });
}
