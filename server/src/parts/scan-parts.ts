import { recordReported } from '../features/code-reports'
import { openCodePages } from '../features/pages'
import { pdfPages } from '../features/pdf-codes'
import { startRedirect } from '../features/redirect'
import {
  scanStore,
  startJournalImporter,
  startJournalPublisher,
  startStreamImporter,
} from '../features/scans'
import { openFiles } from '../platform/files/file-store'
import { openVisitorPages } from '../platform/http/loopback-listener'
import { part, type SharedDependencies } from './declare-part'

/** What moves recorded scans into the database. Before the redirect in the list, so that it moves the last scans too. */
export const scanImporters = ({ config, log }: SharedDependencies) => [
  part({
    name: 'scan stream',
    roles: ['all', 'redirect', 'worker'],
    needs: [],
    async start() {
      if (config.stream === null) return null
      const { ScanStream } = await import('../platform/stream')
      return new ScanStream(config.stream, log)
    },
  }),
  part({
    // Where the journal is, because no other machine can read it.
    name: 'journal importer',
    roles: ['all', 'redirect', 'worker'],
    isBackground: true,
    needs: ['database', 'redirect', 'scan stream'],
    async start({ database: { opened }, redirect, 'scan stream': stream }) {
      const moving = { config, database: await opened, log }
      if (stream) return startJournalPublisher({ ...moving, stream })
      const busyShare = redirect?.busyShare
      return startJournalImporter({ ...moving, ...(busyShare && { busyShare }) })
    },
  }),
  part({
    name: 'stream importer',
    roles: ['all', 'worker'],
    isBackground: true,
    needs: ['database', 'redirect', 'scan stream'],
    async start({ database: { opened }, redirect, 'scan stream': stream }) {
      const busyShare = redirect?.busyShare
      const database = await opened
      return stream && startStreamImporter({ stream, database, log, ...(busyShare && { busyShare }) })
    },
  }),
]

/** What answers visitors. */
export const visitorParts = ({ config, log, denyList, supervisor, isFailing }: SharedDependencies) => [
  part({
    name: 'visitor pages',
    roles: ['all', 'redirect'],
    needs: ['database'],
    async start({ database }) {
      const files = openFiles(config)
      // Whoever asks for a file hears of it; a folder that cannot be written is told by the database.
      files.catch(() => {})
      const serving = { config, database: database.opened, denyList, files, log }
      const codePages = await openCodePages(serving)
      const ofPdfs = pdfPages(serving)
      const listener = await openVisitorPages(codePages.handle, ofPdfs, log)
      const close = async () => {
        await listener.close()
        await codePages.close()
      }
      return { port: listener.port, close }
    },
  }),
  part({
    name: 'redirect',
    roles: ['all', 'redirect'],
    needs: ['database', 'visitor pages'],
    async start({ database: { opened }, 'visitor pages': pages }) {
      const starting = startRedirect({
        config,
        database: opened,
        log,
        denyList,
        recordReported,
        pagesPort: pages?.port,
        storeScans: async (id, records) => scanStore(await opened)(id, records),
        runs: supervisor,
      })
      starting.catch(() => {})
      // Its failure ends the program with an error message, before any error that follows from it is reported.
      await opened
      const redirect = await starting
      return { ...redirect, close: () => (isFailing() ? redirect.leave() : redirect.close()) }
    },
  }),
]
