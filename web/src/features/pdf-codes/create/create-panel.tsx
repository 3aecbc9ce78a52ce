import { useMediaQuery, useNetwork } from '@mantine/hooks'
import { PDF_UPLOAD_ATTEMPTS, type PdfCode } from '@scanleaf/shared'
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShare } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { useUnsavedWarning } from '../../../lib/use-unsaved-warning'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ErrorMessage } from '../../../ui/message/error-message'
import { PreviewDock } from '../../../ui/preview/preview-pane'
import { DetailsFields } from '../fields/details-fields'
import { NameField } from '../fields/name-field'
import { PdfDropzone } from '../fields/pdf-dropzone'
import { type NameState, useNameCheck } from '../fields/use-name-check'
import styles from '../pdf-tab.module.css'
import { PreviewMini, PreviewPane } from '../preview/preview-pane'
import type { PdfTabSlots } from '../slots'
import { type Creation, useCreate, type Work } from './use-create-pdf-code'

const FORM_ID = 'pdf-form'

export interface CreatePanelProps {
  slots: PdfTabSlots
  onCreated: (code: PdfCode) => void
}

/** A new PDF code: its fields, its preview, and the way there step by step. */
export function CreatePanel({ slots, onCreated }: CreatePanelProps) {
  const { t } = useTranslation('pdf-codes')
  const creation = useCreate(onCreated)
  const { draft, file, errors, work } = creation
  const nameState = useNameCheck(draft.name)
  useSuggestions(creation, nameState, slots.useCompany())
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const form = useFocusOnRefusal(creation.refusals)
  const [view, setView] = useState<'qr' | 'page'>('page')
  useUnsavedWarning(file !== null || work !== null)
  const mainButton = <MainButton creation={creation} SignInPrompt={slots.SignInPrompt} />
  return (
    <>
      <Card isPadded className={styles.card} data-docked={isPhone || undefined}>
        <form
          id={FORM_ID}
          ref={form}
          className="stack gap-8"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            creation.start()
          }}
        >
          <fieldset className="stack gap-8" disabled={work !== null}>
            <legend className="visually-hidden">{t('form')}</legend>
            <PdfDropzone
              file={file}
              share={work?.step === 'upload' || work?.step === 'code' ? work.share : null}
              error={errors.file}
              isDisabled={work !== null}
              onFile={creation.chooseFile}
            />
            <DetailsFields
              details={draft.details}
              errors={errors}
              onChange={(details) => creation.change({ details })}
              onLeave={creation.leave}
            />
            <NameField
              name={draft.name}
              state={nameState}
              error={errors.name}
              onChange={(name) => creation.change({ name })}
            />
          </fieldset>
          <ErrorMessage text={creation.failure} />
          {work && <Steps work={work} onCancel={creation.cancel} />}
          {!isPhone && !work && mainButton}
          {!work && (
            <div className={styles.notes}>
              <slots.QuotaNote addon="dynamic-code-storage" />
              <p className={`fine muted ${styles.note}`}>{t('auto-save')}</p>
            </div>
          )}
        </form>
      </Card>
      <PreviewPane
        slots={slots}
        view={view}
        onView={setView}
        page={{ details: draft.details, previewUrl: null, pageUrl: null }}
        code={null}
        design={creation.design}
        onDesign={(design) => creation.setDesign(design)}
      />
      {isPhone && !work && <PreviewDock mini={<PreviewMini />}>{mainButton}</PreviewDock>}
    </>
  )
}

/** Fills in the company of the account, and replaces a suggested link that is taken. */
function useSuggestions(creation: Creation, nameState: NameState, company: string) {
  const { suggestCompany, suggestAnother } = creation
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known: a field that is emptied stays empty
  useEffect(() => {
    suggestCompany(company)
  }, [company])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer leads to one other name
  useEffect(() => {
    if (nameState === 'url-not-available') suggestAnother()
  }, [nameState])
}

function MainButton({
  creation,
  SignInPrompt,
}: {
  creation: Creation
  SignInPrompt: PdfTabSlots['SignInPrompt']
}) {
  const { t } = useTranslation(['generator', 'pdf-codes'])
  const { online } = useNetwork()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className={`stack gap-4 ${styles.place}`}>
      <Button
        ref={button}
        type="submit"
        form={FORM_ID}
        size="lg"
        fullWidth
        disabled={!online}
        leftSection={<IconBolt size={18} stroke={1.7} aria-hidden />}
      >
        {t('generate')}
      </Button>
      {!online && <p className={`fine muted ${styles.note}`}>{t('pdf-codes:offline')}</p>}
      {creation.needsSignIn && (
        <Suspense>
          <SignInPrompt anchorRef={button} onClose={creation.closeSignIn} />
        </Suspense>
      )}
    </div>
  )
}

const STEPS = ['limit', 'upload', 'code'] as const

/** Progress of the creation, and its cancel button. */
function Steps({ work, onCancel }: { work: Work; onCancel: () => void }) {
  const { t } = useTranslation(['pdf-codes', 'common'])
  const language = useLanguage()
  const cancel = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone.
  useEffect(() => cancel.current?.focus(), [])
  const at = STEPS.indexOf(work.step)
  return (
    <div className={styles.steps}>
      <ol>
        {STEPS.map((step, place) => (
          <li
            key={step}
            data-state={place < at ? 'done' : place === at ? 'now' : undefined}
            aria-current={place === at ? 'step' : undefined}
          >
            {t(`step.${step}`)}
          </li>
        ))}
      </ol>
      <div className={`row gap-6 ${styles.stepLine}`}>
        <p role="status" className={`small ${styles.stepText}`}>
          {work.isCancelling ? t('cancelling') : t(`step.${work.step}`)}
          {!work.isCancelling && work.step === 'upload' && ` ${formatShare(quarterOf(work.share), language)}`}
          {!work.isCancelling &&
            work.attempt > 1 &&
            ` · ${t('attempt', { attempt: work.attempt, most: PDF_UPLOAD_ATTEMPTS })}`}
        </p>
        <Button ref={cancel} variant="default" size="sm" disabled={work.isCancelling} onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </div>
  )
}

/** A live region that announced every per cent would never be silent. */
const quarterOf = (share: number) => Math.floor(share * 4) / 4

/** After a refused attempt the first field that is wrong has the focus. */
function useFocusOnRefusal(refusals: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return form
}
