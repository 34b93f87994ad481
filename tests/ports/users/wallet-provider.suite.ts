import { inspect } from "node:util";
import { getAddress, isAddress } from "viem";
import { describe, expect, it } from "vitest";
import {
  requireSignedConsent,
  requireSignedPermit,
  requireSignedShares,
  requireSignedTransfer,
  type WalletCall,
  type WalletPermit,
  type WalletTransfer,
} from "@/lib/drivers/wallets/require-signed";
import type { Person, PersonIdentity } from "@/lib/drivers/wallets/wallet-owners";
import type { WalletProvider } from "@/lib/drivers/wallets/wallet-provider";
import type { ConsentTerms } from "@/lib/features/managers/rules/attach-consent";
import type { SharesChange } from "@/lib/features/managers/rules/shares-change";
import { toAppError } from "@/lib/shared/errors";
import { type Identity, normalizeIdentity } from "@/lib/shared/identity";

const TRANSFER: WalletTransfer = {
  chainId: 84_532,
  nonce: 3,
  to: "0x71C7656EC7ab88b098defB751B7401B5f6d8976F",
  valueWei: 7n,
  gas: 60_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1_000_000n,
};
const CONSENT: ConsentTerms = {
  chainId: 84_532,
  manager: "0x71C7656EC7ab88b098defB751B7401B5f6d8976F",
  // Exceeds the range of a JSON number.
  nonce: 2n ** 250n + 1n,
  deadline: 2n ** 60n + 1n,
};
const CHANGE: SharesChange = {
  chainId: 84_532,
  manager: "0x71C7656EC7ab88b098defB751B7401B5f6d8976F",
  recipients: [
    { account: "0x8ba1f109551bD432803012645Ac136ddd64DBA72", splitMicroPercent: 2_500_000 },
    { account: "0x71C7656EC7ab88b098defB751B7401B5f6d8976F", splitMicroPercent: 7_500_000 },
  ],
  // Exceeds the range of a JSON number.
  deadline: 2n ** 60n + 1n,
  nonce: 4n,
};

const CALL: WalletCall = { ...TRANSFER, data: "0x3593564c0a10" };
const PERMIT: WalletPermit = {
  chainId: 84_532,
  permit2: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
  permit: {
    details: {
      token: "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
      amount: 2n ** 150n + 1n,
      expiration: 1_795_500_000,
      nonce: 3,
    },
    spender: "0x71C7656EC7ab88b098defB751B7401B5f6d8976F",
    sigDeadline: 2n ** 60n + 1n,
  },
};

/** A wallet driver with its real backend. */
export type WalletHarness = {
  /** The driver as a separate process creates it. */
  provider(): WalletProvider;
  /** Registers the identity at its network. */
  introduce(identity: Identity): void;
  /** Whether usernames are looked up in a directory. */
  looksUp: boolean;
  /** Transfers the username to another user. */
  sell(identity: Identity): void;
  /** The stable id behind a username, as a sign-in proves it. */
  stableIdOf(identity: Identity): string;
  /** The number of wallet owners in the backend. */
  countOwners(): Promise<number>;
  resolveWhileDown(): Promise<unknown>;
  resolveWithWrongCredentials(): Promise<unknown>;
  secrets: string[];
};

