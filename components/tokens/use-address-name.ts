import { useQuery } from "@tanstack/react-query";
import { nameQuery } from "@/lib/web/names/name-query";
import { configQuery } from "@/lib/web/queries";

/** The public name of an address, and whether this launchpad has names at all. */
export function useAddressName(address: string): { isOn: boolean; name: string | null } {
  const { data: isOn = false } = useQuery({ ...configQuery(), select: ({ names }) => names });
  const { data: name = null } = useQuery({ ...nameQuery(address), enabled: isOn });
  return { isOn, name };
}
