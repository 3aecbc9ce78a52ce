import { WORKSPACE_ROLES, type WorkspaceRole } from '../workspaces/capabilities'

/** Which mails a person can refuse: none (`always`), those of this kind (`refusable`), or all but the wanted (`requested`). */
export const MAIL_SORTS = ['always', 'refusable', 'requested'] as const
export type MailSort = (typeof MAIL_SORTS)[number]

/** Every kind of mail that is sent, and its sort. */
export const MAIL_KINDS = {
  'verify-email': 'always',
  'address-in-use': 'always',
  recovery: 'always',
  'recovery-link': 'always',
  'email-changed': 'always',
  'password-changed': 'always',
  'factor-changed': 'always',
  'access-removed': 'always',
  'new-sign-in': 'always',
  'account-approved': 'always',
  'account-refused': 'always',
  invitation: 'always',
  'workspace-invitation': 'always',
  'ownership-offered': 'always',
  'workspace-deletion': 'always',
  'deletion-planned': 'always',
  'deletion-soon': 'always',
  'deletion-cancelled': 'always',
  'export-ready': 'always',
  'code-reported': 'always',
  'code-taken-down': 'always',
  'page-account-changed': 'always',
  'page-reviewed': 'always',
  'plan-ends': 'refusable',
  'past-due': 'refusable',
  'transfer-arrived': 'refusable',
  'domain-lost': 'refusable',
  'webhook-off': 'refusable',
  'key-expires': 'refusable',
  'members-changed': 'refusable',
  'weekly-report': 'requested',
} as const satisfies Record<string, MailSort>
export type MailKind = keyof typeof MAIL_KINDS

const CODES: readonly WorkspaceRole[] = ['owner', 'manager', 'editor']
const OFFICE: readonly WorkspaceRole[] = ['owner', 'manager']
const MONEY: readonly WorkspaceRole[] = ['owner', 'billing']

/** Who gets the mails about a workspace, each by their own wishes; the other kinds are to one person or address. */
export const MAIL_AUDIENCES: Partial<Record<MailKind, readonly WorkspaceRole[]>> = {
  'code-reported': CODES,
  'code-taken-down': CODES,
  'page-account-changed': CODES,
  'page-reviewed': CODES,
  'domain-lost': OFFICE,
  'webhook-off': OFFICE,
  'key-expires': OFFICE,
  'workspace-deletion': WORKSPACE_ROLES,
  'members-changed': OFFICE,
  'plan-ends': MONEY,
  'past-due': MONEY,
  'transfer-arrived': MONEY,
}

export const isMailKind = (text: string): text is MailKind => Object.hasOwn(MAIL_KINDS, text)
