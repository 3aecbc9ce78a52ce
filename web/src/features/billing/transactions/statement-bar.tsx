import { formatVnd, STATEMENT_PERIODS } from '@scanleaf/shared'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/api/download'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { SelectField } from '../../../ui/field/select-field'
import { showToast } from '../../../ui/toast/toasts'
import { fetchStatement, statementQuery } from './api'
import { signedSum } from './signed-amount'
import styles from './transactions.module.css'
import { usePage } from './use-page-search'

/** Of which period the history is, what it adds up to, and the file for the books. */
export function StatementBar() {
  const { t } = useTranslation('billing-history')
  const language = useLanguage()
  const { period, days, toPeriod } = usePage()
  const { data: sums } = useQuery(statementQuery(days))
  const download = useMutation({
    mutationFn: () => fetchStatement(days, language),
    onSuccess: (file) => saveFile(file, `statement-${period ?? 'all'}.csv`),
    onError: () => showToast({ kind: 'error', title: t('statement.failed') }),
  })
  const shown = [
    ['opening', sums && formatVnd(sums.opening, language)],
    ['in', sums && signedSum('+', sums.moneyIn, language)],
    ['out', sums && signedSum('−', sums.moneyOut, language)],
    ['closing', sums && formatVnd(sums.closing, language)],
  ] as const
  return (
    <>
      <div className={`row wrap ${styles.tools}`}>
        <SelectField
          label={t('period')}
          hidesLabel
          className={styles.period}
          value={period ?? ''}
          onChange={({ currentTarget }) =>
            toPeriod(STATEMENT_PERIODS.find((each) => each === currentTarget.value))
          }
        >
          <option value="">{t('period.all')}</option>
          {STATEMENT_PERIODS.map((each) => (
            <option key={each} value={each}>
              {t(`period.${each}`)}
            </option>
          ))}
        </SelectField>
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconDownload size={17} stroke={1.7} aria-hidden />}
          onClick={() => download.mutate()}
        >
          {t('statement.csv')}
        </Button>
      </div>
      <dl className={styles.sums}>
        {shown.map(([name, amount]) => (
          <div key={name}>
            <dt>{t(`statement.${name}`)}</dt>
            <dd>
              <bdi dir="ltr">{amount ?? '–'}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className={`fine muted ${styles.note}`}>{t('statement.note')}</p>
    </>
  )
}
