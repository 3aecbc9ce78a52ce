import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TinyDisk {
  folder: string
  /** Fills the disk up to this many free bytes. */
  fill(left?: number): void
  /** Gives it back. */
  free(): void
  unmount(): void
}

/** Why tests that need a disk of their own are left out; null when they are not. */
export const NO_DISK_REASON =
  process.platform === 'linux' && process.getuid?.() === 0 && canMount()
    ? null
    : 'only root on Linux, where mounting is allowed, has a disk that small'

function canMount(): boolean {
  const folder = `/tmp/scanleaf-mount-${process.pid}`
  mkdirSync(folder, { recursive: true })
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0
  if (isMounted) spawnSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true, force: true })
  return isMounted
}

/** A disk in memory. @param owner user id whose it is */
export function mountLimitedDisk(
  folder: string,
  { kib, owner = 0 }: { kib: number; owner?: number },
): TinyDisk {
  mkdirSync(folder, { recursive: true })
  const options = `size=${kib}k,uid=${owner},mode=0700`
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  if (status !== 0) throw new Error(`mount: ${stderr}`)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill(left = 0) {
      const chunk = Buffer.alloc(4096)
      let size = 0
      try {
        for (;;) {
          writeFileSync(filler, chunk, { flag: 'a' })
          size += chunk.length
        }
      } catch {
        // Only what is to remain becomes free: another writer would take more at once.
        if (left > 0) truncateSync(filler, Math.max(0, size - left))
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => spawnSync('umount', ['--lazy', folder]),
  }
}
