import { useNetwork } from '@mantine/hooks'
import { IMPORT_SOURCES, type ImportSource, SOURCE_NAMES } from '@scanleaf/shared'
import type { TextEncoding } from '@scanleaf/shared/tables'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../../lib/api/api-error'
import { formatShare } from '../../../../lib/format/format'
import { useLanguage } from '../../../../lib/i18n/i18n'
import { Card } from '../../../../ui/card/card'
import { SelectField } from '../../../../ui/field/select-field'
import { FileDrop } from '../../../../ui/file-drop/file-drop'
import { ErrorMessage } from '../../../../ui/message/error-message'
import { useNewImport } from '../api'
import { Steps } from '../steps'
import { EncodingQuestion } from './encoding-question'
import { type EncodingReading, readingsOf } from './encoding-readings'
import styles from './start.module.css'

const ACCEPTED = '.csv,.tsv,.txt,.json'

/** The services by their names, then the files of any other. */
const CHOICES: readonly Exclude<ImportSource, 'other'>[] = IMPORT_SOURCES.filter(
  (source) => source !== 'other',
)

/** Where the file is found, by service. */
const WHERE = {
  bitly: 'bitly',
  dub: 'dub',
  flowcode: 'list',
  kutt: 'kutt',
  'qr-code-generator': 'list',
  'qr-tiger': 'list',
  rebrandly: 'list',
  scanleaf: 'scanleaf',
  shlink: 'shlink',
  'short-io': 'list',
  tinyurl: 'list',
  uniqode: 'list',
  yourls: 'yourls',
  other: 'list',
} as const satisfies Record<ImportSource, string>

/** A file that fits several code pages. */
interface AskedFile {
  file: File
  readings: EncodingReading[]
}

/** The first step of moving in: a file of the old service. */
export function MoveInCard() {
  const { t } = useTranslation('bulk')
  const language = useLanguage()
  const navigate = useNavigate()
  const { online } = useNetwork()
  const [source, setSource] = useState<ImportSource | ''>('')
  const [sent, setSent] = useState(0)
  const reading = useNewImport(setSent)
  const name = reading.variables?.file.name

  const [asked, setAsked] = useState<AskedFile | null>(null)

  async function read(file: File) {
    setAsked(null)
    const readings = await readingsOf(file, language)
    if (readings.length > 1) setAsked({ file, readings })
    else send(file)
  }

  function send(file: File, encoding?: TextEncoding) {
    setSent(0)
    setAsked(null)
    reading.mutate(
      { file, source, encoding },
      {
        onSuccess: ({ id }) => void navigate({ to: '/settings/import-export/$id', params: { id } }),
      },
    )
  }

  return (
    <>
      <Steps current="file" note={t('import.nothing-saved')} />
      <Card isPadded aria-labelledby="move-in">
        <div className="stack gap-9">
          <div>
            <h2 id="move-in">{t('import.start')}</h2>
            <p className={`small muted ${styles.text}`}>{t('import.start.text')}</p>
          </div>
          <SelectField
            label={t('import.source')}
            hint={t(`import.where.${WHERE[source || 'other']}`)}
            value={source}
            onChange={(event) => setSource(event.currentTarget.value as ImportSource | '')}
          >
            <option value="">{t('import.source.any')}</option>
            {CHOICES.map((each) => (
              <option key={each} value={each}>
                {SOURCE_NAMES[each]}
              </option>
            ))}
            <option value="other">{t('import.source.other')}</option>
          </SelectField>
          <FileDrop
            icon={<IconUpload size={20} stroke={1.7} aria-hidden />}
            title={reading.isPending && name ? name : (asked?.file.name ?? t('file.drop'))}
            chooseLabel={t('file.choose')}
            accept={ACCEPTED}
            isBusy={reading.isPending}
            isDisabled={!online}
            onFile={(file) => void read(file)}
          >
            {reading.isPending ? (
              <span role="status">
                {sent < 1
                  ? t('import.file.sending', { share: formatShare(sent, language) })
                  : t('import.file.checking')}
              </span>
            ) : (
              t('import.file.kinds')
            )}
          </FileDrop>
          {asked && !reading.isPending && (
            <EncodingQuestion
              key={asked.file.name}
              readings={asked.readings}
              onChoose={(encoding) => send(asked.file, encoding)}
            />
          )}
          <ErrorMessage text={reading.isError ? fileError(reading.error, t('failed')) : null} />
        </div>
      </Card>
    </>
  )
}

/** What is wrong with the file, and in which line. */
function fileError(error: Error, otherwise: string): string {
  const ofFile = error instanceof ApiError ? error.errors['file'] : undefined
  return ofFile ?? messageOf(error, otherwise)
}