/** The guarantees of every wallet driver. */
export function testWalletProvider(name: string, harness: () => WalletHarness): void {
  describe(name, () => {
    const introduced = <One extends Identity>(identity: One): One => {
      harness().introduce(identity);
      return identity;
    };

    it.each([
      { type: "email", id: "ada@example.com" },
      { type: "twitter", id: "ada" },
      { type: "farcaster", id: "ada" },
    ] as const)("returns the same wallet for $type in every process", async (identity) => {
      introduced(identity);
      const first = await harness().provider().resolve(identity);
      expect(first).toMatchObject(identity);
      expect(first.userId).toBeTruthy();
      expect(first.address).toBe(getAddress(first.address));
      expect(await harness().provider().resolve(identity)).toEqual(first);
    });

    it.each(["email", "twitter", "farcaster"] as const)(
      "creates one wallet and one owner for simultaneous requests for one %s",
      async (type) => {
        const identity = introduced({ type, id: type === "email" ? "at@once.example" : "at_once" });
        const ownersBefore = await harness().countOwners();
        const processes = [harness().provider(), harness().provider()];
        const asked = await Promise.all(
          Array.from({ length: 10 }, (_, index) => processes[index % 2]?.resolve(identity)),
        );
        expect(new Set(asked.map((wallet) => wallet?.address)).size).toBe(1);
        expect(new Set(asked.map((wallet) => wallet?.userId)).size).toBe(1);
        expect(await harness().countOwners()).toBe(ownersBefore + 1);
      },
    );

    it("returns the same wallet for every spelling of an identity", async () => {
      const provider = harness().provider();
      introduced({ type: "twitter", id: "grace" });
      const spellings = ["grace", "@Grace", " GRACE "].map((id) =>
        normalizeIdentity("twitter", id),
      );
      const wallets = await Promise.all(spellings.map((one) => provider.resolve(one)));
      expect(new Set(wallets.map(({ address }) => address)).size).toBe(1);
    });

    it("separates identity networks", async () => {
      const provider = harness().provider();
      const types = ["twitter", "farcaster"] as const;
      const wallets = await Promise.all(
        types.map((type) => provider.resolve(introduced({ type, id: "alan" }))),
      );
      expect(new Set(wallets.map(({ address }) => address)).size).toBe(2);
    });

    it("returns a wallet address unchanged", async () => {
      const id = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
      const ownersBefore = await harness().countOwners();
      const wallet = await harness().provider().resolve({ type: "wallet", id });
      expect(wallet).toEqual({ type: "wallet", id, address: id, userId: null });
      expect(await harness().countOwners()).toBe(ownersBefore);
    });

    const personOf = (identity: PersonIdentity): Person => ({
      type: identity.type,
      stableId: harness().stableIdOf(identity),
    });

    it.each(["twitter", "farcaster"] as const)(
      "names the wallet of the new owner once a %s username was sold, and funds stay",
      async (type) => {
        const identity = introduced({ type, id: `sold_${type}` });
        const provider = harness().provider();
        const before = await provider.resolve(identity);
        const seller = personOf(identity);
        // The seller signs in before or after the sale, by that name or by another.
        if (!harness().looksUp) await provider.markVerified(seller, identity.id);
        harness().sell(identity);
        const buyer = personOf(identity);
        // Without a directory, only the sign-in of the new owner proves it.
        if (!harness().looksUp) {
          expect(await harness().provider().resolve(identity)).toEqual(before);
          await provider.resolvePerson(buyer, identity.id);
        }

        const after = await harness().provider().resolve(identity);
        expect(after.address).not.toBe(before.address);
        expect(await harness().provider().resolve(identity)).toEqual(after);
        expect(await harness().provider().find(identity)).toEqual(after);
        expect(await provider.resolvePerson(buyer, identity.id)).toEqual(after);
        await provider.markVerified(buyer, identity.id);
        expect(await provider.walletsOf(buyer)).toEqual([{ ...identity, address: after.address }]);

        const renamed = { type, id: `former_${type}` } as const;
        const { address } = await provider.resolvePerson(seller, renamed.id);
        expect(address).toBe(before.address);
        await provider.markVerified(seller, renamed.id);
        expect(await provider.walletsOf(seller)).toEqual([{ ...renamed, address }]);
        // An action that was accepted under the former name is signed as well.
        for (const named of [renamed, identity]) {
          const signed = await provider.signTransfer(named, address, TRANSFER);
          await expect(requireSignedTransfer(signed, address, TRANSFER)).resolves.toBeUndefined();
        }
        expect(await provider.find(identity)).toEqual(after);
      },
    );

    it("returns the wallet of a user for both usernames of one user", async () => {
      const person: Person = { type: "twitter", stableId: "8811" };
      const provider = harness().provider();
      harness().introduce({ type: "twitter", id: "first_name" });
      const { address } = await provider.resolve({ type: "twitter", id: "first_name" });
      const owner = personOf({ type: "twitter", id: "first_name" });
      await provider.markVerified(owner, "first_name");
      expect(await provider.resolvePerson(owner, "second_name")).toMatchObject({ address });
      expect(await provider.walletsOf(person)).toEqual([]);
    });

    it.each([
      { identity: { type: "email", id: "claimed@example.com" }, name: null },
      { identity: { type: "twitter", id: "claimed" }, name: "claimed" },
      { identity: { type: "farcaster", id: "claimed" }, name: "claimed" },
    ] as const)("distinguishes an unverified $identity.type from a verified one", async (one) => {
      const { identity, name } = one;
      const provider = harness().provider();
      introduced(identity);
      const { address } = await provider.resolve(identity);
      const ask = () => harness().provider().identitiesOf([address]);
      const shown = { type: identity.type, name };
      expect(await ask()).toEqual([{ address, identity: { ...shown, verified: false } }]);

      const person = personOf(identity);
      const wallet = { ...identity, address };
      expect(await provider.markVerified(person, identity.id)).toEqual([wallet]);
      expect(await provider.markVerified(person, identity.id)).toEqual([wallet]);
      expect(await harness().provider().walletsOf(person)).toEqual([wallet]);
      expect(await ask()).toEqual([{ address, identity: { ...shown, verified: true } }]);
    });

    it.each(["twitter", "farcaster"] as const)(
      "gives the buyer of a %s username no access to its previous owner's wallet",
      async (type) => {
        const provider = harness().provider();
        const identity = introduced({ type, id: `bought_${type}` } as const);
        const { address } = await provider.resolve(identity);
        const first = personOf(identity);
        await provider.markVerified(first, identity.id);
        harness().sell(identity);
        const buyer = personOf(identity);
        expect(buyer).not.toEqual(first);
        expect(await provider.markVerified(buyer, identity.id)).toEqual([]);
        expect(await provider.walletsOf(buyer)).toEqual([]);
        expect(await provider.walletsOf(first)).toEqual([{ ...identity, address }]);
      },
    );

    it("returns owners of addresses in request order, in any letter case, including unknown ones", async () => {
      const provider = harness().provider();
      const { address } = await provider.resolve(introduced({ type: "twitter", id: "order" }));
      const unknown = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
      const lower = address.toLowerCase();
      if (!isAddress(lower)) throw new Error("not an address");
      const answer = await provider.identitiesOf([unknown, lower]);
      expect(answer).toEqual([
        { address: unknown, identity: null },
        { address: lower, identity: { type: "twitter", name: "order", verified: false } },
      ]);
      expect(await provider.identitiesOf([])).toEqual([]);
    });

    it("has no wallets for an identity that was never named", async () => {
      const person: Person = { type: "twitter", stableId: "990099" };
      expect(await harness().provider().markVerified(person, "nobody_named")).toEqual([]);
      expect(await harness().provider().walletsOf(person)).toEqual([]);
    });

    it("signs exactly the requested transfer with the wallet's own key", async () => {
      const identity = introduced({ type: "email", id: "signer@example.com" } as const);
      const { address } = await harness().provider().resolve(identity);
      const signed = await harness().provider().signTransfer(identity, address, TRANSFER);
      await expect(requireSignedTransfer(signed, address, TRANSFER)).resolves.toBeUndefined();
      const other = { ...TRANSFER, valueWei: 8n };
      await expect(requireSignedTransfer(signed, address, other)).rejects.toThrow(
        /not the requested one/,
      );
    });

    it("signs exactly the requested call of a trade with the wallet's own key", async () => {
      const identity = introduced({ type: "email", id: "caller@example.com" } as const);
      const { address } = await harness().provider().resolve(identity);
      const signed = await harness().provider().signCall(identity, address, CALL);
      await expect(requireSignedTransfer(signed, address, CALL)).resolves.toBeUndefined();
      for (const other of [
        { data: "0x3593564c0a11" as const },
        { to: address },
        { valueWei: 8n },
      ]) {
        const changed = { ...CALL, ...other };
        await expect(requireSignedTransfer(signed, address, changed)).rejects.toThrow(
          /not the requested one/,
        );
      }
      // A call is never taken for a plain transfer.
      await expect(requireSignedTransfer(signed, address, TRANSFER)).rejects.toThrow(
        /not the requested one/,
      );
    });

    it("signs exactly the requested permit of a sale with the wallet's own key", async () => {
      const identity = introduced({ type: "email", id: "seller@example.com" } as const);
      const { address } = await harness().provider().resolve(identity);
      const signature = await harness().provider().signPermit(identity, address, PERMIT);
      await expect(requireSignedPermit(signature, address, PERMIT)).resolves.toBeUndefined();
      const { permit } = PERMIT;
      for (const other of [
        { chainId: 8453 },
        { permit2: address },
        { permit: { ...permit, spender: address } },
        { permit: { ...permit, sigDeadline: 1n } },
        { permit: { ...permit, details: { ...permit.details, amount: 1n } } },
      ]) {
        await expect(
          requireSignedPermit(signature, address, { ...PERMIT, ...other }),
        ).rejects.toThrow(/not the requested one/);
      }
    });

    it("signs exactly the requested share change with the wallet's own key", async () => {
      const identity = introduced({ type: "email", id: "moderator@example.com" } as const);
      const { address } = await harness().provider().resolve(identity);
      const signature = await harness().provider().signShares(identity, address, CHANGE);
      await expect(requireSignedShares(signature, address, CHANGE)).resolves.toBeUndefined();
      for (const other of [
        { chainId: 8453 },
        { manager: address },
        { recipients: CHANGE.recipients.toReversed() },
        { deadline: CHANGE.deadline + 1n },
        { nonce: 5n },
      ]) {
        const changed = { ...CHANGE, ...other };
        await expect(requireSignedShares(signature, address, changed)).rejects.toThrow(
          /not the requested one/,
        );
      }
    });

    it("signs exactly the requested consent with the wallet's own key", async () => {
      const identity = introduced({ type: "email", id: "consenting@example.com" } as const);
      const { address } = await harness().provider().resolve(identity);
      const signature = await harness().provider().signConsent(identity, address, CONSENT);
      await expect(requireSignedConsent(signature, address, CONSENT)).resolves.toBeUndefined();
      for (const other of [
        { chainId: 8453 },
        { manager: address },
        { deadline: CONSENT.deadline + 1n },
        { nonce: CONSENT.nonce + 1n },
      ]) {
        const changed = { ...CONSENT, ...other };
        await expect(requireSignedConsent(signature, address, changed)).rejects.toThrow(
          /not the requested one/,
        );
      }
    });

    it("signs only with registered wallets", async () => {
      const identity = introduced({ type: "email", id: "other-wallet@example.com" } as const);
      const provider = harness().provider();
      await provider.resolve(identity);
      const unknown = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
      await expect(provider.signTransfer(identity, unknown, TRANSFER)).rejects.toThrow(unknown);
      await expect(provider.signShares(identity, unknown, CHANGE)).rejects.toThrow(unknown);
      await expect(provider.signCall(identity, unknown, CALL)).rejects.toThrow(unknown);
      await expect(provider.signPermit(identity, unknown, PERMIT)).rejects.toThrow(unknown);
      await expect(provider.signConsent(identity, unknown, CONSENT)).rejects.toThrow(unknown);
    });

    it("reports a retryable error while its backend is down", async () => {
      const error = await harness().resolveWhileDown().catch(toAppError);
      expect(error).toMatchObject({ retryable: true });
      expectNoSecret(error);
    });

    it("rejects wrong credentials without revealing them", async () => {
      const error = await harness()
        .resolveWithWrongCredentials()
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expectNoSecret(error);
    });

    function expectNoSecret(error: unknown): void {
      const shown = inspect(error, { depth: 20, showHidden: true });
      for (const secret of harness().secrets) expect(shown).not.toContain(secret);
    }
  });
}
