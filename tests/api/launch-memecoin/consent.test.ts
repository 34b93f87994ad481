import { type Address, getAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { type ConsentTerms, consentMessage } from "@/lib/features/managers/rules/attach-consent";
import { feeSplitManagerAnswer } from "@/lib/features/managers/schema";
import { CHAINS } from "@/lib/shared/chains";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { waitForLaunch } from "../../setup/api/wait-for-launch";
import { openBrowser, signInByMail } from "../account/browser";

/** New fee splits are dynamic on this chain, and static on the others. */
const CHAIN = "robinhood";
const { chainId } = CHAINS[CHAIN];
const LAUNCH = `/api/v1/${CHAIN}/launch-memecoin`;
const YEAR_3000 = 32_503_680_000n;

async function createSplit(owner: Record<string, string>): Promise<Address> {
  const { body } = await request(`/api/v1/${CHAIN}/create-fee-split-manager`, {
    body: { recipients: [privateKeyToAccount(generatePrivateKey()).address], ...owner },
  });
  return getAddress(feeSplitManagerAnswer.parse(body).managerAddress);
}

/** A split of a wallet, and that wallet's consents. */
async function splitOfWallet() {
  const moderator = privateKeyToAccount(generatePrivateKey());
  const manager = await createSplit({ ownerAddress: moderator.address });
  const sign = async (changes: Partial<ConsentTerms> = {}, signer = moderator) => {
    const terms = { chainId, manager, nonce: 7n, deadline: YEAR_3000, ...changes };
    const signature = await signer.signTypedData(consentMessage(terms));
    return { nonce: String(terms.nonce), deadline: String(terms.deadline), signature };
  };
  return { manager, sign };
}

const launch = (changes: Record<string, unknown>) => request(LAUNCH, { body: launchBody(changes) });

async function completed(body: unknown) {
  return waitForLaunch(launchAccepted.parse(body).jobId);
}

describe("POST launch-memecoin with an existing dynamic split", () => {
  it("rejects a launch without consent with 400 and the remedy", async () => {
    const { manager } = await splitOfWallet();
    const message = `${manager} accepts a token only with its moderator's consent. Sign in again as its moderator, or send feeSplitManagerConsent.`;
    for (const extra of [{}, { feeSplitManagerConsent: null }, { dryRun: true }]) {
      const { status, body } = await launch({ feeSplitManagerAddress: manager, ...extra });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        success: false,
        code: "invalid_body",
        error: message,
        details: [{ path: "feeSplitManagerConsent", message }],
      });
    }
  });

  it("launches once per consent of the moderator", async () => {
    const { manager, sign } = await splitOfWallet();
    const consent = { feeSplitManagerAddress: manager, feeSplitManagerConsent: await sign() };
    const { status, body } = await launch({ ...consent, dryRun: true });
    expect({ status, body }).toMatchObject({ status: 200, body: { dryRun: true } });
    const first = await launch(consent);
    expect(await completed(first.body)).toMatchObject({
      state: "completed",
      feeSplitManagerAddress: manager,
    });
    const second = await launch(consent);
    expect(second).toMatchObject({
      status: 400,
      body: { error: "The moderator's consent was used for another token" },
    });
    const next = await sign({ nonce: 2n ** 255n });
    const third = await launch({ ...consent, feeSplitManagerConsent: next });
    expect(await completed(third.body)).toMatchObject({ state: "completed" });
  });

  it("rejects consents that expired, are for something else or of somebody else", async () => {
    const { manager, sign } = await splitOfWallet();
    const { manager: other } = await splitOfWallet();
    const stranger = privateKeyToAccount(generatePrivateKey());
    const unsigned = `The consent is not signed by the moderator of ${manager}`;
    const honest = await sign();
    const rejected = [
      [await sign({ deadline: 1n }), "The moderator's consent has expired"],
      [await sign({}, stranger), unsigned],
      [await sign({ manager: other }), unsigned],
      [await sign({ chainId: CHAINS.base.chainId }), unsigned],
      [{ ...honest, nonce: 8 }, unsigned],
      [{ ...honest, signature: `0x${"00".repeat(65)}` }, unsigned],
      [{ ...honest, signature: "0x12" }, unsigned],
    ] as const;
    for (const [feeSplitManagerConsent, error] of rejected) {
      const answer = await launch({ feeSplitManagerAddress: manager, feeSplitManagerConsent });
      expect(answer).toMatchObject({ status: 400, body: { error } });
    }
  });

  it("rejects malformed consents, and a consent without a manager", async () => {
    const { manager, sign } = await splitOfWallet();
    const consent = await sign();
    for (const wrong of [
      "0x",
      {},
      { ...consent, signature: "0x" },
      { ...consent, signature: "0x123" },
      { ...consent, nonce: -1 },
      { ...consent, nonce: (2n ** 256n).toString() },
      { ...consent, deadline: 1.5 },
    ]) {
      const answer = await launch({
        feeSplitManagerAddress: manager,
        feeSplitManagerConsent: wrong,
      });
      expect(answer.status).toBe(400);
    }
    expect(await launch({ feeSplitManagerConsent: consent })).toMatchObject({
      status: 400,
      body: { details: [{ path: "feeSplitManagerConsent" }] },
    });
  });

  it("signs for a moderator with a managed wallet who is signed in", async () => {
    const email = `moderator-${generatePrivateKey().slice(2, 18)}@example.com`;
    const manager = await createSplit({ ownerEmail: email });
    const browser = openBrowser();
    await signInByMail(browser, email);
    const send = async (headers: Record<string, string> = {}) => {
      const json = launchBody({ feeSplitManagerAddress: manager });
      const response = await browser.request(LAUNCH, { json, headers });
      return { status: response.status, body: (await response.json()) as unknown };
    };
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(await completed(body)).toMatchObject({
      state: "completed",
      feeSplitManagerAddress: manager,
    });
    // Another site's page cannot use the session.
    expect((await send({ origin: "https://evil.example" })).status).toBe(400);
    // Another signed-in user cannot either.
    const stranger = openBrowser();
    await signInByMail(stranger, `stranger-${email}`);
    const json = launchBody({ feeSplitManagerAddress: manager });
    expect((await stranger.request(LAUNCH, { json })).status).toBe(400);
  });
});
