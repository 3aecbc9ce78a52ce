import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { profileQuery } from '../features/billing/api'
import type { PdfTabProps } from '../features/generator'
import type { PdfTabSlots } from '../features/pdf-codes'
import { useConfig } from '../lib/config'
import { useSession } from '../lib/session/session'
import { DesignDialog } from './design-dialog'
import { QuotaNote } from './quota-note'

const Tab = lazy(async () => ({ default: (await import('../features/pdf-codes')).PdfTab }))

/** As it stands on the invoices. */
function useCompany(): string {
  const { billing } = useConfig()
  const session = useSession()
  const { data } = useQuery({ ...profileQuery, enabled: billing && session !== null })
  return data?.company ?? ''
}

const slots: PdfTabSlots = {
  DesignDialog,
  QuotaNote,
  useCompany,
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
