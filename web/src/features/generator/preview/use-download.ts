import { DEFAULT_QR_SETTINGS } from '@scanleaf/qr'
import { isTrialLink } from '@scanleaf/shared'
import { codeFileName } from '@scanleaf/shared/code-file-name'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/api/download'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { fileOf, type ImageFormat, symbolOf } from '../../../lib/qr/draw'
import { loadDesign } from '../../../lib/qr/drawable-design'
import { showToast } from '../../../ui/toast/toasts'
import { addressIn, completeContentOf, nameOf } from '../state/draft'
import { contentTypeOf } from '../state/tabs'
import { passesScan } from '../state/use-drawing'
import type { Generator } from '../state/use-generator'

export interface Download {
  format: ImageFormat
  setFormat: (format: ImageFormat) => void
  isChecking: boolean
  start: () => void
}

/** The file of a created code; of one that the scan check does not pass only after a word (spec §8). */
export function useDownload({ tab, draft, progress, drawn, confirmation: { ask } }: Generator): Download {
  const { t } = useTranslation('generator')
  const [format, setFormat] = useState<ImageFormat>('png')
  const [isChecking, setIsChecking] = useState(false)
  const language = useLanguage()
  const config = useConfig()
  const { payload, labels } = drawn

  async function save() {
    const settings = draft.settings ?? DEFAULT_QR_SETTINGS
    const symbol = payload === null ? null : symbolOf(payload, settings.errorCorrectionLevel)
    try {
      if (!symbol) throw new Error('the content fits no symbol')
      const design = await loadDesign(settings, draft.logo, labels)
      saveFile(fileOf(symbol, design, format), `${await fileName()}.${format}`)
    } catch {
      showToast({ kind: 'error', title: t('no-format-available') })
    }
  }

  function fileName(): Promise<string> {
    const contentType = contentTypeOf(tab, draft)
    const content = completeContentOf(draft, contentType)
    const saved = progress.name === 'saved' ? progress.code : null
    const address = saved?.codeRedirect ?? addressIn(contentType, content) ?? ''
    const named = {
      name: nameOf(draft, contentType),
      dynamicId: saved?.dynamicId ?? null,
      address,
      contentType,
      content,
      isTrial: isTrialLink(saved?.codeRedirect ?? null, config),
    }
    return codeFileName(named, language)
  }

  async function start() {
    if (progress.name === 'draft') {
      showToast({ kind: 'error', title: t('no-qrcode-created') })
      return
    }
    setIsChecking(true)
    const passes = await passesScan(draft, drawn)
    setIsChecking(false)
    if (passes) return void save()
    ask({
      confirm: () => {
        ask(null)
        void save()
      },
    })
  }

  return { format, setFormat, isChecking, start: () => void start() }
}
