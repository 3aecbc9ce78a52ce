import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { languageOf, type UserCode } from '@scanleaf/shared'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n'
import { IMAGE_FORMATS, type ImageFormat } from './api'
import { codeName } from './code-content'
import styles from './code-dialog.module.css'
import { useDownloadCode } from './download-code'

const FORMATS = IMAGE_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))

/** The code on white paper, and its files. */
export function CodePicture({ code }: { code: UserCode }) {
  const { t } = useTranslation('user-codes')
  const { dir } = languageOf(useLanguage())
  const [format, setFormat] = useState<ImageFormat>('png')
  const download = useDownloadCode()
  return (
    <div className={styles.side}>
      <span className={styles.paper}>
        <img
          src={code.qrImageUrl}
          alt={t('detail.image', { name: codeName(code) })}
          width={256}
          height={256}
        />
      </span>
      <SegmentedControl
        // Its marker stays where it was when the direction changes.
        key={dir}
        fullWidth
        aria-label={t('detail.format')}
        data={FORMATS}
        value={format}
        onChange={setFormat}
        classNames={{
          root: styles.segments ?? '',
          indicator: styles.segmentsMarker ?? '',
          label: styles.segment ?? '',
        }}
      />
      <Button
        fullWidth
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate({ code, format })}
      >
        {t('download-format', { format: format.toUpperCase() })}
      </Button>
    </div>
  )
}
