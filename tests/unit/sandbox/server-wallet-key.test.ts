import { expect, it } from "vitest";
import { readEnv } from "@/lib/env";
import { serverWalletKey } from "@/sandbox/parts/start-chains";
import { SandboxError } from "@/sandbox/process/sandbox-error";

const GENERATED = `0x${"aa".repeat(32)}`;
const OWN = `0x${"bb".repeat(32)}`;
const secrets = {
  postgresPassword: "p".repeat(16),
  storeToken: "s".repeat(16),
  serverWalletPrivateKey: GENERATED,
  walletSeedKey: GENERATED,
  faucetToken: "f".repeat(16),
  outboxKey: "0".repeat(32),
};
const keyWith = (variables: Record<string, string>) =>
  serverWalletKey({ env: readEnv(variables), secrets });

it("generates the server wallet for sandbox chains only; a real chain requires the operator's", () => {
  expect(keyWith({})).toBe(GENERATED);
  expect(keyWith({ SERVER_WALLET_PRIVATE_KEY: OWN })).toBe(OWN);
  const real = { RPC_URL_BASE: "https://mainnet.base.org" };
  expect(keyWith({ ...real, SERVER_WALLET_PRIVATE_KEY: OWN })).toBe(OWN);
  expect(() => keyWith(real)).toThrow(SandboxError);
  expect(() => keyWith(real)).toThrow(
    /SERVER_WALLET_PRIVATE_KEY is not set, but base is a real chain/,
  );
});
