import { type CodeFile, formatList, formatNumber, type Language, type Selection } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { answerTo } from '../../lib/api/answer-to'
import { messageOf } from '../../lib/api/api-error'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
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
  const sheet = sheetOf(options, language)
  const file = useMutation({
    mutationFn: createFile,
    onSuccess: ({ url }) => fetchByLink(url),
  })
  const trial = { selection: { ids: [...firstIds] }, sheet }
  const whole = selection && { selection, sheet }
  const isTrial = file.variables?.selection !== selection
  const { data, error } = answerTo(file, trial, ...(whole ? [whole] : []))
  return (
    <BottomBar
      error={error && messageOf(error, t('failed'))}
      start={data?.sheet && <SheetReport codes={data.codes} sheet={data.sheet} />}
    >
      <Button
        variant="default"
        disabled={isDisabled || firstIds.length === 0}
        loading={file.isPending && isTrial}
        onClick={() => file.mutate(trial)}
      >
        {t('trial')}
      </Button>
      <Button
        size="lg"
        disabled={isDisabled || whole === null}
        loading={file.isPending && !isTrial}
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
        onClick={() => whole && file.mutate(whole)}
      >
        {t('download')}
      </Button>
    </BottomBar>
  )
}

type Sheet = NonNullable<CodeFile['sheet']>
type NamedCode = Pick<Sheet['unreadable'][number], 'id' | 'name' | 'dynamicId'>

const MAX_SHOWN_NAMES = 3
const MAX_SHOWN_LETTERS = 12

const ELLIPSIS = '…'

/** The first names, each with a direction of its own. */
function namesOf(codes: readonly NamedCode[], count: number, language: Language): string {
  const shown = codes.slice(0, MAX_SHOWN_NAMES)
  const names = shown.map(({ name, dynamicId, id }) => bidiIsolate(name || dynamicId || id))
  return formatList(names, language, count)
}

function lettersOf(letters: readonly string[]): string {
  const shown = letters.slice(0, MAX_SHOWN_LETTERS)
  return shown.map(bidiIsolate).join(' ') + (letters.length > shown.length ? ELLIPSIS : '')
}

/** How many codes of the file are read at this size and have all their words; the names of the others. */
function SheetReport({ codes, sheet }: { codes: number; sheet: Sheet }) {
  const { t } = useTranslation('print')
  const language = useLanguage()
  const { readable, unreadable, cut, missingLetters } = sheet
  return (
    <div className={`gap-2 ${styles.report}`} role="status">
      <Finding isGood={readable === codes}>
        {t('readable', {
          readable: formatNumber(readable, language),
          total: formatNumber(codes, language),
        })}
        {unreadable.length > 0 && `: ${namesOf(unreadable, codes - readable, language)}`}
      </Finding>
      {cut.count > 0 && (
        <Finding>
          {t('shortened', { total: cut.count, names: namesOf(cut.codes, cut.count, language) })}
        </Finding>
      )}
      {missingLetters.count > 0 && (
        <Finding>
          {t('missing-letters', {
            letters: lettersOf(missingLetters.letters),
            total: missingLetters.count,
            names: namesOf(missingLetters.codes, missingLetters.count, language),
          })}
        </Finding>
      )}
    </div>
  )
}

function Finding({ isGood = false, children }: { isGood?: boolean; children: ReactNode }) {
  return (
    <p className={styles.readable} data-whole={isGood || undefined}>
      {isGood ? (
        <IconCheck size={16} stroke={2} aria-hidden />
      ) : (
        <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      )}
      <span>{children}</span>
    </p>
  )
}
