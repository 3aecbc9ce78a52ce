import type { Transaction } from '@scanleaf/shared'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../ui/toast/toasts'
import { BILLING } from '../api'

type Status = Transaction['status'] | undefined

/** When the money of a payment arrives while the page is open, all data that it changes is fetched again. */
export function usePaymentArrival(id: string, status: Status) {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const before = useRef<{ id: string; status: Status }>({ id, status })
  useEffect(() => {
    const { current } = before
    before.current = { id, status }
    if (current.id !== id || current.status !== 'pending' || status !== 'success') return
    showToast({ kind: 'success', title: t('paid') })
    void client.invalidateQueries({ queryKey: [BILLING] })
  }, [id, status, client, t])
}
