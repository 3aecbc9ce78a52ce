import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { killTree, type Part, pidOf } from './process-tree'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

/** Those that a test started and that may still run. */
const running = new Set<Program>()

/** For the end of a test, however it ended. */
export async function killPrograms(): Promise<void> {
  await Promise.all([...running].map((program) => program.kill('SIGKILL')))
}

export interface Program {
  /** Of its supervisor. */
  pid: number
  /** Of a part of it. @throws Error while it does not run */
  pidOf(part: Part): number
  url: string
  /** Where the codes and the pages of PDFs are. */
  publicUrl: string
  /** Its standard output: the log. */
  said(): string
  /** Its standard error. */
  complaint(): string
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>
  /** Resolves when requests are answered, rejects when the program ended instead. */
  ready: Promise<void>
  /** SIGKILL ends all its processes, as the end of a container does; another signal goes to the supervisor. */
  kill(signal: NodeJS.Signals): Promise<void>
}

/**
 * Starts the built product as an operator does: only by its environment. Ports in it are kept, others are free ones.
 * A use of an interface that Node.js or a package will drop ends the program.
 * @param openFiles limit of its open files, sockets among them; by default our own
 * @param dist the folder of its bundles; by default that of the checkout
 */
export async function startProgram(
  settings: Record<string, string>,
  { openFiles, dist = DIST }: { openFiles?: number; dist?: string } = {},
): Promise<Program> {
  const [freePort, freePublicPort] = await freePorts(2)
  const port = settings['PORT'] ?? String(freePort)
  const publicPort = settings['PUBLIC_PORT'] ?? String(freePublicPort)
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles} && `
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, join(dist, 'main.js')], {
    env: {
      PATH: process.env['PATH'],
      PORT: port,
      PUBLIC_PORT: publicPort,
      LOG_LEVEL: 'warn',
      ...settings,
      NODE_OPTIONS: [dist === DIST && '--throw-deprecation', settings['NODE_OPTIONS']]
        .filter(Boolean)
        .join(' '),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  const out = collect(child, 'stdout')
  const complaint = collect(child, 'stderr')
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => out().includes('is ready') && resolve())
    void ended.then((code) =>
      reject(new Error(`ended with ${code} before it was ready: ${complaint()}${out()}`)),
    )
  })
  ready.catch(() => {})
  const program: Program = {
    pid,
    pidOf(part) {
      const found = pidOf(pid, part)
      if (found === null) throw new Error(`the ${part} does not run`)
      return found
    },
    url: `http://127.0.0.1:${port}`,
    publicUrl: `http://localhost:${publicPort}`,
    said: out,
    complaint,
    ended,
    ready,
    kill: async (signal) => {
      if (signal === 'SIGKILL') killTree(pid)
      else child.kill(signal)
      await ended
    },
  }
  running.add(program)
  void ended.then(() => running.delete(program))
  return program
}

function collect(child: ChildProcess, stream: 'stdout' | 'stderr'): () => string {
  let text = ''
  child[stream]?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}
