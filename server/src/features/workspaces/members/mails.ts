import { randomUUID } from 'node:crypto'
import type { WorkspaceRole } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import type { Person } from '../repository'

interface MembersChange {
  workspace: { id: string; name: string }
  change: 'joined' | 'left' | 'owner'
  person: Person
  role: WorkspaceRole
  /** Id of who did it; they and the affected person get no mail. */
  doneBy: string
}

/** Notifies the people responsible for a workspace that somebody joined, left or became its owner. */
export const mailMembersChanged = (
  tx: Db,
  { workspace, change, person, role, doneBy }: MembersChange,
): Promise<void> =>
  queueMail(tx, {
    kind: 'members-changed',
    dedupeKey: `members-changed:${randomUUID()}`,
    userId: workspace.id,
    address: null,
    language: null,
    values: {
      ...{ change, role, doneBy, person: person.id, name: person.name, address: person.email },
      workspaceName: workspace.name,
    },
  })
