import type { UserCode } from '@scanleaf/shared'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { Segments } from '../../ui/segments'
import { IMAGE_FORMATS, type ImageFormat } from './api'
import { codeName } from './code-content'
import styles from './code-dialog.module.css'
import { useDownloadCode } from './download-code'

const FORMATS = IMAGE_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))

/** The code on white paper, and its files. */
export function CodePicture({ code }: { code: UserCode }) {
  const { t } = useTranslation('user-codes')
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
      <Segments label={t('detail.format')} options={FORMATS} value={format} onChange={setFormat} />
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
