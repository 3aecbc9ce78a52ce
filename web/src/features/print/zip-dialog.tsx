import { formatNumber, MAX_ZIP_IMAGE_SIZE, type Selection } from '@scanleaf/shared'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerTo } from '../../lib/api/answer-to'
import { messageOf } from '../../lib/api/api-error'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../lib/i18n/i18n'
import { Button } from '../../ui/button/button'
import { Checkbox } from '../../ui/checkbox/checkbox'
import { Dialog } from '../../ui/dialog/dialog'
import { SelectField } from '../../ui/field/select-field'
import { ErrorMessage } from '../../ui/message/error-message'
import { InfoMessage } from '../../ui/message/info-message'
import { TrialStrip } from '../../ui/qr/trial-strip'
import { Switch } from '../../ui/switch/switch'
import { createFile, fetchByLink } from './api'
import styles from './print-page.module.css'

export interface ZipDialogProps {
  selection: Selection
  total: number
  onClose: () => void
}

const FORMATS = ['png', 'svg', 'eps', 'pdf'] as const
type Format = (typeof FORMATS)[number]
/** Whole pixels a module make pictures a little larger, and those of the widest size a little smaller. */
const SIZES = [500, 1000, 2000] as const

/** Pictures of codes as one ZIP file: which formats, and how large. */
export function ZipDialog({ selection, total, onClose }: ZipDialogProps) {
  const { t } = useTranslation(['print', 'common', 'generator'])
  const language = useLanguage()
  const { pathname } = useLocation()
  const [formats, setFormats] = useState<readonly Format[]>(['png'])
  const [size, setSize] = useState<number>(1000)
  const [cmyk, setCmyk] = useState(false)
  const file = useMutation({
    mutationFn: createFile,
    onSuccess: ({ url }) => {
      fetchByLink(url)
      onClose()
    },
  })
  const wanted = { selection, zip: { formats, size, cmyk } }
  const { error } = answerTo(file, wanted)
  const toggle = (format: Format) =>
    setFormats(FORMATS.filter((each) => (each === format) !== formats.includes(each)))
  return (
    <Dialog
      title={`${t('zip.download')} (${formatNumber(total, language)})`}
      size={460}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            disabled={formats.length === 0}
            loading={file.isPending}
            leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
            onClick={() => file.mutate(wanted)}
          >
            {t('zip.download')}
          </Button>
        </>
      }
    >
      <div className={`stack gap-8 ${styles.form}`}>
        {pathname.startsWith('/dynamic-codes') && <TrialStrip />}
        <fieldset className={styles.formats}>
          <legend>{t('generator:format')}</legend>
          {FORMATS.map((format) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in its own component
            <label key={format} className={styles.format}>
              <Checkbox
                label={format.toUpperCase()}
                isChecked={formats.includes(format)}
                onToggle={() => toggle(format)}
              />
              <span aria-hidden="true">{format.toUpperCase()}</span>
            </label>
          ))}
        </fieldset>
        {formats.includes('png') && (
          <SelectField
            label={t('zip.size')}
            value={size}
            onChange={(event) => setSize(Number(event.currentTarget.value))}
          >
            {SIZES.map((pixels) => (
              <option key={pixels} value={pixels}>
                {bidiIsolate(`${pixels < MAX_ZIP_IMAGE_SIZE ? '≥' : '≤'} ${pixels} px`)}
              </option>
            ))}
          </SelectField>
        )}
        {(formats.includes('eps') || formats.includes('pdf')) && (
          <Switch label={t('cmyk')} isOn={cmyk} onChange={setCmyk} />
        )}
        <InfoMessage>{t('zip.note')}</InfoMessage>
        <ErrorMessage text={error && messageOf(error, t('failed'))} />
      </div>
    </Dialog>
  )
}
