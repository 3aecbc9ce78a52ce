import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../lib/api/api-error'
import { useConfig } from '../../../lib/config'
import { useMay } from '../../../lib/session/workspace'
import { Button, buttonClass } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import styles from './plan-limit-dialog.module.css'
import { QuotaTable } from './quota-table'

export interface LimitDialogProps {
  /** What the server answered. */
  refusal: ApiError
  onClose: () => void
}

/** The plan is used up, or something is not paid: the server's words, the numbers, and the way to the plans (billing-spec §8). */
export function PlanLimitDialog({ refusal, onClose }: LimitDialogProps) {
  const { t } = useTranslation(['billing', 'common'])
  const { billing } = useConfig()
  const mayPay = useMay('billing:write')
  return (
    <Dialog
      title={t('limit.title')}
      size={440}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
          {billing && mayPay && (
            <Link
              to="/payment/$tab"
              params={{ tab: 'dashboard' }}
              className={buttonClass()}
              onClick={onClose}
              data-autofocus
            >
              {t('limit.plans')}
            </Link>
          )}
        </>
      }
    >
      <p className={styles.message}>{refusal.message}</p>
      {billing && refusal.code === 'ExceedLimitation' && <QuotaTable />}
      {billing && !mayPay && <p className={styles.message}>{t('limit.ask')}</p>}
      <p className={`muted ${styles.text}`}>{t('limit.codes-stay')}</p>
    </Dialog>
  )
}
