import { useMediaQuery } from '@mantine/hooks'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { Link, useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card'
import { PageHead } from '../../ui/page-head'
import { drawingOf } from './drawing'
import styles from './generator-page.module.css'
import { MainButton } from './main-button'
import { PreviewDock } from './preview-dock'
import { PreviewPane } from './preview-pane'
import { SavedCode } from './saved-code'
import { TypeRail } from './type-rail'
import { useGenerator } from './use-generator'
import { WebsiteFields } from './website-fields'

const FORM_ID = 'generator-form'

/** The generator of dynamic codes, and of static ones under /static-codes (spec §2). */
export function GeneratorPage() {
  const { t } = useTranslation('generator')
  const page = useLocation({ select: ({ pathname }) => pathname.startsWith('/static-codes') })
    ? 'static'
    : 'dynamic'
  const generator = useGenerator(page)
  const { draft, progress } = generator
  const drawing = useMemo(() => drawingOf(draft, progress), [draft, progress])
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const mainButton = <MainButton formId={FORM_ID} generator={generator} />
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        start={
          <Link to={`/${page}-codes`} className={styles.back} aria-label={t('back')}>
            <IconArrowLeft className="flip" size={18} stroke={1.7} aria-hidden />
          </Link>
        }
      />
      <div className={styles.columns} data-docked={isPhone || undefined}>
        <TypeRail />
        <Card isPadded>
          <form
            id={FORM_ID}
            className={styles.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              generator.proceed()
            }}
          >
            <WebsiteFields draft={draft} errors={generator.errors} onChange={generator.change} />
            {!isPhone && mainButton}
            {progress.name === 'saved' ? (
              <SavedCode code={progress.code} onAnother={generator.startAnother} />
            ) : (
              <p className={styles.note}>
                {progress.name === 'created' && t('preview.created')}
                {progress.name === 'draft' && t(draft.kind === 'dynamic' ? 'auto-save' : 'static-save')}
              </p>
            )}
          </form>
        </Card>
        <PreviewPane drawing={drawing} draft={draft} progress={progress} />
      </div>
      {isPhone && <PreviewDock drawing={drawing}>{mainButton}</PreviewDock>}
      <p role="status" className={styles.hidden}>
        {generator.isSaving && t('saving')}
        {progress.name === 'created' && t('status.created')}
        {progress.name === 'saved' && t('status.saved')}
      </p>
    </>
  )
}
