import { open } from "node:fs/promises";
import { memoizeAsync } from "@/lib/support/memoize-async";
import { type Limits, runLimited } from "./run-limited";

/**
 * Runs the program in its own root, which holds one folder, the program and, if it is dynamically
 * linked, the system's libraries: no other file, no process, no network. Temporary mounts are
 * unmounted before the program starts.
 */
const SCRIPT = `set -e; PATH=/usr/sbin:/usr/bin:/sbin:/bin
program=$1 folder=$2 libraries=$3 here=$PWD; shift 3
root=/sys
mount -t tmpfs -o size=1m,mode=755 none "$root"
mkdir "$root/old" "$root/proc" "$root/dev" "$root/tmp"
mount -t proc proc "$root/proc"
tools="" linked=""
for place in /bin /sbin /usr/bin /usr/sbin /lib /lib64 /usr/lib /usr/lib64; do
  if [ -h "$place" ]; then mkdir -p "$root\${place%/*}"; cp -P "$place" "$root$place"
  elif [ -d "$place" ]; then
    mkdir -p "$root$place"
    mount --bind -o ro "$place" "$root$place"
    case $place in *bin) tools="$tools $place" ;; *) linked="$linked $place" ;; esac
  fi
done
mkdir -p "$root$folder"
mount --bind "$folder" "$root$folder"
for device in null urandom; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
: > "$root/program"
mount --bind -o ro "$program" "$root/program"
cd "$root"
pivot_root . old
umount -n -l /old
[ "$libraries" = 1 ] && linked=""
umount -n -l $linked $tools /proc
cd "$here"
exec /program "$@"`;

/** New namespaces of every kind. The user namespace maps only this process's user. */
const UNSHARE = [
  ...["unshare", "--user", "--map-root-user", "--mount", "--net", "--pid", "--ipc", "--uts"],
  ...["--fork", "--kill-child", "/bin/sh", "-c", SCRIPT, "sh"],
];

/**
 * The command line that runs a program isolated with a folder.
 * @param options.folder all that it may read and write; an absolute path
 */
export async function isolated(
  program: string,
  args: readonly string[],
  options: { folder: string },
): Promise<[program: string, args: string[]]> {
  const libraries = (await isStatic(program)) ? "0" : "1";
  const [unshare = "", ...rest] = UNSHARE;
  return [unshare, [...rest, program, options.folder, libraries, ...args]];
}

const TRIAL: Limits = { cpuSeconds: 5, wallMs: 10_000, memoryBytes: null, fileBytes: 0 };

/** Whether this machine allows isolation; tested once. Containers often forbid it. */
export const canIsolate = memoizeAsync(tryOut);

async function tryOut(): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const [program, args] = await isolated("/bin/sh", ["-c", "exit 0"], { folder: "/tmp" });
  const options = { cwd: "/tmp", limits: TRIAL, stdoutBytesMax: 1_000 };
  // A missing program also means "not available".
  const outcome = await runLimited(program, args, options).catch(() => null);
  return outcome?.code === 0;
}

const HEAD_BYTES = 4_096;
const INTERPRETER = 3;

/** Whether an ELF file is static: names no interpreter that would load libraries. */
async function isStatic(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const isElf64 = head.toString("latin1", 0, 5) === "\u007fELF\u0002";
    if (!isElf64) return false;
    const at = Number(head.readBigUInt64LE(32));
    const [size, count] = [head.readUInt16LE(54), head.readUInt16LE(56)];
    for (let i = 0; i < count && at + i * size + 4 <= head.length; i += 1) {
      if (head.readUInt32LE(at + i * size) === INTERPRETER) return false;
    }
    return true;
  } finally {
    await file.close();
  }
}
