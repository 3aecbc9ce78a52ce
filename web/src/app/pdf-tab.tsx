import { lazy, Suspense } from 'react'
import type { PdfTabProps } from '../features/generator'
import type { PdfTabSlots } from '../features/pdf-codes'
import { DesignDialog } from './design-dialog'
import { QuotaNote } from './quota-note'

const Tab = lazy(async () => ({ default: (await import('../features/pdf-codes')).PdfTab }))

const slots: PdfTabSlots = {
  DesignDialog,
  QuotaNote,
  SignInPrompt: lazy(async () => ({
    default: (await import('../features/generator/sign-in-prompt')).SignInPrompt,
  })),
}

/** The PDF code generator, with the dialogs of other features. */
export const PdfTab = (props: PdfTabProps) => (
  <Suspense>
    <Tab {...props} slots={slots} />
  </Suspense>
)
