import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Content of a lock file. */
interface Holder {
  pid: number
  /** Distinguishes two processes with the same pid, where the system knows when a process began. */
  startedAt: string | null
  /** Name of the socket that the holder listens on as long as it lives. */
  socket: string | null
  isReleased: boolean
}

export type LockResult = { release(): Promise<void> } | { heldBy: number }

/**
 * Takes the exclusive right to use a folder, or returns its holder.
 *
 * The lock is the file `{name}.lock.{n}` with the highest number. It is taken by making the next number with link(2),
 * which only one process can do, and it is free when its holder released it or is dead. The kernel answers that
 * through the holder's socket, also across containers that share the folder; without sockets on this file system,
 * the pid and the start time of the process do.
 */
export async function lockFolder(folder: string, name: string): Promise<LockResult> {
  const socket = await listenIn(folder, `${name}.${randomBytes(4).toString('hex')}.sock`)
  const holder: Holder = {
    pid: process.pid,
    startedAt: startOf(process.pid),
    socket: socket?.name ?? null,
    isReleased: false,
  }
  for (;;) {
    const top = highest(folder, name)
    const heldBy = await aliveHolder(folder, name, top)
    if (heldBy !== null) {
      await socket?.close()
      return { heldBy }
    }
    if (!create(folder, name, top + 1, holder)) continue
    if (highest(folder, name) !== top + 1) {
      rmSync(fileOf(folder, name, top + 1), { force: true })
      continue
    }
    await cleanUp(folder, name, top + 1)
    return {
      release: async () => {
        // The number stays taken: a process that had seen the file before must not take it a second time.
        replace(folder, fileOf(folder, name, top + 1), { ...holder, isReleased: true })
        await socket?.close()
      },
    }
  }
}

/** The pid of the process that has the lock; null when it is free, or there is no such folder. */
export async function lockHolder(folder: string, name: string): Promise<number | null> {
  return existsSync(folder) ? aliveHolder(folder, name, highest(folder, name)) : null
}

async function aliveHolder(folder: string, name: string, top: number): Promise<number | null> {
  const holder = top === 0 ? null : readHolder(fileOf(folder, name, top))
  return holder && (await isAlive(folder, holder)) ? holder.pid : null
}

const fileOf = (folder: string, name: string, number: number) => join(folder, `${name}.lock.${number}`)

function highest(folder: string, name: string): number {
  const prefix = `${name}.lock.`
  const numbers = readdirSync(folder)
    .filter((file) => file.startsWith(prefix))
    .map((file) => Number(file.slice(prefix.length)))
  return Math.max(0, ...numbers.filter(Number.isInteger))
}

/** Null when the file is gone: a later number took its place. */
function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The file appears whole or not at all. */
function create(folder: string, name: string, number: number, holder: Holder): boolean {
  const draft = writeDraft(folder, holder)
  try {
    linkSync(draft, fileOf(folder, name, number))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function replace(folder: string, file: string, holder: Holder): void {
  renameSync(writeDraft(folder, holder), file)
}

function writeDraft(folder: string, holder: Holder): string {
  const draft = join(folder, `draft.${process.pid}.${randomBytes(4).toString('hex')}`)
  writeFileSync(draft, JSON.stringify(holder))
  return draft
}

/** Removes what earlier holders left. */
async function cleanUp(folder: string, name: string, current: number): Promise<void> {
  const prefix = `${name}.lock.`
  for (const file of readdirSync(folder)) {
    if (!file.startsWith(prefix) || Number(file.slice(prefix.length)) >= current) continue
    const socket = readHolder(join(folder, file))?.socket
    if (socket && (await probe(folder, socket)) === 'refused') rmSync(join(folder, socket), { force: true })
    rmSync(join(folder, file), { force: true })
  }
}

async function isAlive(folder: string, { pid, startedAt, socket, isReleased }: Holder): Promise<boolean> {
  if (isReleased) return false
  const answer = socket === null ? 'absent' : await probe(folder, socket)
  if (answer !== 'absent') return answer === 'accepted'
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startOf(pid) === startedAt
}

/** Boot and clock ticks since boot (proc(5): field 22 of stat, after the name in parentheses); null elsewhere. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return null
  }
}

interface Socket {
  name: string
  close(): Promise<void>
}

/** Null where the file system has no sockets or the path is too long for one (unix(7): 108 bytes). */
function listenIn(folder: string, name: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const server: Server = createServer((peer) => peer.on('error', () => {}).destroy())
    server.on('error', () => resolve(null))
    server.listen(join(folder, name), () => {
      server.unref()
      resolve({ name, close: () => new Promise((closed) => server.close(() => closed())) })
    })
  })
}

/** Whether a process listens: the kernel answers, even for one whose event loop is busy. */
function probe(folder: string, name: string): Promise<'accepted' | 'refused' | 'absent'> {
  return new Promise((resolve) => {
    const peer = connect(join(folder, name))
    peer.once('connect', () => {
      peer.destroy()
      resolve('accepted')
    })
    peer.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' ? 'refused' : code === 'ENOENT' ? 'absent' : 'accepted'),
    )
  })
}
