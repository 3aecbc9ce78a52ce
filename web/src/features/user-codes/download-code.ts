import type { UserCode } from '@scanleaf/shared'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n/i18n'
import { showToast } from '../../ui/toast/toasts'
import { fetchCodeImage, type RenderedFormat } from './api'

interface Download {
  code: UserCode
  format: RenderedFormat
}

/** Downloads the file of a saved code under its own name. */
export function useDownloadCode() {
  const { t } = useTranslation('user-codes')
  const language = useLanguage()
  const config = useConfig()
  return useMutation({
    mutationFn: async (asked: Download) => {
      const [image, { savePicture }] = await Promise.all([
        fetchCodeImage(asked.code.id, asked.format),
        import('./saved-file'),
      ])
      await savePicture(image, asked, config, language)
    },
    onError: () => showToast({ kind: 'error', title: t('download-failed') }),
  })
}
