import type { Database } from '../../platform/db/database'
import { allRows, type ExportOf, jsonFile } from '../../platform/export/entry'
import { findProposals, type ProposalRow } from '../tools'
import { findMessages, type ListedMessage } from './repository'

const AT_ONCE = 200

/** The conversations of a person with the assistant, in all workspaces, and what the assistant proposed; the newest first. */
export const exportChat = ({ db }: Database): ExportOf =>
  async function* (userId) {
    yield jsonFile('chat/messages.json', messages())
    yield jsonFile('chat/actions.json', actions())

    async function* messages() {
      const rows = allRows((last: ListedMessage | null) =>
        findMessages(db, { personId: userId }, { before: last?.place ?? null, limit: AT_ONCE }),
      )
      for await (const { id, from, message, createdAt } of rows) yield { id, from, message, createdAt }
    }

    async function* actions() {
      const rows = allRows((last: ProposalRow | null) =>
        findProposals(db, { personId: userId }, { before: last?.place ?? null, limit: AT_ONCE }),
      )
      for await (const { id, messageId, kind, codeId, changes, status, createdAt } of rows)
        yield { id, messageId, kind, codeId, changes, status, createdAt }
    }
  }
