import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { burner } from "./burner";

/** Makes the burner of this browser, unless there is one. */
export function createBurner() {
  const known = burner.read();
  if (known !== null) return known;
  const privateKey = generatePrivateKey();
  const made = { address: privateKeyToAddress(privateKey), privateKey };
  burner.write(made);
  return made;
}
