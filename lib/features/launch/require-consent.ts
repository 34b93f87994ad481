import { type Address, isAddressEqual, keccak256, toBytes } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { AccountReader } from "@/lib/drivers/chain/readers/create-account-reader";
import type { ManagerReader } from "@/lib/drivers/chain/readers/create-manager-reader";
import { readChainTime } from "@/lib/features/chains/read-chain-time";
import { requireOwnRealm } from "@/lib/features/chains/require-own-realm";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import {
  type AttachConsent,
  type ConsentProblem,
  NO_CONSENT,
} from "@/lib/features/managers/rules/attach-consent";
import { walletsOf } from "@/lib/features/users/require-account";
import { isRecent, type Session } from "@/lib/features/users/rules/account";
import { smaller } from "@/lib/shared/bigint-min-max";
import { AppError } from "@/lib/shared/errors";
import { CONSENT_SECONDS } from "./rules/launch-permit";
import type { Treasury, TreasuryRequest } from "./rules/treasury";

const TEXTS: Record<ConsentProblem, (manager: Address) => string> = {
  full: (manager) => `${manager} holds 100 tokens already. Its moderator can drop one.`,
  missing: (manager) =>
    `${manager} accepts a token only with its moderator's consent. Sign in again as its moderator, or send feeSplitManagerConsent.`,
  expired: () => "The moderator's consent has expired",
  used: () => "The moderator's consent was used for another token",
  invalid: (manager) => `The consent is not signed by the moderator of ${manager}`,
};

type Input = {
  chain: AccountReader & ChainIdentity & ManagerReader;
  manager: Address;
  consent: AttachConsent | null;
  /** The sender of the launch. */
  payer: keyof typeof CONSENT_SECONDS;
  /** The signed-in user who sends the request, if any. */
  findSession: () => Promise<Session | null>;
};

/**
 * The consent with which a launch attaches its token to a dynamic split: that of the request, or one
 * that the service signs with the managed wallet of the signed-in moderator.
 * @throws AppError invalid_body with the reason why the split would refuse the token,
 *   unsupported_operation (a managed wallet on a sandbox chain next to a real one),
 *   dependency_unavailable
 */
export async function requireConsent({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "clock" | "env" | "ids" | "wallets">;
  input: Input;
}): Promise<AttachConsent> {
  const { chain, manager } = input;
  const consent = input.consent ?? (await signConsent(ctx, input)) ?? NO_CONSENT;
  const problem = await chain.consentProblem(manager, consent).catch(rethrowChainError);
  if (problem === null) return consent;
  const path = problem === "full" ? "feeSplitManagerAddress" : "feeSplitManagerConsent";
  const message = TEXTS[problem](manager);
  throw new AppError("invalid_body", message, { details: [{ path, message }] });
}

/**
 * The last second of a permit: `latest`, or that of the consent in its launch, which would revert later.
 */
export function permitEnd(treasury: Treasury, latest: bigint): bigint {
  if (treasury.kind !== "fee_split_manager" || treasury.consent === null) return latest;
  return smaller(treasury.consent.deadline, latest);
}

/**
 * A prepared launch with a new permit. A consent that ends before `deadline` is replaced by one that the
 * service signs as in `requireConsent`; that of the request is checked again, and ends the permit earlier.
 * @param input.before the launch as it was prepared first
 * @param input.deadline last second of the permit, if its consent lasts as long
 * @throws as `requireConsent`
 */
export async function renewConsent<Prepared extends { treasury: Treasury; deadline: bigint }>({
  ctx,
  input: { chain, before, deadline, request, findSession },
}: {
  ctx: Pick<ServiceContext, "accounts" | "clock" | "env" | "ids" | "wallets">;
  input: Pick<Input, "chain" | "findSession"> & {
    before: Prepared;
    deadline: bigint;
    request: { launch: { treasury: TreasuryRequest } };
  };
}): Promise<Prepared> {
  const { treasury } = before;
  if (treasury.kind !== "fee_split_manager" || permitEnd(treasury, deadline) === deadline) {
    return { ...before, deadline };
  }
  const { manager } = treasury;
  const asked = request.launch.treasury;
  const given = asked.kind === "fee_split_manager" ? asked.consent : null;
  const terms = { chain, manager, consent: given, payer: "wallet", findSession } as const;
  const renewed = { ...treasury, consent: await requireConsent({ ctx, input: terms }) };
  return { ...before, treasury: renewed, deadline: permitEnd(renewed, deadline) };
}

/** Null unless the moderator is a managed wallet of the user, who signed in recently. */
async function signConsent(
  ctx: Pick<ServiceContext, "accounts" | "clock" | "env" | "ids" | "wallets">,
  { chain, manager, payer, findSession }: Input,
): Promise<AttachConsent | null> {
  const session = await findSession();
  // A leaked cookie must not attach tokens for long; the same rule holds for changes of shares.
  if (session === null) return null;
  const account = await ctx.accounts.find(session.accountId);
  if (account === null || !isRecent(session, account, ctx.clock.now())) return null;
  const own = await walletsOf(ctx, account);
  const state = await chain.readManager(manager).catch(rethrowChainError);
  const wallet = own.find(({ address }) => state && isAddressEqual(address, state.owner));
  if (wallet === undefined || wallet.identity.type === "wallet") return null;
  requireOwnRealm(ctx.env, chain.deployment.slug);
  const { type, id } = wallet.identity;
  const nonce = BigInt(keccak256(toBytes(ctx.ids.randomId())));
  const now = await readChainTime(ctx, chain).catch(rethrowChainError);
  const deadline = now + CONSENT_SECONDS[payer];
  const terms = { chainId: chain.deployment.chainId, manager, nonce, deadline };
  const signature = await ctx.wallets.signConsent({ type, id }, wallet.address, terms);
  return { nonce, deadline, signature };
}
