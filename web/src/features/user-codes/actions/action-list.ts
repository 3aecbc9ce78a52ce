import type { UserCode } from '@scanleaf/shared'

/** What can be done with a code from its row. */
export type RowAction =
  | 'view'
  | 'download'
  | 'edit'
  | 'rules'
  | 'copy-link'
  | 'duplicate'
  | 'pause'
  | 'resume'
  | 'delete'

const READING: readonly RowAction[] = ['view', 'download', 'rules', 'copy-link']

/** Whether an action is for who may change codes and who may not. @param mayWrite the former */
export const isOffered = (action: RowAction, mayWrite: boolean): boolean =>
  mayWrite || READING.includes(action)

/** The icons of a row (spec §2: static codes are viewed and deleted only). */
export const ICON_ACTIONS = {
  'dynamic-code': ['view', 'download', 'edit', 'delete'],
  'static-code': ['view', 'delete'],
} as const

/** Entries of its menu beside the icons. */
export const menuActionsOf = (code: UserCode): readonly RowAction[] =>
  code.takedown
    ? ['copy-link']
    : code.isDynamicCode
      ? ['rules', 'copy-link', 'duplicate', code.enabled ? 'pause' : 'resume']
      : ['duplicate']

/** All actions in one menu, where there is no room for icons. */
export const allActsOf = (code: UserCode): readonly RowAction[] => {
  const icons: readonly RowAction[] = ICON_ACTIONS[code.productId]
  return [...icons.filter((action) => action !== 'delete'), ...menuActionsOf(code), 'delete']
}
