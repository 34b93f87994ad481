import { describe, expect, it } from "vitest";
import { hasMailbox, methodsOfAccount } from "@/components/account/sign-in/methods-of-account";

const WALLET = "0x52908400098527886E0F7030069857D2E4169EE7";
const BURNER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
const EMAIL = { type: "email", id: "ada@example.com" } as const;
const owned = (id: string) => ({ type: "wallet", id }) as const;

describe("the methods to sign in again", () => {
  it.each([
    ["only the external wallet of an account without a burner", [WALLET], ["wallet"]],
    ["only the burner of an account without an external wallet", [BURNER], ["burner"]],
    ["both of an account with both", [WALLET, BURNER], ["wallet", "burner"]],
    ["neither of an account with another wallet", [`0x${"1".repeat(40)}`], []],
    ["neither of an account without a wallet", [], []],
  ])("offer %s", (_, addresses, expected) => {
    const identities = [EMAIL, ...addresses.map(owned)];
    expect(methodsOfAccount(identities, { wallet: WALLET, burner: BURNER })).toEqual([
      "email",
      ...expected,
    ]);
    expect(methodsOfAccount(identities, { wallet: null, burner: null })).toEqual(["email"]);
  });
});

it("show the mailbox of a server that does not report whether it has one only in a sandbox", () => {
  expect([true, false].map((sandbox) => hasMailbox({ sandbox }))).toEqual([true, false]);
  expect(hasMailbox({ sandbox: true, mailbox: false })).toBe(false);
});
