import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import { eraseAddressInResponses, eraseResponses } from '../../../platform/idempotency'
import { eraseMails } from '../../../platform/mail'
import { eraseNamesInActions } from '../../account'
import { eraseKeyAuthor, eraseKeys } from '../../api-keys'
import { eraseBilling, erasePayer } from '../../billing'
import { eraseBulkRuns, eraseStarter } from '../../bulk'
import { eraseChat } from '../../chat'
import { eraseFileTickets } from '../../code-files'
import { eraseOperatorOfReports } from '../../code-reports'
import { releaseDomains } from '../../custom-domains'
import { eraseGenerated } from '../../generator'
import { eraseUploads } from '../../media'
import { erasePreferences } from '../../notifications'
import { erasePages } from '../../pages'
import { erasePdfs } from '../../pdf-codes'
import { eraseScans, sealOwner } from '../../scans'
import { eraseProposals } from '../../tools'
import { eraseAuthor, eraseCodes, eraseOperatorOfTakedowns } from '../../user-codes'
import { eraseWebhookAuthor, eraseWebhooks } from '../../webhooks'
import { eraseMemberships } from '../../workspaces'
import { deleteExportsOf } from '../export/repository'
import { type ErasureRow, endErasure, recordStep } from './repository'

export interface ErasureDependencies {
  database: Database
  files: FileStore
  clock: Clock
}

type Step = (dependencies: ErasureDependencies, erasure: ErasureRow) => Promise<void>

const MINUTE_MS = 60_000

/** One transaction for what one statement or two delete. */
const within =
  (work: (tx: Db, erasure: ErasureRow) => Promise<void>): Step =>
  ({ database }, erasure) =>
    database.transaction((tx) => work(tx, erasure), { statementTimeoutMs: MINUTE_MS })

/** What a further workspace, of which no address is known, does not have. */
const ofPerson =
  (step: Step): Step =>
  async (dependencies, erasure) => {
    if (erasure.email !== null) await step(dependencies, erasure)
  }

/**
 * What an erasure does, each step of which may be done twice. First no more scans are kept and printed codes come to
 * their last state; then goes what is behind them.
 */
const STEPS: readonly Step[] = [
  ({ database }, { userId }) => sealOwner(database, userId),
  // These two first, so that no program and no run keeps making codes.
  ({ database }, { userId }) => eraseKeys(database, userId),
  ({ database }, { userId }) => eraseBulkRuns(database, userId),
  // Nobody is told of codes that go with their owner.
  within((tx, { userId }) => eraseWebhooks(tx, userId)),
  ({ database }, erasure) => eraseCodes(database, erasure),
  within((tx, { userId }) => releaseDomains(tx, userId)),
  (dependencies, { userId, ending, keepPdfPages }) =>
    erasePdfs(dependencies, { userId, keepPages: ending === 'freeze' && keepPdfPages }),
  (dependencies, { userId, ending, keepPdfPages }) =>
    erasePages(dependencies, { userId, keepPages: ending === 'freeze' && keepPdfPages }),
  (dependencies, { userId }) => eraseUploads(dependencies, userId),
  (dependencies, { userId }) => eraseScans(dependencies, userId),
  within((tx, { userId }) => eraseGenerated(tx, userId)),
  within((tx, { userId }) => eraseFileTickets(tx, userId)),
  ({ database, clock }, { userId, email }) => eraseBilling(database, { userId, email, now: clock.now() }),
  (dependencies, { userId }) => eraseExports(dependencies, userId),
  within((tx, { userId }) => eraseProposals(tx, userId)),
  ofPerson(within((tx, { userId }) => eraseChat(tx, userId))),
  ofPerson(within((tx, { userId, email }) => eraseOperatorOfTakedowns(tx, userId, email ?? ''))),
  ofPerson(within((tx, { userId, email }) => eraseOperatorOfReports(tx, userId, email ?? ''))),
  ofPerson(within((tx, { userId }) => erasePreferences(tx, userId))),
  ofPerson(
    within(async (tx, { userId, email }) => {
      await eraseResponses(tx, userId)
      await eraseAddressInResponses(tx, { address: email ?? '', id: userId })
    }),
  ),
  within((tx, { userId, email }) => eraseMails(tx, userId, email)),
  ofPerson(within((tx, { userId }) => eraseNamesInActions(tx, userId))),
  ({ database }, erasure) =>
    eraseMemberships(database, erasure, async (named) => {
      await eraseAuthor(database, named)
      await eraseStarter(database, named)
      await eraseKeyAuthor(database, named)
      await eraseWebhookAuthor(database, named)
      await erasePayer(database, named)
    }),
]

/** Does what is left of the running sweep. */
export async function erase(dependencies: ErasureDependencies, erasure: ErasureRow): Promise<void> {
  const { db } = dependencies.database
  for (const [index, step] of STEPS.entries()) {
    if (index < erasure.step) continue
    await step(dependencies, erasure)
    await recordStep(db, erasure.userId, index + 1)
  }
  await endErasure(db, erasure.userId)
}

/** The rows of a user first, so that an attempt that runs finds none to write into; then the files. */
async function eraseExports(
  { database, files }: Pick<ErasureDependencies, 'database' | 'files'>,
  userId: string,
): Promise<void> {
  for (const key of await deleteExportsOf(database.db, userId)) await files.remove(key)
}
