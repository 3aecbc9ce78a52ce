import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { type Program, startProgram } from '../harness/program'

export interface Processes {
  ports: number[]
  publicPorts: number[]
  kills: number
  /** From the start of a killed process to its first response, seconds. */
  slowestStart: number
  /** Resident memory of the process that is never killed, MiB. */
  rss(): number
  /** Heap of its threads after a collection: minutes since its start, MiB. */
  kept(): [number, number][]
  /** One of the others ends at once, and begins again. */
  killOne(): Promise<void>
  stop(): Promise<void>
}

const MORTAL = 2
const KEPT_MEMORY = new URL('./heap-after-gc.mjs', import.meta.url).href

/** Two that are killed, and one that lives to the end: its memory shows leaks. */
export async function startProcesses(
  settings: Record<string, string>,
  folderOf: (index: number) => string,
): Promise<Processes> {
  const ports = await freePorts(MORTAL + 1)
  const publicPorts = await freePorts(MORTAL + 1)
  const keptFile = join(folderOf(MORTAL), 'kept-memory')
  const watched = { NODE_OPTIONS: `--import ${KEPT_MEMORY}`, SOAK_KEPT_MEMORY: keptFile }
  const start = async (index: number): Promise<Program> => {
    const own = { PORT: `${ports[index]}`, PUBLIC_PORT: `${publicPorts[index]}`, DATA_DIR: folderOf(index) }
    const program = await startProgram({ ...settings, ...own, ...(index === MORTAL && watched) })
    await program.ready
    return program
  }
  const programs: Program[] = []
  // One after the other: the first makes the tables.
  for (const index of ports.keys()) programs.push(await start(index))
  const processes: Processes = {
    ports,
    publicPorts,
    kills: 0,
    slowestStart: 0,
    rss: () => residentMib((programs[MORTAL] as Program).pidOf('program')),
    kept: () => (existsSync(keptFile) ? keptMib(readFileSync(keptFile, 'utf8')) : []),
    async killOne() {
      const index = Math.floor(Math.random() * MORTAL)
      await (programs[index] as Program).kill('SIGKILL')
      processes.kills++
      const startedAt = performance.now()
      programs[index] = await start(index)
      processes.slowestStart = Math.max(processes.slowestStart, (performance.now() - startedAt) / 1000)
    },
    async stop() {
      await Promise.all(programs.map((program) => program.kill('SIGTERM')))
    },
  }
  return processes
}

const residentMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Sums of lines `minute bytes`, one for each thread. */
function keptMib(text: string): [number, number][] {
  const minutes = new Map<number, number>()
  for (const line of text.trim().split('\n')) {
    const [minute = 0, bytes = 0] = line.split(' ').map(Number)
    minutes.set(minute, (minutes.get(minute) ?? 0) + bytes / 1024 / 1024)
  }
  return [...minutes]
}
