import type { Language } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card/card'
import { Phone, PhonePage } from '../../../ui/phone/phone'
import type { PageDraftState } from '../state/page-draft'
import styles from './editor.module.css'

export interface PreviewProps {
  state: PageDraftState
  language: Language
  /** The block that is edited, to which the page goes. */
  block: number | null
}

/**
 * The draft as the server renders it, in a sandbox without scripts. A new one takes the place of the one before once it has
 * loaded, so that nothing flickers.
 */
export function Preview({ state: { saved, sent }, language, block }: PreviewProps) {
  const { t } = useTranslation('page-editor')
  const place = block === null ? '' : `#b${block}`
  const wanted = `${saved.draftUrl}&lng=${language}&v=${sent}${place}`
  const [shown, setShown] = useState(wanted)
  return (
    <Card className={`stack gap-6 ${styles.preview}`} aria-label={t('preview')}>
      <Phone>
        {[...new Set([shown, wanted])].map((address) => (
          <PhonePage
            key={address}
            title={t('preview')}
            address={address}
            isNext={address !== shown}
            onLoad={() => setShown(address)}
          />
        ))}
      </Phone>
    </Card>
  )
}
