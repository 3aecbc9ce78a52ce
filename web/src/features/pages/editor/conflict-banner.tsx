import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { Banner } from '../../../ui/banner/banner'
import { Button } from '../../../ui/button/button'
import { showToast } from '../../../ui/toast/toasts'
import type { PageDraft } from '../state/page-draft'

/** Another device has saved the page: what was typed stays until one version is chosen. */
export function ConflictBanner({ draft }: { draft: PageDraft }) {
  const { t } = useTranslation(['page-editor', 'common'])
  const [isPending, setIsPending] = useState(false)

  async function choose(choice: () => Promise<void>) {
    setIsPending(true)
    try {
      await choice()
    } catch (error) {
      showToast({ kind: 'error', title: messageOf(error, t('common:no-answer')) })
    } finally {
      setIsPending(false)
    }
  }

  return (
    <Banner
      tone="pending"
      link={
        <span className="row wrap gap-4">
          <Button size="sm" loading={isPending} onClick={() => void choose(() => draft.keepOwn())}>
            {t('conflict.mine')}
          </Button>
          <Button
            size="sm"
            variant="default"
            disabled={isPending}
            onClick={() => void choose(() => draft.takeOther())}
          >
            {t('conflict.theirs')}
          </Button>
        </span>
      }
    >
      <b>{t('conflict')}</b> {t('conflict.text')}
    </Banner>
  )
}
