import { hostname } from 'node:os'
import packageJson from '../../../../package.json'
import type { Clock } from '../clock'
import type { Db } from '../db/database'
import type { Log } from '../logging'
import { isProcessGone, MACHINE, PROCESS_KEY } from '../process-name'
import { type FigureSources, openFigures } from './figures'
import { listProcesses, putProcess, removeProcess, removeProcesses, removeSilentSince } from './repository'
import type { processes } from './table'

export { listProcesses, type ProcessRow } from './repository'
export type { ProcessFigures } from './table'

/** That of the release; it stands in the package.json of the root alone. */
export const VERSION: string = packageJson.version

const BEAT_MS = 15_000
/** A process that was silent this long is removed. */
const FORGET_AFTER_MS = 86_400_000

export interface HeartbeatDependencies extends FigureSources {
  role: (typeof processes.$inferSelect)['role']
  clock: Clock
  log: Log
}

/**
 * Writes a heartbeat of this process with its state to its row of `processes`; `close` deletes the row. Without a
 * database nothing is written, and the process runs on.
 */
export async function startHeartbeat(dependencies: HeartbeatDependencies) {
  const { database, clock, log } = dependencies
  const figures = openFigures(dependencies)
  const self = {
    key: PROCESS_KEY,
    role: dependencies.role,
    version: VERSION,
    machine: hostname(),
    pid: process.pid,
    startedAt: clock.now(),
  }
  const beat = async () => {
    const now = clock.now()
    await putProcess(database.db, { ...self, seenAt: now, figures: await figures.read() })
    await removeSilentSince(database.db, new Date(now.getTime() - FORGET_AFTER_MS))
  }
  let isFailing = false
  let beating = Promise.resolve()
  const tryBeat = () => {
    beating = beat().then(
      () => {
        isFailing = false
      },
      (err) => {
        // Logged once, not with every attempt.
        if (!isFailing) log.warn({ err }, 'the heartbeat of this process could not be written')
        isFailing = true
      },
    )
    return beating
  }
  await forgetGone(database.db).catch(() => {})
  await tryBeat()
  const timer = setInterval(tryBeat, BEAT_MS).unref()
  return {
    beat: tryBeat,
    async close(): Promise<void> {
      clearInterval(timer)
      await beating
      figures.close()
      await removeProcess(database.db, PROCESS_KEY).catch(() => {})
    },
  }
}

/** Rows that processes of this machine left when they were killed. */
async function forgetGone(db: Db): Promise<void> {
  const here = (await listProcesses(db)).filter(({ machine }) => machine === hostname())
  const gone = here.filter(({ pid, key }) =>
    isProcessGone({ machine: MACHINE, pid, processKey: key }, PROCESS_KEY),
  )
  await removeProcesses(
    db,
    gone.map(({ key }) => key),
  )
}
