import { join } from "node:path";

/** A program of a client family, in the family's language. */
export type Family = {
  name: string;
  language: "node" | "python";
  program: string;
};

const program = (file: string) => join("tests", "clients", "programs", file);

/** Programs without dependencies: they run in `npm test`. */
export const FAMILIES: readonly Family[] = [
  {
    name: "Command-line launcher",
    language: "node",
    program: program("command-line-launcher.ts"),
  },
  { name: "Mirror worker", language: "node", program: program("mirror-worker.ts") },
  { name: "Web app with strict schemas", language: "node", program: program("web-app.ts") },
  { name: "API seller (Python)", language: "python", program: program("api_seller.py") },
  { name: "Browser extension", language: "node", program: program("browser-extension.ts") },
  { name: "Chain checker", language: "node", program: program("chain-checker.js") },
  { name: "Claims scanner", language: "node", program: program("claims-scanner.ts") },
  { name: "Email and X launcher", language: "node", program: program("email-and-x-launcher.ts") },
  { name: "Figures page", language: "node", program: program("figures-page.js") },
];
