import { readdirSync, readFileSync } from 'node:fs'

const MIB = 1024 * 1024
const PAGE_BYTES = 4096

/** Resident memory of a process and of all that it started, in MiB, by process (proc(5)). */
export function treeMemory(root: number): Map<number, number> {
  const parents = new Map<number, number>()
  const memory = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      parents.set(Number(name), Number(fields[1]))
      memory.set(Number(name), (Number(fields[21]) * PAGE_BYTES) / MIB)
    } catch {
      // It has ended since the folder was read.
    }
  }
  const isOurs = (pid: number): boolean => pid === root || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  return new Map([...memory].filter(([pid]) => isOurs(pid)))
}

/** Watches the memory of a program and of all that it starts. */
export class MemoryWatch {
  /** MiB of all together, before. */
  readonly atRest: number
  /** MiB above `atRest`. */
  most = 0
  /** MiB of the largest process that the program started. */
  maxOfChild = 0
  readonly #timer: NodeJS.Timeout

  constructor(root: number) {
    const sum = (memory: Map<number, number>) => [...memory.values()].reduce((all, one) => all + one, 0)
    this.atRest = sum(treeMemory(root))
    this.#timer = setInterval(() => {
      const memory = treeMemory(root)
      this.most = Math.max(this.most, sum(memory) - this.atRest)
      for (const [pid, mib] of memory) if (pid !== root) this.maxOfChild = Math.max(this.maxOfChild, mib)
    }, 20)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
