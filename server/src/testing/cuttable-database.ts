import type { Database } from '../platform/db/database'

/** A real database behind a connection that a test can cut; notifications meanwhile are lost. */
export function cuttable(real: () => Database) {
  let isCut = false
  const listeners: ((payload: string) => void)[] = []
  const heard = new Map<string, () => void>()
  const loseNotifications = () => {
    for (const listener of listeners) listener('')
  }
  // A rejected promise would be left behind where a statement is built further, as by `db.delete(table).where(…)`.
  const refuse = (): never => {
    throw new Error('the line is cut')
  }
  return {
    database: (): Database => ({
      ...real(),
      db: new Proxy(real().db, {
        get: (db, name, receiver) => (isCut ? refuse : Reflect.get(db, name, receiver)),
      }),
      transaction: async (work, options) => (isCut ? refuse() : real().transaction(work, options)),
      listen: (channel, onNotification) => {
        listeners.push(onNotification)
        return real().listen(channel, (payload) => {
          if (isCut) return
          onNotification(payload)
          heard.get(payload)?.()
        })
      },
    }),
    cut: () => {
      isCut = true
    },
    repair: () => {
      isCut = false
      loseNotifications()
    },
    loseNotices: loseNotifications,
    /** A notification of this id that was on its way when the line was cut. */
    notify: (id: string) => {
      for (const listener of listeners) listener(id.toLowerCase())
    },
    /** Resolves when the service was told of a change of this id: a server tells of it after the change is made. */
    told: (id: string) => new Promise<void>((resolve) => heard.set(id.toLowerCase(), resolve)),
  }
}
