import { readdirSync, readFileSync } from 'node:fs'

const MIB = 1024 * 1024
const PAGE_BYTES = 4096

/** Resident memory of a process and of all that it started, in MiB, by process (proc(5)); parents first. */
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
  const depth = (pid: number): number => (pid === root ? 0 : 1 + depth(parents.get(pid) ?? root))
  const ours = [...memory].filter(([pid]) => isOurs(pid))
  return new Map(ours.sort(([one], [other]) => depth(one) - depth(other)))
}

/** The running parts of a program, by the bundle that each runs. */
export type Part = 'program' | 'redirect-process'

/** The process id of a part; null while it does not run. @param root the supervisor of the program */
export function pidOf(root: number, part: Part): number | null {
  for (const pid of treeMemory(root).keys()) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (command.includes(`/${part}.js`)) return pid
    } catch {
      // It has ended since the folder was read.
    }
  }
  return null
}

/** Ends a process and all that it started, the first before the others: it would start them again. */
export function killTree(root: number): void {
  for (const pid of treeMemory(root).keys()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

/** Watches the memory of a program and of all that it starts. */
export class MemoryWatch {
  /** MiB of all together, before. */
  readonly atRest: number
  /** MiB above `atRest`. */
  most = 0
  /** MiB of the largest process that the program started, but for its own parts. */
  maxOfChild = 0
  readonly #timer: NodeJS.Timeout

  constructor(root: number) {
    const parts = [root, pidOf(root, 'program'), pidOf(root, 'redirect-process')]
    const sum = (memory: Map<number, number>) => [...memory.values()].reduce((all, one) => all + one, 0)
    this.atRest = sum(treeMemory(root))
    this.#timer = setInterval(() => {
      const memory = treeMemory(root)
      this.most = Math.max(this.most, sum(memory) - this.atRest)
      for (const [pid, mib] of memory)
        if (!parts.includes(pid)) this.maxOfChild = Math.max(this.maxOfChild, mib)
    }, 20)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
