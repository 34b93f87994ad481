import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        resolved: z.string().optional(),
        integrity: z.string().optional(),
        link: z.boolean().optional(),
        inBundle: z.boolean().optional(),
        optional: z.boolean().optional(),
        os: z.array(z.string()).optional(),
        cpu: z.array(z.string()).optional(),
        libc: z.array(z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync("package-lock.json", "utf8")));

/**
 * Platform packages that were missing from the registry at the last `npm run lock:complete`. Linux
 * on x64, where everything is tested, installs none of them. The list may only become
 * shorter.
 */
const WITHOUT_INTEGRITY = [
  "@biomejs/cli-android-arm64",
  "@biomejs/cli-android-x64",
  "@biomejs/cli-darwin-arm64",
  "@biomejs/cli-darwin-x64",
  "@biomejs/cli-win32-arm64",
  "@biomejs/cli-win32-x64",
  "@foundry-rs/anvil-darwin-amd64",
  "@foundry-rs/anvil-darwin-arm64",
  "@foundry-rs/anvil-linux-arm64",
  "@foundry-rs/anvil-win32-amd64",
  "@foundry-rs/forge-darwin-amd64",
  "@foundry-rs/forge-linux-arm64",
  "@next/swc-darwin-arm64",
  "@next/swc-darwin-x64",
  "@next/swc-win32-arm64-msvc",
  "@next/swc-win32-x64-msvc",
  "@tailwindcss/oxide-android-arm64",
  "@tailwindcss/oxide-darwin-arm64",
  "@tailwindcss/oxide-darwin-x64",
  "@tailwindcss/oxide-freebsd-x64",
  "@tailwindcss/oxide-linux-arm-gnueabihf",
  "@tailwindcss/oxide-wasm32-wasi",
  "@tailwindcss/oxide-win32-arm64-msvc",
  "@tailwindcss/oxide-win32-x64-msvc",
];

const entries = Object.entries(lock.packages).flatMap(([key, entry]) =>
  !key.includes("node_modules/") || entry.link || entry.inBundle
    ? []
    : [{ ...entry, name: key.slice(key.lastIndexOf("node_modules/") + 13) }],
);

it("pins every package by hash, except platform packages that are missing from the registry", () => {
  const open = entries.filter(({ integrity }) => !/^sha512-/.test(integrity ?? ""));
  const unknown = open.filter(({ name }) => !WITHOUT_INTEGRITY.includes(name));
  expect(unknown.map(({ name, version }) => `${name}@${version}`)).toEqual([]);
  // Optional and platform-specific: npm never downloads them elsewhere.
  expect(open.every(({ optional, cpu }) => optional && cpu !== undefined)).toBe(true);
  const here = open.filter(({ os, cpu }) => os?.includes("linux") && cpu?.includes("x64"));
  expect(here).toEqual([]);
});

it("installs the build of one C library, not of both", () => {
  const musl = entries.filter(({ name, optional }) => optional && /musl/.test(name));
  expect(musl.length).toBeGreaterThan(0);
  expect(musl.filter(({ libc }) => libc?.join() !== "musl").map(({ name }) => name)).toEqual([]);
});

it("downloads packages only from a registry over TLS", () => {
  const others = entries.filter(
    ({ resolved }) => resolved !== undefined && !/^https:\/\/registry\.npmjs\.org\//.test(resolved),
  );
  expect(others.map(({ name, resolved }) => `${name} ${resolved}`)).toEqual([]);
});
