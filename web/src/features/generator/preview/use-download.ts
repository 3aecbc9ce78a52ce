import { DEFAULT_QR_SETTINGS } from '@scanleaf/qr'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadName, saveFile } from '../../../lib/api/download'
import { fileOf, type ImageFormat, symbolOf } from '../../../lib/qr/draw'
import { loadDesign } from '../../../lib/qr/drawable-design'
import { showToast } from '../../../ui/toast/toasts'
import { contentOf } from '../state/draft'
import { contentTypeOf } from '../state/tabs'
import { passesScan } from '../state/use-drawing'
import type { Generator } from '../state/use-generator'

export interface Download {
  format: ImageFormat
  setFormat: (format: ImageFormat) => void
  isChecking: boolean
  start: () => void
}

/** The file of a created code; of one that the scan check does not pass only after a word (spec §8 and §9). */
export function useDownload({ tab, draft, progress, drawn, ask }: Generator): Download {
  const { t } = useTranslation('generator')
  const [format, setFormat] = useState<ImageFormat>('png')
  const [isChecking, setIsChecking] = useState(false)
  const { payload, labels } = drawn

  async function save() {
    const settings = draft.settings ?? DEFAULT_QR_SETTINGS
    const symbol = payload === null ? null : symbolOf(payload, settings.errorCorrectionLevel)
    try {
      if (!symbol) throw new Error('the content fits no symbol')
      const design = await loadDesign(settings, draft.logo, labels)
      saveFile(fileOf(symbol, design, format), `${downloadName(addressOf())}.${format}`)
    } catch {
      showToast({ kind: 'error', title: t('no-format-available') })
    }
  }

  /** The name of the file: the address of the code, where it has one. */
  function addressOf(): string {
    if (progress.name === 'saved' && progress.code.codeRedirect !== null) return progress.code.codeRedirect
    if (tab !== 'website' && tab !== 'facebook') return ''
    const [address = ''] = Object.values(contentOf(draft, contentTypeOf(tab, draft.facebook)))
    return address
  }

  async function start() {
    if (progress.name === 'draft') {
      showToast({ kind: 'error', title: t('no-qrcode-created') })
      return
    }
    setIsChecking(true)
    const passes = await passesScan(draft, drawn)
    setIsChecking(false)
    if (passes) return save()
    ask({
      confirm: () => {
        ask(null)
        void save()
      },
    })
  }

  return { format, setFormat, isChecking, start: () => void start() }
}
