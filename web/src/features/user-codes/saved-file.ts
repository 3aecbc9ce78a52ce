import { isTrialLink, type PublicConfig, type UserCode } from '@scanleaf/shared'
import { codeFileName } from '@scanleaf/shared/code-file-name'
import i18next from 'i18next'
import { saveFile } from '../../lib/api/download'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { storedContentOf, websiteOf } from '../../lib/stored-content'
import { showToast } from '../../ui/toast/toasts'
import type { RenderedFormat } from './api'

/** How long what must not be overlooked stays. */
const WARNING_MS = 8000

/** Hands the picture of a saved code to the browser's downloads under its own name; of a trial it says so. */
export async function savePicture(
  image: Blob,
  { code, format }: { code: UserCode; format: RenderedFormat },
  config: PublicConfig,
  language: string,
): Promise<void> {
  const { name, dynamicId, contentType, codeRedirect } = code
  const isTrial = isTrialLink(codeRedirect, config)
  const address = codeRedirect ?? websiteOf(code) ?? ''
  const content = storedContentOf(code) ?? {}
  const fileName = await codeFileName({ name, dynamicId, contentType, content, address, isTrial }, language)
  saveFile(image, `${fileName}.${format}`)
  if (!isTrial) return
  const t = i18next.getFixedT(null, 'common')
  const host = bidiIsolate(new URL(config.codeHost).host)
  showToast({
    kind: 'warning',
    title: t(config.trial === 'no-https' ? 'trial.without-https' : 'trial.internal', { host }),
    text: t('trial.advice'),
    visibleMs: WARNING_MS,
  })
}
