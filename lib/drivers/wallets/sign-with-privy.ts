import { APIError, type PrivyClient } from "@privy-io/node";
import { type Address, getTypesForEIP712Domain, type Hex, isHex, toHex } from "viem";
import { z } from "zod";
import { type ConsentTerms, consentMessage } from "@/lib/features/managers/rules/attach-consent";
import { type SharesChange, sharesMessage } from "@/lib/features/managers/rules/shares-change";
import { permitTypedData } from "@/lib/features/trade/rules/permit";
import { fromFailedCall, fromStatus, VendorError } from "@/lib/support/calls/vendor-error";
import type { PrivySigning } from "./privy-users";
import {
  requireSignedConsent,
  requireSignedPermit,
  requireSignedShares,
  requireSignedTransfer,
  type WalletCall,
  type WalletPermit,
  type WalletTransfer,
} from "./require-signed";

/** A Privy wallet and the credentials to sign with it. */
export type PrivySigner = {
  client: PrivyClient;
  walletId: string;
  address: Address;
  signing: PrivySigning;
  now: Date;
};

const hex = z.string().refine((text): text is Hex => isHex(text));
const signedTransaction = z.object({ signed_transaction: hex });
const signedMessage = z.object({ signature: hex });

/**
 * Signs a transfer or call with a Privy wallet. Source: Privy REST API, `POST /v1/wallets/{id}/rpc` with
 * `eth_signTransaction`, through its own client.
 * @throws VendorError
 */
export async function signTransferWithPrivy(
  signer: PrivySigner,
  transfer: WalletTransfer | WalletCall,
): Promise<Hex> {
  const { client, walletId, address } = signer;
  const transaction = {
    type: 2 as const,
    chain_id: transfer.chainId,
    nonce: transfer.nonce,
    to: transfer.to,
    data: "data" in transfer ? transfer.data : "0x",
    value: toHex(transfer.valueWei),
    gas_limit: toHex(transfer.gas),
    max_fee_per_gas: toHex(transfer.maxFeePerGas),
    max_priority_fee_per_gas: toHex(transfer.maxPriorityFeePerGas),
  };
  const answer = await callPrivy(signer, signedTransaction, (authorization) =>
    client
      .wallets()
      .ethereum()
      .signTransaction(walletId, {
        params: { transaction },
        ...authorization,
      }),
  );
  await requireSignedTransfer(answer.signed_transaction, address, transfer);
  return answer.signed_transaction;
}

/**
 * Signs a change of shares with a Privy wallet. Source: Privy REST API, `POST /v1/wallets/{id}/rpc`
 * with `eth_signTypedData_v4`, through its own client.
 * @throws VendorError
 */
export async function signSharesWithPrivy(signer: PrivySigner, change: SharesChange): Promise<Hex> {
  const { domain, types, primaryType, message } = sharesMessage(change);
  const typedData = {
    domain,
    types: {
      EIP712Domain: getTypesForEIP712Domain({ domain }),
      SetShares: [...types.SetShares],
      Recipient: [...types.Recipient],
    },
    primary_type: primaryType,
    message: { ...message, deadline: `${message.deadline}`, nonce: `${message.nonce}` },
  };
  const signature = await signTypedData(signer, typedData);
  await requireSignedShares(signature, signer.address, change);
  return signature;
}

/**
 * Signs the consent to one token with a Privy wallet, in the same way.
 * @throws VendorError
 */
export async function signConsentWithPrivy(signer: PrivySigner, terms: ConsentTerms): Promise<Hex> {
  const { domain, types, primaryType, message } = consentMessage(terms);
  const signature = await signTypedData(signer, {
    domain,
    types: { EIP712Domain: getTypesForEIP712Domain({ domain }), Attach: [...types.Attach] },
    primary_type: primaryType,
    message: { deadline: `${message.deadline}`, nonce: `${message.nonce}` },
  });
  await requireSignedConsent(signature, signer.address, terms);
  return signature;
}

/**
 * Signs the Permit2 message of one sale with a Privy wallet, in the same way.
 * @throws VendorError
 */
export async function signPermitWithPrivy(
  signer: PrivySigner,
  { permit, chainId, permit2 }: WalletPermit,
): Promise<Hex> {
  const { domain, types, primaryType, message } = permitTypedData(permit, chainId, permit2);
  const { details, spender, sigDeadline } = message;
  const signature = await signTypedData(signer, {
    domain,
    types: {
      EIP712Domain: getTypesForEIP712Domain({ domain }),
      PermitSingle: [...types.PermitSingle],
      PermitDetails: [...types.PermitDetails],
    },
    primary_type: primaryType,
    message: {
      details: { ...details, amount: `${details.amount}` },
      spender,
      sigDeadline: `${sigDeadline}`,
    },
  });
  await requireSignedPermit(signature, signer.address, { permit, chainId, permit2 });
  return signature;
}

type TypedData = Parameters<
  ReturnType<ReturnType<PrivyClient["wallets"]>["ethereum"]>["signTypedData"]
>[1]["params"]["typed_data"];

async function signTypedData(signer: PrivySigner, typedData: TypedData): Promise<Hex> {
  const { client, walletId } = signer;
  const answer = await callPrivy(signer, signedMessage, (authorization) =>
    client
      .wallets()
      .ethereum()
      .signTypedData(walletId, {
        params: { typed_data: typedData },
        ...authorization,
      }),
  );
  return answer.signature;
}

async function callPrivy<Answer>(
  { signing, now }: PrivySigner,
  answer: z.ZodType<Answer>,
  call: (authorization: {
    authorization_context: { authorization_private_keys: string[] };
  }) => Promise<unknown>,
): Promise<Answer> {
  const key = signing.authorizationKey.replace(/^wallet-auth:/, "");
  try {
    return answer.parse(
      await call({ authorization_context: { authorization_private_keys: [key] } }),
    );
  } catch (error) {
    if (error instanceof z.ZodError) throw new VendorError("down", "an answer of another shape");
    if (!(error instanceof APIError) || error.status === undefined) throw fromFailedCall(error);
    throw fromStatus(error.status, error.headers, now);
  }
}
