import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "./write-file-atomic";

const portsSchema = z.record(z.string(), z.number().int().min(1).max(65_535));

/** The loopback ports of the last start, so that the parts keep their addresses. */
export class PortMemory {
  private constructor(
    private readonly path: string,
    private readonly ports: Record<string, number>,
  ) {}

  static async open(dataDir: string): Promise<PortMemory> {
    const path = join(dataDir, "ports.json");
    try {
      return new PortMemory(path, portsSchema.parse(JSON.parse(await readFile(path, "utf8"))));
    } catch {
      // Missing or damaged: use any free ports.
      return new PortMemory(path, {});
    }
  }

  get(part: string): number | undefined {
    return this.ports[part];
  }

  set(part: string, port: number): void {
    this.ports[part] = port;
  }

  async save(): Promise<void> {
    await writeFileAtomic(this.path, `${JSON.stringify(this.ports, null, 2)}\n`);
  }
}
