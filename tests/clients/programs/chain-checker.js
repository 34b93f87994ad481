import { baseUrl, CHAIN, getJson, LAUNCH, must, poll, postJson, runActions } from "./support";

/** Launches a token and trusts only the chain: it checks the receipt and the code. */

const IMAGE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
let jobId = "";
let done = {};

async function rpc(method, ...params) {
  const call = { jsonrpc: "2.0", id: 1, method, params };
  const { body } = await postJson(`${baseUrl}/rpc/${CHAIN}`, call);
  must(body.error === undefined, "no error", body.error);
  return body.result;
}

await runActions({
  "finds the service alive": async () => {
    const { status, body } = await getJson(`${baseUrl}/livez`);
    must(status === 200 && body.status === "ok", "ok", body);
    must(body.checks.rpc === true && body.checks.store === true, "every check passes", body.checks);
    must(/^0x[0-9a-fA-F]{40}$/.test(body.serverWallet), "an address", body.serverWallet);
  },
  "finds its chain in the config": async () => {
    const { body } = await getJson(`${LAUNCH}/config`);
    must(body.success === true && typeof body.sandbox === "boolean", "a config", body);
    const chain = body.chains.find(({ slug }) => slug === CHAIN);
    must(chain?.chainId === 84532, "chain id 84532", chain);
    must(Number(await rpc("eth_chainId")) === chain.chainId, "the same on chain", chain);
    const flags = ["feeSplitLaunch", "existingManager", "standaloneManager"];
    must(
      flags.every((flag) => typeof chain.capabilities[flag] === "boolean"),
      "flags",
      chain,
    );
  },
  "launches a token": async () => {
    const { status, body } = await postJson(`${LAUNCH}/${CHAIN}/launch-memecoin`, {
      name: "Checked",
      symbol: "CHECK",
      description: "",
      imageIpfs: IMAGE,
      creatorEmail: "checker@example.com",
    });
    must(status === 200 && body.success === true, "an accepted launch", body);
    must(typeof body.jobId === "string" && body.jobId !== "", "a job", body);
    jobId = body.jobId;
  },
  "sees only the specified states and nulls": async () => {
    done = await poll(
      async () => {
        const { status, body } = await getJson(`${LAUNCH}/launch-status/${jobId}`);
        must(status === 200 && body.success === true, "a status", body);
        must(["waiting", "active", "completed"].includes(body.state), "a known state", body.state);
        const numbers = [body.queuePosition, body.estimatedWaitTime];
        must(
          numbers.every((one) => typeof one === "number"),
          "numbers",
          body,
        );
        return body.state === "completed" ? body : null;
      },
      { everyMs: 500, seconds: 90 },
    );
    must(done.revenueManagerAddress === null, "no revenue manager", done);
    must(done.feeSplitManagerAddress === null, "no fee split manager", done);
    must(done.feeSplitRecipients === null, "no recipients", done);
    must(done.transactionMayHaveSucceeded !== true, "no doubt", done);
    const { imageIpfs, name, symbol, tokenURI, creator } = done.collectionToken;
    must(imageIpfs === IMAGE && name === "Checked" && symbol === "CHECK", "its token", done);
    must(tokenURI.startsWith("ipfs://") && creator.startsWith("0x"), "its token", done);
  },
  "finds the receipt and the code on chain": async () => {
    const receipt = await rpc("eth_getTransactionReceipt", done.transactionHash);
    must(receipt?.status === "0x1", "a successful transaction", receipt);
    const code = await rpc("eth_getCode", done.collectionToken.address, "latest");
    must(code.length > 2, "code", code);
  },
  "finds no job of another id": async () => {
    const { status, body } = await getJson(`${LAUNCH}/launch-status/no-such-job`);
    must(status === 404 && body.success === false, "status 404", { status, body });
    must(body.error === "Job not found", "Job not found", body.error);
  },
});
