import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { burner } from "./burner";

/** Creates this browser's burner wallet, unless it exists. */
export function createBurner() {
  const known = burner.read();
  if (known !== null) return known;
  const privateKey = generatePrivateKey();
  const made = { address: privateKeyToAddress(privateKey), privateKey };
  burner.write(made);
  return made;
}
