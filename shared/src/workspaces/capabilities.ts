/** Names the workspace in which a call acts; without it the call acts in the home of the person. */
export const WORKSPACE_HEADER = 'x-workspace'

/** What a member of a workspace may be. One of them is its owner. */
export const WORKSPACE_ROLES = ['owner', 'manager', 'editor', 'billing', 'viewer'] as const
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number]

const OFFICE: readonly WorkspaceRole[] = ['owner', 'manager']
const EDITORS: readonly WorkspaceRole[] = [...OFFICE, 'editor']
const PAYERS: readonly WorkspaceRole[] = ['owner', 'billing']

/** Who may do what in a workspace. */
const ROLES_WITH = {
  /** Lists, details, images, files and changes of codes; reports by visitors. */
  'codes:read': WORKSPACE_ROLES,
  /** Create codes, and upload what they show. */
  'codes:create': EDITORS,
  /** Change, delete and restore codes and their paths; bulk runs. */
  'codes:write': EDITORS,
  /** Propose changes of codes, which somebody signed in decides on. */
  'codes:propose': EDITORS,
  /** Move codes to another workspace, where the person may change codes, too. */
  'codes:move': OFFICE,
  /** Charts, CSV, live counters. */
  'scans:read': WORKSPACE_ROLES,
  /** Ask the assistant and confirm what it proposes, as far as the role may do it without the assistant. */
  assistant: EDITORS,
  /** Custom domains. */
  'domain:write': OFFICE,
  /** Plan, wallet, invoices, transactions. */
  'billing:read': PAYERS,
  /** Pay, top up, change the plan, billing profile. */
  'billing:write': PAYERS,
  /** Names, addresses and roles of the members. */
  'members:read': WORKSPACE_ROLES,
  /** Invite, remove, change roles; of whom says `rolesUnder`. */
  'members:write': OFFICE,
  /** Name of the workspace. */
  'workspace:write': OFFICE,
  /** Who did what in the workspace. */
  'history:read': OFFICE,
  /** Offer the workspace to another member, who becomes its owner by accepting. */
  'workspace:transfer': ['owner'],
  /** Take along what a further workspace has, and delete it. */
  'workspace:delete': ['owner'],
  /** Webhooks: where events of the workspace are sent. */
  'webhooks:write': OFFICE,
  /** API keys. */
  'integrations:write': OFFICE,
} as const satisfies Record<string, readonly WorkspaceRole[]>

export type Capability = keyof typeof ROLES_WITH
export const CAPABILITIES = Object.keys(ROLES_WITH) as Capability[]

/** @example hasCapability('viewer', 'codes:write') // false */
export const hasCapability = (role: WorkspaceRole, capability: Capability): boolean =>
  (ROLES_WITH[capability] as readonly WorkspaceRole[]).includes(role)

/**
 * Roles that somebody may give to others, and whose holders they may change or remove: an owner those of all but the
 * owner, a manager those below a manager.
 */
export const rolesUnder = (role: WorkspaceRole): WorkspaceRole[] => {
  if (role === 'owner') return WORKSPACE_ROLES.filter((each) => each !== 'owner')
  return role === 'manager' ? ['editor', 'billing', 'viewer'] : []
}

/** Capabilities that an API key can have. All others are for people alone. */
export const API_SCOPES = [
  'codes:read',
  'codes:create',
  'codes:propose',
  'codes:write',
  'scans:read',
  'webhooks:write',
] as const
/** What an assistant needs: it reads, and proposes. */
export const ASSISTANT_SCOPES = [
  'codes:read',
  'codes:propose',
  'scans:read',
] as const satisfies readonly ApiScope[]
/** What a script of a spreadsheet needs: to make codes from rows, and to read how often they are scanned. */
export const SHEET_SCOPES = [
  'codes:read',
  'codes:create',
  'scans:read',
] as const satisfies readonly ApiScope[]
export type ApiScope = (typeof API_SCOPES)[number]
/** What workflows need: to read, create and change codes, to read scans, and to say where their events go. */
export const AUTOMATION_SCOPES = [
  'codes:read',
  'codes:write',
  'scans:read',
  'webhooks:write',
] as const satisfies readonly ApiScope[]

export const isApiScope = (name: string): name is ApiScope => (API_SCOPES as readonly string[]).includes(name)

/** Whether a key with these scopes has a capability: who may change codes may create them, and propose changes, too. */
export const scopesHave = (scopes: readonly ApiScope[], capability: Capability): boolean =>
  scopes.some((scope) => scope === capability) ||
  (['codes:create', 'codes:propose'].includes(capability) && scopes.includes('codes:write'))
