import type { UserCode } from '@scanleaf/shared'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DesignDialogProps } from '../../../lib/qr/design-dialog'
import { codeLabels } from '../../../lib/qr/frame'
import { savedPayload } from '../../../lib/qr/payload'
import { Allowed } from '../../../lib/session/allowed'
import { Button } from '../../../ui/button/button'
import { PrintSize } from '../../../ui/qr/print-size'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import { RENDERED_FORMATS, type RenderedFormat, useChangeUserCode } from '../api'
import { codeName } from '../code-content'
import { useDownloadCode } from '../download-code'
import styles from './code-dialog.module.css'

const FORMATS = RENDERED_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))

export interface CodePictureProps {
  code: UserCode
  DesignDialog?: ComponentType<DesignDialogProps> | undefined
}

/** The code on white paper, its files, and the way to its design. */
export function CodePicture({ code, DesignDialog }: CodePictureProps) {
  const { t } = useTranslation('user-codes')
  const [format, setFormat] = useState<RenderedFormat>('png')
  const download = useDownloadCode()
  // the encoder comes after the popup
  const { data: pixels = null } = useQuery({
    queryKey: ['code-pixels', code.id, code.updatedAt],
    queryFn: async () => (await import('../../../lib/qr/code-pixels')).codePixels(code),
  })
  return (
    <div className={`stack gap-7 ${styles.side}`}>
      <span className={styles.paper} data-paused={!code.enabled || undefined}>
        <img
          src={code.qrImageUrl}
          alt={t('detail.image', { name: codeName(code) })}
          width={256}
          height={256}
        />
      </span>
      <SegmentedControl label={t('detail.format')} options={FORMATS} value={format} onChange={setFormat} />
      <Button
        fullWidth
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate({ code, format })}
      >
        {t('download-format', { format: format.toUpperCase() })}
      </Button>
      <PrintSize format={format} pixels={pixels} />
      {DesignDialog && (
        <Allowed to="codes:write">
          <DesignButton code={code} Dialog={DesignDialog} />
        </Allowed>
      )}
    </div>
  )
}

interface DesignButtonProps {
  code: UserCode
  Dialog: ComponentType<DesignDialogProps>
}

/** A code whose content cannot be read has no symbol to design. */
function DesignButton({ code, Dialog }: DesignButtonProps) {
  const { t } = useTranslation('user-codes')
  const [isOpen, setIsOpen] = useState(false)
  const change = useChangeUserCode()
  const payload = savedPayload(code)
  if (payload === null) return null
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconPhoto size={18} stroke={1.7} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('detail.design')}
      </Button>
      {isOpen && (
        <Suspense>
          <Dialog
            payload={payload}
            settings={code.qrCustomSettings}
            logo={code.logo}
            labels={codeLabels(code)}
            onSave={(qrCustomSettings, logo, scanAnyway) =>
              change.mutateAsync({ id: code.id, patch: { qrCustomSettings, logo, scanAnyway } })
            }
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
