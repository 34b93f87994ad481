import { createBasenames } from "@/lib/drivers/names/create-basenames";
import { createEns } from "@/lib/drivers/names/create-ens";
import { createNames } from "@/lib/drivers/names/create-names";
import type { Names } from "@/lib/drivers/names/names";
import type { Core } from "./core";

/** Public names of addresses. */
export type NameModule = { names: Names };

export function createNameModule({ env, log }: Pick<Core, "env" | "log">): NameModule {
  const { BASENAMES_RPC_URL, ENS_RPC_URL } = env;
  const services = [
    BASENAMES_RPC_URL === undefined ? [] : createBasenames(BASENAMES_RPC_URL),
    ENS_RPC_URL === undefined ? [] : createEns(ENS_RPC_URL),
  ].flat();
  return {
    names: createNames(services, {
      onFailure: (err) => log.warn({ err }, "name lookup failed"),
    }),
  };
}
