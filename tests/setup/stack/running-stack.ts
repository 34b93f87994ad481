import type { TestProject } from "vitest/node";
import { startStack } from "./start-stack";

declare module "vitest" {
  interface ProvidedContext {
    baseUrl: string;
    dataDir: string;
  }
}

/** The shared launchpad of all API tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startStack();
  project.provide("baseUrl", stack.baseUrl);
  project.provide("dataDir", stack.dataDir);
  return () => stack.stop();
}
