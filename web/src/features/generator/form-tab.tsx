import { useMediaQuery } from '@mantine/hooks'
import type { AddonCode } from '@scanleaf/shared'
import { type ComponentType, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DesignDialogProps } from '../../lib/qr/design-dialog'
import { Card } from '../../ui/card/card'
import { PreviewDock } from '../../ui/preview/preview-pane'
import { TrialStrip } from '../../ui/qr/trial-strip'
import { CodeNameField } from './form/code-name-field'
import { ContentFields } from './form/content-fields'
import { KindChoice } from './form/kind-choice'
import { ManualIdField } from './form/manual-id-field'
import { TypeChoice } from './form/type-choice'
import styles from './generator-page.module.css'
import { DesignTools, useDesignTools } from './preview/design-tools'
import { PreviewMini } from './preview/preview-mini'
import { PreviewPane } from './preview/preview-pane'
import { SavedDock } from './preview/saved-dock'
import { useDownload } from './preview/use-download'
import { SaveButton } from './save-button'
import { SavedCode } from './saved-code'
import { contentOf } from './state/draft'
import { type CodeKind, contentTypeOf, type FormTab, kindOf } from './state/tabs'
import { type Generator, useGenerator } from './state/use-generator'
import { UnscannableDialog } from './unscannable-dialog'

const FORM_ID = 'generator-form'

export interface FormTabPanelProps {
  page: CodeKind
  tab: FormTab
  DesignDialog: ComponentType<DesignDialogProps>
  /** How much of a quota is used. */
  QuotaNote: ComponentType<{ addon: AddonCode }>
}

/** The form of a content type, its code beside it. */
export function FormTabPanel({ page, tab, DesignDialog, QuotaNote }: FormTabPanelProps) {
  const { t } = useTranslation('generator')
  const generator = useGenerator(page, tab)
  const { draft, progress } = generator
  const tools = useDesignTools()
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const form = useFocusOnRefusal(generator.fields.refusals)
  const download = useDownload(generator)
  const isSaved = progress.name === 'saved'
  const isDone = isSaved && !generator.saving.isChanged
  const mainButton = <SaveButton formId={FORM_ID} generator={generator} />
  const card = (
    <Card key="form" isPadded className={styles.card} data-docked={isPhone || undefined}>
      <form
        id={FORM_ID}
        ref={form}
        className="stack gap-10"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          generator.saving.proceed()
        }}
      >
        <TabFields page={page} generator={generator} />
        <hr className={styles.rule} />
        <DesignTools tools={tools} generator={generator} DesignDialog={DesignDialog} />
        {!isPhone && mainButton}
        {progress.name === 'saved' ? (
          <SavedCode code={progress.code} isUnderCode={isPhone} onAnother={generator.startAnother} />
        ) : (
          <div className={styles.notes}>
            <QuotaNote addon={`${kindOf(tab, draft)}-code-storage`} />
            <p className={`fine muted ${styles.note}`}>
              {progress.name === 'created' && t('preview.created')}
              {progress.name === 'draft' && t(kindOf(tab, draft) === 'dynamic' ? 'auto-save' : 'static-save')}
            </p>
          </div>
        )}
      </form>
    </Card>
  )
  const preview = (
    <PreviewPane key="preview" generator={generator} download={download} onCustomise={tools.open} />
  )
  return (
    <>
      {kindOf(tab, draft) === 'dynamic' && (
        <TrialStrip
          className={styles.strip}
          {...(progress.name === 'saved' && { link: progress.code.codeRedirect })}
        />
      )}
      {isPhone && isSaved ? [preview, card] : [card, preview]}
      {isPhone && (
        <PreviewDock mini={<PreviewMini generator={generator} isBare={isDone} />}>
          {isDone ? <SavedDock generator={generator} download={download} /> : mainButton}
        </PreviewDock>
      )}
      <UnscannableDialog generator={generator} />
      <p role="status" className="visually-hidden">
        {generator.saving.isRunning && t('saving')}
        {progress.name === 'created' && t('status.created')}
        {progress.name === 'saved' && t('status.saved')}
      </p>
    </>
  )
}

function TabFields({ page, generator }: { page: CodeKind; generator: Generator }) {
  const { tab, draft, progress } = generator
  const { errors, change, changeContent, leave } = generator.fields
  const isSaved = progress.name === 'saved'
  const type = contentTypeOf(tab, draft)
  return (
    <>
      {/* Kind and id of a saved code are printed, and so is the content of a static one. */}
      <fieldset className={styles.fields} disabled={isSaved}>
        {tab === 'website' && page === 'dynamic' && (
          <KindChoice
            kind={draft.kind}
            // A static code has no id: choosing it clears the one that was typed (spec §2).
            onChange={(kind) =>
              change(kind === 'static' ? { kind, hasManualId: false, manualId: '' } : { kind })
            }
          />
        )}
        <TypeChoice
          tab={tab}
          value={type}
          onChange={(chosen) => change({ types: { ...draft.types, [tab]: chosen } })}
        />
      </fieldset>
      <CodeNameField
        name={draft.names[type] ?? ''}
        error={errors['name']}
        onChange={(name) => change({ names: { ...draft.names, [type]: name } })}
      />
      <fieldset className={styles.fields} disabled={isSaved && !progress.code.isDynamicCode}>
        <ContentFields
          type={type}
          content={contentOf(draft, type)}
          errors={errors}
          onChange={changeContent}
          onLeave={leave}
        />
      </fieldset>
      {kindOf(tab, draft) === 'dynamic' && (
        <fieldset className={styles.fields} disabled={isSaved}>
          <ManualIdField draft={draft} error={errors['manualId']} onChange={change} onLeave={leave} />
        </fieldset>
      )}
    </>
  )
}

/** After a refused attempt the first field that is wrong has the focus. */
function useFocusOnRefusal(refusals: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return form
}
