import { win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { posixRelative } from "../../../packages/posix-relative";
import { tar } from "../../../packages/tar";

describe("the archive of the client and CLI", () => {
  it("names files with slashes on Windows too", () => {
    const folder = "C:\\slipway\\packages\\cli";
    const file = win32.join(folder, "dist", "client", "index.js");
    expect(posixRelative(folder, file, win32)).toBe("dist/client/index.js");
  });

  it("rejects a path with a backslash, which no system would unpack as a folder", () => {
    const content = new Uint8Array();
    expect(() => tar([{ path: "package/dist\\index.js", content }])).toThrow(/does not fit/);
    expect(tar([{ path: "package/dist/index.js", content }])).toHaveLength(3 * 512);
  });
});
