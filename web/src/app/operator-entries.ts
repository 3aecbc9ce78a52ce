import type { Resource } from '@scanleaf/shared'
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs'
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs'
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'

/** The screens of people who run this installation, offered to whom their resource may be read. */
export const OPERATOR_ENTRIES = [
  { resource: 'billing', to: '/admin/billing', text: 'operate-billing', Icon: IconReceipt, only: 'billing' },
  { resource: 'products', to: '/products', text: 'operate-products', Icon: IconPackage, only: null },
  {
    resource: 'users',
    to: '/admin/users',
    text: 'operate-users',
    Icon: IconUsers,
    only: 'hasEmbeddedAccount',
  },
  { resource: 'code-reports', to: '/admin/reports', text: 'operate-reports', Icon: IconFlag, only: null },
] as const satisfies readonly {
  resource: Resource
  to: string
  /** Key of the namespace `account`. */
  text: string
  Icon: typeof IconReceipt
  /** Only where something is sold, or where the users are our own. */
  only: 'billing' | 'hasEmbeddedAccount' | null
}[]
