import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { BrowserContext } from "playwright/test";
import type { InjectedWallet } from "./injected-wallet";
import type { WalletRelay } from "./wallet-relay";

const require = createRequire(import.meta.url);
const LIBRARY = join(dirname(require.resolve("@walletconnect/sign-client")), "index.umd.js");
const PLACE = "https://phone.test/";

/** A wallet on another device: the real library in a separate page, which approves every request. */
export async function openRemoteWallet(
  context: BrowserContext,
  relay: WalletRelay,
  wallet: InjectedWallet,
  chainId: number,
): Promise<{ scan(uri: string): Promise<void> }> {
  const page = await context.newPage();
  await page.route("https://**", (route) =>
    route.request().url() === PLACE
      ? route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Phone</title>" })
      : route.abort(),
  );
  await relay.serve(page);
  await page.exposeFunction("phoneWallet", (request: unknown) => wallet.answer(request));
  await page.goto(PLACE);
  await page.addScriptTag({ path: LIBRARY });
  await page.evaluate(
    async ([account, methods]) => {
      const { SignClient } = window["@walletconnect/sign-client"];
      const metadata = { name: "Phone", description: "", url: location.origin, icons: [] };
      const projectId = "0123456789abcdef0123456789abcdef";
      const client = await SignClient.init({ projectId, metadata, telemetryEnabled: false });
      client.on("session_proposal", ({ id }) => {
        const events = ["accountsChanged", "chainChanged"];
        const namespaces = { eip155: { accounts: [account], methods: [...methods], events } };
        void client.approve({ id, namespaces });
      });
      client.on("session_request", async ({ id, topic, params }) => {
        const answer = await window.phoneWallet(params.request);
        const response =
          "result" in answer
            ? { id, jsonrpc: "2.0", result: answer.result }
            : { id, jsonrpc: "2.0", error: answer };
        await client.respond({ topic, response });
      });
      window.phoneScan = (uri) => client.pair({ uri });
    },
    [
      `eip155:${chainId}:${wallet.account.address}`,
      ["eth_sendTransaction", "eth_signTypedData_v4", "personal_sign"],
    ] as const,
  );
  return { scan: (uri) => page.evaluate((code) => window.phoneScan(code), uri) };
}

type Handler = (event: {
  id: number;
  topic: string;
  params: { request: { method: string; params: unknown } };
}) => void;

declare global {
  interface Window {
    "@walletconnect/sign-client": {
      SignClient: {
        init(options: object): Promise<{
          on(event: string, handler: Handler): void;
          approve(options: object): Promise<unknown>;
          respond(options: object): Promise<void>;
          pair(options: { uri: string }): Promise<void>;
        }>;
      };
    };
    phoneWallet: InjectedWallet["answer"];
    phoneScan: (uri: string) => Promise<void>;
  }
}
