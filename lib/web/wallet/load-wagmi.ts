import type { Config } from "@/lib/features/system/schema";
import type { Wagmi } from "./wagmi";

/** The code of external wallets, loaded on first use; only for launchpads with a real chain. */
export async function loadWagmi(config: Config): Promise<Wagmi> {
  const { getWagmi } = await import("./wagmi");
  const real = config.chains.filter(({ sandbox }) => !sandbox).map(({ slug }) => slug);
  return getWagmi(real, config.walletConnectProjectId);
}
