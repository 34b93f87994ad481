import { expect, it } from "vitest";
import {
  formerProtocolRecipients,
  type OwedAccounts,
  otherEarners,
} from "@/lib/web/managers/other-earners";

type Listed = OwedAccounts["earners"];

const ADA = "0x33F66d12eaCcD1d9f8dB0069e84Cf83C90f98c4c";
const GRACE = "0xe9e63302cBf8b1569aDFfF19fdfd5D64a8E7D461";
const TOKEN = "0xA0C7E43805b8F1d9c6AEC588Db92F02685B0A092";
const STATE = { current: [], tokens: [TOKEN], creatorsEarn: true } as const;

it("leaves out accounts that the manager's current state names", () => {
  const listed: Listed = [
    { address: ADA, roles: ["recipient"] },
    { address: GRACE, roles: [] },
  ];
  expect(otherEarners(listed, { ...STATE, current: [ADA] })).toEqual([
    { account: GRACE, role: "earlier", tokens: [] },
  ]);
});

it("counts the income of unsynced tokens for a former recipient of the protocol fee", () => {
  expect(otherEarners([{ address: ADA, roles: ["protocol"] }], STATE)).toEqual([
    { account: ADA, role: "earlier", tokens: [TOKEN] },
  ]);
});

it("calls the payee of a token that is not counted a creator, if creators earn", () => {
  const listed: Listed = [{ address: ADA, roles: ["creator"] }];
  expect(otherEarners(listed, STATE)).toEqual([{ account: ADA, role: "creator", tokens: [] }]);
  expect(otherEarners(listed, { ...STATE, creatorsEarn: false })).toEqual([
    { account: ADA, role: "earlier", tokens: [] },
  ]);
});

it("finds former recipients of the protocol fee, also among those that the state names", () => {
  const listed: Listed = [
    { address: ADA, roles: ["protocol", "creator"] },
    { address: GRACE, roles: ["creator"] },
    { address: TOKEN, roles: ["protocol"] },
  ];
  expect(formerProtocolRecipients(listed, TOKEN)).toEqual([ADA]);
});
