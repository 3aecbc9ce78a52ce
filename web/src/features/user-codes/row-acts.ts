import type { UserCode } from '@scanleaf/shared'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'

/** What can be done with a code from its row (spec §2): static codes are viewed and deleted only. */
const DYNAMIC_ACTS = ['view', 'download', 'edit', 'delete'] as const
const STATIC_ACTS = ['view', 'delete'] as const
export type RowAct = (typeof DYNAMIC_ACTS)[number]

export const ACT_ICONS = { view: IconEye, download: IconDownload, edit: IconPencil, delete: IconTrash }

export const actsOf = (code: UserCode): readonly RowAct[] => (code.isDynamicCode ? DYNAMIC_ACTS : STATIC_ACTS)
