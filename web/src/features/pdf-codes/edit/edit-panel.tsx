import { type PdfCode, pdfNameProblem } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { useUnsavedWarning } from '../../../lib/use-unsaved-warning'
import { Button, buttonClass } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { CopyableLink } from '../../../ui/copyable-link/copyable-link'
import { ErrorMessage } from '../../../ui/message/error-message'
import { LoadError } from '../../../ui/state/load-error'
import { type DesignChange, pdfCodeByNameQuery, userCodeQuery, useSaveDesign } from '../api'
import { DetailsFields } from '../fields/details-fields'
import { LockedName } from '../fields/name-field'
import styles from '../pdf-tab.module.css'
import { PreviewPane, type View } from '../preview/preview-pane'
import type { PdfTabSlots } from '../slots'
import { AutosaveStatus } from './autosave-status'
import { CurrentFile } from './current-file'
import { useDetails } from './use-details'
import { useReplace } from './use-replace-file'
import { Versions } from './versions'

export interface UpdatePanelProps {
  name: string
  /** It was made on this screen a moment ago. */
  isNew: boolean
  slots: PdfTabSlots
  onAnother: () => void
}

/** The PDF code that the address names: loading, missing, failed, or there to be changed. */
export function UpdatePanel({ name, isNew, slots, onAnother }: UpdatePanelProps) {
  const { t } = useTranslation(['pdf-codes', 'common'])
  const isName = pdfNameProblem(name) === null
  const query = useQuery({ ...pdfCodeByNameQuery(name), enabled: isName })
  if (query.data) {
    return <Editor key={query.data.id} code={query.data} isNew={isNew} slots={slots} onAnother={onAnother} />
  }
  const isMissing = query.error instanceof ApiError && query.error.statusCode === 404
  return (
    <Card isPadded className={styles.wide}>
      {!isName && <Missing text={t('no-id')} onAnother={onAnother} />}
      {isMissing && <Missing text={t('not-found')} onAnother={onAnother} />}
      {query.isError && !isMissing && (
        <LoadError
          title={t('common:unreadable-answer')}
          text={messageOf(query.error, t('common:load-error.text'))}
          onRetry={() => query.refetch()}
        />
      )}
      {isName && query.isPending && <Bones />}
    </Card>
  )
}

function Missing({ text, onAnother }: { text: string; onAnother: () => void }) {
  const { t } = useTranslation('generator')
  return (
    <div className={`stack gap-8 ${styles.missing}`}>
      <ErrorMessage text={text} />
      <Button variant="default" onClick={onAnother}>
        {t('another')}
      </Button>
    </div>
  )
}

function Bones() {
  const { t } = useTranslation('common')
  return (
    <div className={`stack gap-10 ${styles.bones}`} role="status" aria-label={t('loading')}>
      <i />
      <i data-tall />
      <i />
      <i />
    </div>
  )
}

interface EditorProps {
  code: PdfCode
  isNew: boolean
  slots: PdfTabSlots
  onAnother: () => void
}

function Editor({ code, isNew, slots, onAnother }: EditorProps) {
  const { t } = useTranslation('generator')
  const edited = useDetails(code)
  const replacing = useReplace(code)
  const { design, setDesign } = useDesignOf(code)
  const [view, setView] = useState<View>('qr')
  useUnsavedWarning(
    replacing.share !== null || edited.state.name === 'waiting' || edited.state.name === 'failed',
  )
  return (
    <>
      <Card isPadded className={styles.card}>
        <div className="stack gap-8">
          {isNew && <Created code={code} />}
          <LockedName name={code.name} />
          <CurrentFile code={code} replacing={replacing} />
          <DetailsFields
            details={edited.details}
            storedWebsite={edited.storedWebsite}
            errors={edited.errors}
            onChange={edited.change}
            onLeave={edited.flush}
          />
          <AutosaveStatus state={edited.state} onRetry={edited.flush} />
          <Versions code={code} />
          <div className="wrap gap-4">
            <Link
              to="/dynamic-codes"
              search={{ code: code.id }}
              className={buttonClass({ variant: 'default' })}
            >
              {t('view-saved')}
            </Link>
            <Button variant="subtle" onClick={onAnother}>
              {t('another')}
            </Button>
          </div>
        </div>
      </Card>
      <PreviewPane
        slots={slots}
        view={view}
        onView={setView}
        page={{ details: edited.details, previewUrl: code.previewUrl, pageUrl: code.pageUrl }}
        code={code}
        design={design}
        onDesign={setDesign}
      />
    </>
  )
}

/** The code is there: said, and its link. */
function Created({ code }: { code: PdfCode }) {
  const { t } = useTranslation('generator')
  const root = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  useEffect(() => root.current?.focus(), [])
  return (
    <div ref={root} tabIndex={-1} className={`stack gap-6 ${styles.created}`}>
      <p role="status" className={`row gap-4 ${styles.saved}`}>
        <IconCheck size={18} stroke={2} aria-hidden />
        {t('status.saved')}
      </p>
      <CopyableLink label={t('short-link')} address={code.codeRedirect} />
    </div>
  )
}

/** How the code looks: its own design, and none for a code that was never designed. */
function useDesignOf(code: PdfCode) {
  const stored = useQuery(userCodeQuery(code.id)).data
  const saving = useSaveDesign(code.id)
  const design: DesignChange | null = stored
    ? { settings: stored.qrCustomSettings, logo: stored.logo, anyway: false }
    : null
  return { design, setDesign: (change: DesignChange) => saving.mutateAsync(change) }
}
