import { lazy } from 'react'

/** Formats of a ZIP file of codes; loaded when it is opened. */
export const ZipDialog = lazy(async () => ({
  default: (await import('../features/print/zip-dialog')).ZipDialog,
}))
