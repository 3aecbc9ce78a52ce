import { useClickOutside } from '@mantine/hooks'
import { formatNumber, type PdfCode, type UserCode } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { withoutProtocol } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Allowed } from '../../../lib/session/allowed'
import { useMay } from '../../../lib/session/workspace'
import { Button, IconButton } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import properties from '../../../ui/properties/properties.module.css'
import { Property } from '../../../ui/properties/property'
import { LoadError } from '../../../ui/state/load-error'
import { pdfCodeQuery } from '../api'
import { DetailsFields } from '../fields/details-fields'
import { AutosaveStatus } from './autosave-status'
import { CurrentFile } from './current-file'
import styles from './pdf-properties.module.css'
import { type EditedDetails, useDetails } from './use-details'
import { useReplace } from './use-replace-file'
import { Versions } from './versions'

export interface PdfPropertiesProps {
  code: UserCode
  /** Opens with the details in their fields. */
  startsEditing: boolean
}

/** The PDF in the popup of a code (spec §2): all of it can be changed from here. */
export function PdfProperties({ code, startsEditing }: PdfPropertiesProps) {
  const { t } = useTranslation(['pdf-codes', 'common'])
  const query = useQuery(pdfCodeQuery(code.id))
  if (query.data) return <Properties key={query.data.id} code={query.data} startsEditing={startsEditing} />
  if (query.isPending) return <div className={styles.bones} role="status" aria-label={t('common:loading')} />
  if (query.error instanceof ApiError && query.error.statusCode === 404) {
    return <ErrorMessage text={t('file-not-found')} />
  }
  return (
    <LoadError
      title={t('common:unreadable-answer')}
      text={messageOf(query.error, t('common:load-error.text'))}
      onRetry={() => query.refetch()}
    />
  )
}

function Properties({ code, startsEditing }: { code: PdfCode; startsEditing: boolean }) {
  const { t } = useTranslation('pdf-codes')
  const language = useLanguage()
  const edited = useDetails(code)
  const replacing = useReplace(code)
  return (
    <section className={`stack gap-7 ${styles.root}`} aria-label={t('file')}>
      <Details code={code} edited={edited} startsEditing={startsEditing} />
      <CurrentFile code={code} replacing={replacing} />
      <dl className={`${properties.figures} ${styles.counts}`}>
        <div>
          <dt>{t('opens')}</dt>
          <dd>{formatNumber(code.opens, language)}</dd>
        </div>
        <div>
          <dt>{t('downloads')}</dt>
          <dd>{formatNumber(code.downloads, language)}</dd>
        </div>
      </dl>
      <Versions code={code} />
      <Allowed to="codes:write">
        <Link className={`small ${styles.more}`} to="/dynamic-codes/generator" search={{ qrName: code.name }}>
          {t('edit.all')}
        </Link>
      </Allowed>
    </section>
  )
}

interface DetailsProps {
  code: PdfCode
  edited: EditedDetails
  startsEditing: boolean
}

/** Title, company and website: read, or typed and saved as they are typed. A press outside closes the fields. */
function Details({ code, edited, startsEditing }: DetailsProps) {
  const { t } = useTranslation('pdf-codes')
  const mayWrite = useMay('codes:write')
  const [isEditing, setIsEditing] = useState(startsEditing && mayWrite)
  const pencil = useRef<HTMLButtonElement>(null)
  const isWrong = Object.keys(edited.errors).length > 0

  function close() {
    edited.flush()
    // An error stays visible until it is corrected.
    if (isWrong) return
    flushSync(() => setIsEditing(false))
    pencil.current?.focus()
  }

  if (isEditing) return <Editor edited={edited} onClose={close} />
  const { title, companyName, website } = edited.details
  return (
    <div className={styles.details}>
      <dl>
        <Property label={t('title')}>
          <bdi>{title}</bdi>
        </Property>
        <Property label={t('company')}>
          <bdi>{companyName}</bdi>
        </Property>
        <Property label={t('website')}>
          <a className={styles.link} href={code.website} target="_blank" rel="noopener noreferrer">
            <bdi dir="ltr">{withoutProtocol(website)}</bdi>
          </a>
        </Property>
      </dl>
      {mayWrite && (
        <IconButton
          ref={pencil}
          className={styles.pencil ?? ''}
          aria-label={t('edit')}
          title={t('edit')}
          onClick={() => setIsEditing(true)}
        >
          <IconPencil size={17} stroke={1.7} aria-hidden />
        </IconButton>
      )}
      {edited.state.name !== 'idle' && <AutosaveStatus state={edited.state} onRetry={edited.flush} />}
    </div>
  )
}

function Editor({ edited, onClose }: { edited: EditedDetails; onClose: () => void }) {
  const { t } = useTranslation('pdf-codes')
  const outside = useClickOutside<HTMLFormElement>(onClose)
  useEffect(() => {
    outside.current?.querySelector('input')?.focus()
  }, [outside])
  return (
    <form
      ref={outside}
      className={`stack gap-7 ${styles.editor}`}
      noValidate
      // Esc closes the fields, not the popup around them.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <DetailsFields
        details={edited.details}
        storedWebsite={edited.storedWebsite}
        errors={edited.errors}
        onChange={edited.change}
      />
      <AutosaveStatus state={edited.state} onRetry={edited.flush} />
      <Button type="submit" size="sm" leftSection={<IconCheck size={15} stroke={2} aria-hidden />}>
        {t('edit.done')}
      </Button>
    </form>
  )
}
