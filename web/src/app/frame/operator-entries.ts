import type { Profile, PublicConfig, Resource } from '@scanleaf/shared'
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs'
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
    only: 'billing',
  },
  {
    resources: ['products', 'product-categories', 'product-units', 'currencies'],
    to: '/products',
    text: 'operate-products',
    Icon: IconPackage,
    only: null,
  },
  {
    resources: ['users'],
    to: '/admin/users',
    text: 'operate-users',
    Icon: IconUsers,
    only: 'hasEmbeddedAccount',
  },
  { resources: ['code-reports'], to: '/admin/reports', text: 'operate-reports', Icon: IconFlag, only: null },
  { resources: [], to: '/admin/status', text: 'operate-status', Icon: IconActivity, only: null },
] as const satisfies readonly {
  resources: readonly Resource[]
  to: string
  /** Key of the namespace `account`. */
  text: string
  Icon: typeof IconReceipt
  /** Only where something is sold, or where the users are our own. */
  only: 'billing' | 'hasEmbeddedAccount' | null
}[]

/** Those that somebody is offered in an installation. */
export const operatorEntriesOf = (
  profile: Profile,
  config: Pick<PublicConfig, 'billing' | 'hasEmbeddedAccount'>,
) =>
  OPERATOR_ENTRIES.filter(
    ({ resources, only }) =>
      (only === null || config[only]) &&
      (actsAsAdmin(profile) || resources.some((resource) => canRead(profile, resource))),
  )
