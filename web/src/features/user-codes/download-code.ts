import type { UserCode } from '@scanleaf/shared'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import { showToast } from '../../ui/toast/toasts'
import { fetchCodeImage, type ImageFormat } from './api'
import { contentOf, websiteOf } from './code-content'

interface Download {
  code: UserCode
  format: ImageFormat
}

/** Downloads the file of a saved code under its own name. */
export function useDownloadCode() {
  const { t } = useTranslation('user-codes')
  const language = useLanguage()
  return useMutation({
    mutationFn: async ({ code, format }: Download) => {
      const [image, name, { saveFile }] = await Promise.all([
        fetchCodeImage(code.id, format),
        fileNameOf(code, language),
        import('../../lib/api/download'),
      ])
      saveFile(image, `${name}.${format}`)
    },
    onError: () => showToast({ kind: 'error', title: t('download-failed') }),
  })
}

async function fileNameOf(code: UserCode, language: string): Promise<string> {
  const { codeFileName } = await import('@scanleaf/shared/code-file-name')
  const { name, dynamicId, contentType } = code
  const content = contentOf(code) ?? {}
  return codeFileName(
    { name, dynamicId, contentType, content, address: code.codeRedirect ?? websiteOf(code) ?? '' },
    language,
  )
}
