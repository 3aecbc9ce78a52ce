import { type CodeFile, formatNumber, type Selection } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { useLanguage } from '../../lib/i18n/i18n'
import { BottomBar } from '../../ui/bottom-bar/bottom-bar'
import { Button } from '../../ui/button/button'
import { createFile, fetchByLink } from './api'
import { type PrintOptions, sheetOf } from './print-options'
import styles from './print-page.module.css'

export interface DownloadBarProps {
  selection: Selection | null
  options: PrintOptions
  isDisabled: boolean
  /** The codes of the first page. */
  firstIds: readonly string[]
}

/** The PDF of all codes, or of one page to try the printer with. */
export function DownloadBar({ selection, options, isDisabled, firstIds }: DownloadBarProps) {
  const { t } = useTranslation('print')
  const language = useLanguage()
  const file = useMutation({
    mutationFn: (of: Selection) => createFile({ selection: of, sheet: sheetOf(options, language) }),
    onSuccess: ({ url }) => fetchByLink(url),
  })
  const isTrial = file.variables !== selection
  return (
    <BottomBar
      error={file.error && messageOf(file.error, t('failed'))}
      start={file.data?.sheet && <Readable file={file.data} />}
    >
      <Button
        variant="default"
        disabled={isDisabled || firstIds.length === 0}
        loading={file.isPending && isTrial}
        onClick={() => file.mutate({ ids: [...firstIds] })}
      >
        {t('trial')}
      </Button>
      <Button
        size="lg"
        disabled={isDisabled || selection === null}
        loading={file.isPending && !isTrial}
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
        onClick={() => selection && file.mutate(selection)}
      >
        {t('download')}
      </Button>
    </BottomBar>
  )
}

/** How many codes of the file are read at this size; the names of the others. */
function Readable({ file: { codes, sheet } }: { file: CodeFile }) {
  const { t } = useTranslation('print')
  const language = useLanguage()
  if (!sheet) return null
  const isWhole = sheet.readable === codes
  const names = sheet.unreadable.slice(0, 3).map(({ name, dynamicId, id }) => name || dynamicId || id)
  return (
    <p className={styles.readable} data-whole={isWhole || undefined} role="status">
      {isWhole ? (
        <IconCheck size={16} stroke={2} aria-hidden />
      ) : (
        <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      )}
      <span>
        {t('readable', {
          readable: formatNumber(sheet.readable, language),
          total: formatNumber(codes, language),
        })}
        {names.length > 0 && `: ${names.join(', ')}${sheet.unreadable.length > names.length ? '…' : ''}`}
      </span>
    </p>
  )
}
