import type { Resource } from '@scanleaf/shared'
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs'
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs'

/** The screens of people who run this installation, offered to whom their resource may be read. */
export const OPERATOR_ENTRIES = [
  { resource: 'billing', to: '/admin/billing', text: 'operate-billing', Icon: IconReceipt, sells: true },
  { resource: 'products', to: '/products', text: 'operate-products', Icon: IconPackage, sells: false },
] as const satisfies readonly {
  resource: Resource
  to: string
  /** Key of the namespace `account`. */
  text: string
  Icon: typeof IconReceipt
  /** Only where something is sold. */
  sells: boolean
}[]
