import { z } from "zod";
import {
  accepted,
  CHAIN,
  DATA,
  getJson,
  LAUNCH,
  must,
  poll,
  postJson,
  runActions,
} from "./support";

/** Launches for users by email address or X username, into a manager that charges its fee. */

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
let managerAddress = "";
let launched = "";

await runActions({
  "creates a revenue manager": async () => {
    const reply = await postJson(`${LAUNCH}/${CHAIN}/create-revenue-manager`, {
      protocolFee: "1000",
      recipientEmail: "fees@example.com",
    });
    const created = z.object({
      success: z.literal(true),
      managerAddress: address,
      owner: address,
      recipientAddress: address,
      protocolFee: z.literal(1000),
      walletProvider: z.object({ walletProviderUserId: z.string(), walletAddress: address }),
    });
    managerAddress = accepted(reply, created).managerAddress;
  },
  "launches for an X user into it, within 80 s": async () => {
    const reply = await postJson(`${LAUNCH}/${CHAIN}/launch-memecoin`, {
      name: "For an X user",
      symbol: "FORX",
      description: "Launched by a bot",
      imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
      creatorTwitterUsername: "@some_user",
      revenueManagerAddress: managerAddress,
      websiteUrl: "",
    });
    const { jobId } = accepted(reply, z.object({ jobId: z.string(), success: z.literal(true) }));
    const status = z.object({
      state: z.string(),
      revenueManagerAddress: address.nullish(),
      collectionToken: z.object({ address }).nullish(),
    });
    const job = await poll(
      async () => {
        const body = accepted(await getJson(`${LAUNCH}/launch-status/${jobId}`), status);
        must(body.state !== "failed", "no failure", body);
        return body.state === "completed" ? body : null;
      },
      { everyMs: 2_000, seconds: 80 },
    );
    must(job.revenueManagerAddress === managerAddress, managerAddress, job);
    launched = job.collectionToken?.address ?? "";
  },
  "finds the token by its manager": async () => {
    const list = z.object({ data: z.array(z.object({ tokenAddress: address })) });
    const data = await poll(
      async () => {
        const reply = await getJson(`${DATA}/tokens?manager=${managerAddress}`);
        const { data } = accepted(reply, list);
        return data.length > 0 ? data : null;
      },
      { everyMs: 1_000, seconds: 20 },
    );
    must(data.length === 1 && data[0]?.tokenAddress === launched, launched, data);
  },
});
