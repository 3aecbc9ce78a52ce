import type { UserCode } from '@scanleaf/shared'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../ui/toast/toasts'
import { fetchCodeImage, type ImageFormat } from './api'
import { addressOf } from './code-content'

interface Download {
  code: UserCode
  format: ImageFormat
}

/** Downloads the file of a saved code, named by spec §9. */
export function useDownloadCode() {
  const { t } = useTranslation('user-codes')
  return useMutation({
    mutationFn: async ({ code, format }: Download) => {
      const [image, { downloadName, saveFile }] = await Promise.all([
        fetchCodeImage(code.id, format),
        import('../../lib/api/download'),
      ])
      saveFile(image, `${downloadName(addressOf(code))}.${format}`)
    },
    onError: () => showToast({ kind: 'error', title: t('download-failed') }),
  })
}
