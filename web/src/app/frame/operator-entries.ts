import {
  type PendingWork,
  type Profile,
  type PublicConfig,
  type Resource,
  type ScreenNeed,
  type ScreenPath,
  screenOf,
} from '@scanleaf/shared'
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs'
import IconAdjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustments.mjs'
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs'
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs'
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { actsAsAdmin, canRead } from '../../lib/session/permissions'

/**
 * The screens of people who run this installation, offered to whom any of their resources may be read; without a
 * resource to administrators.
 */
const OPERATOR_ENTRIES = [
  {
    resources: ['billing'],
    to: '/admin/billing',
    text: 'operate-billing',
    Icon: IconReceipt,
    waiting: ['transfers', 'receipts', 'findings'],
  },
  {
    resources: ['products', 'product-categories', 'product-units', 'currencies'],
    to: '/products',
    text: 'operate-products',
    Icon: IconPackage,
    waiting: [],
  },
  {
    resources: ['users'],
    to: '/admin/users',
    text: 'operate-users',
    Icon: IconUsers,
    waiting: ['accounts'],
  },
  {
    resources: ['code-reports'],
    to: '/admin/reports',
    text: 'operate-reports',
    Icon: IconFlag,
    waiting: ['reports'],
  },
  { resources: [], to: '/admin/status', text: 'operate-status', Icon: IconActivity, waiting: [] },
  {
    resources: [],
    to: '/admin/site-settings',
    text: 'operate-site-settings',
    Icon: IconAdjustments,
    waiting: [],
  },
] as const satisfies readonly {
  resources: readonly Resource[]
  to: ScreenPath
  /** Key of the namespace `account`. */
  text: string
  Icon: typeof IconReceipt
  /** What waits there. */
  waiting: readonly (keyof PendingWork)[]
}[]

/** Those that somebody is offered in an installation. */
export const operatorEntriesOf = (profile: Profile, config: Pick<PublicConfig, ScreenNeed>) =>
  OPERATOR_ENTRIES.filter(({ resources, to }) => {
    const needs = screenOf(to)?.needs
    const mayOpen = actsAsAdmin(profile) || resources.some((resource) => canRead(profile, resource))
    return mayOpen && (!needs || config[needs])
  })

/** How much waits on one of them, as far as it is known. */
export const waitingOf = (
  { waiting }: (typeof OPERATOR_ENTRIES)[number],
  pending: PendingWork | undefined,
): number => waiting.reduce((sum, name) => sum + (pending?.[name] ?? 0), 0)
