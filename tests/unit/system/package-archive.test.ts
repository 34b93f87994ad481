import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createArchiveReader } from "@/lib/endpoints/package-archive";
import { folderWith } from "../../setup/folder-with";

describe("the archive of the package", () => {
  it("is unavailable until the first build is done, and then what the last build wrote", async () => {
    const file = join(folderWith({}), "slipway.tgz");
    const read = createArchiveReader(file);
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 503, retryAfterSeconds: expect.any(Number) });

    await writeFile(file, "first");
    const first = await read();
    expect(first.bytes.toString()).toBe("first");
    expect(await read()).toBe(first);

    await writeFile(file, "second");
    await utimes(file, new Date(), new Date(Date.now() + 1_000));
    const second = await read();
    expect(second.bytes.toString()).toBe("second");
    expect(second.etag).not.toBe(first.etag);
  });

  it("fails with the error of a file that cannot be read", async () => {
    const failure = await createArchiveReader(folderWith({}))().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "EISDIR" });
  });
});
