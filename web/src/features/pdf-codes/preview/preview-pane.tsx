import { dynamicLinkPayload } from '@scanleaf/qr'
import type { PdfCode } from '@scanleaf/shared'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconPalette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs'
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { codeLabels } from '../../../lib/qr/frame'
import { Button, buttonClass } from '../../../ui/button/button'
import { PreviewFrame, PreviewPaper, PreviewStage } from '../../../ui/preview/preview-pane'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import type { DesignChange } from '../api'
import type { Details } from '../fields/details'
import styles from '../pdf-tab.module.css'
import type { PdfTabSlots } from '../slots'
import { CodeView } from './code-view'
import { PagePreview } from './page-preview'
import { ShareLink } from './share-link'

export type View = 'qr' | 'page'

export interface PreviewPaneProps {
  slots: PdfTabSlots
  view: View
  onView: (view: View) => void
  page: { details: Details; previewUrl: string | null; pageUrl: string | null }
  /** None before it is made. */
  code: PdfCode | null
  design: DesignChange | null
  onDesign: (design: DesignChange) => Promise<unknown> | unknown
}

/** The code and the page it leads to, in two views; from here the code is designed and the PDF sent. */
export function PreviewPane({ slots, view, onView, page, code, design, onDesign }: PreviewPaneProps) {
  const { t } = useTranslation(['pdf-codes', 'generator'])
  const { codeHost } = useConfig()
  const [isDesigning, setIsDesigning] = useState(false)
  return (
    <PreviewFrame label={t('generator:preview')}>
      <SegmentedControl
        label={t('view')}
        options={[
          { value: 'qr', label: t('view.qr'), icon: <IconQrcode size={16} stroke={1.7} aria-hidden /> },
          { value: 'page', label: t('view.page'), icon: <IconEye size={16} stroke={1.7} aria-hidden /> },
        ]}
        value={view}
        onChange={onView}
      />
      {view === 'page' && (
        <PreviewStage holds="page">
          <PagePreview details={page.details} previewUrl={page.previewUrl} />
        </PreviewStage>
      )}
      {view === 'qr' && code && <CodeView code={code} design={design} />}
      {view === 'qr' && !code && (
        <PreviewStage>
          <PreviewPaper isEmpty>{t('qr.empty')}</PreviewPaper>
        </PreviewStage>
      )}
      {page.pageUrl !== null && (
        <a
          className={buttonClass({ variant: 'default', fullWidth: true })}
          href={page.pageUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          <IconExternalLink className="flip" size={18} stroke={1.7} aria-hidden />
          {t('preview.open')}
        </a>
      )}
      <div className={`gap-4 ${styles.tools}`}>
        <Button
          variant="default"
          leftSection={<IconPalette size={18} stroke={1.7} aria-hidden />}
          onClick={() => setIsDesigning(true)}
        >
          {t('generator:customise')}
        </Button>
        <ShareLink title={page.details.title} address={page.pageUrl} />
      </div>
      {isDesigning && (
        <Suspense>
          <slots.DesignDialog
            // Before there is a code, one of the usual form is shown.
            payload={code ? dynamicLinkPayload(code.codeRedirect) : codeHost}
            settings={design?.settings ?? null}
            logo={design?.logo ?? null}
            labels={
              code
                ? codeLabels({ ...code, name: code.codeName })
                : { name: page.details.title.trim() || null, id: null, link: null }
            }
            onSave={(settings, logo, anyway) => onDesign({ settings, logo, anyway })}
            onClose={() => setIsDesigning(false)}
          />
        </Suspense>
      )}
    </PreviewFrame>
  )
}

/** What leads to the preview from the bottom of a phone. */
export function PreviewMini() {
  const { t } = useTranslation('generator')
  return (
    <>
      <IconEye size={18} stroke={1.7} aria-hidden />
      {t('preview')}
    </>
  )
}
