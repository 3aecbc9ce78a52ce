import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import { showToast } from '../../ui/toast/toasts'
import { useOwnerTakedown } from './api'
import own from './code-reports.module.css'
import { TakedownForm } from './takedown-form'

/** Takes down every dynamic code of a user at once. */
export function OwnerTakedown({ userId, name }: { userId: string; name: string }) {
  const { t } = useTranslation('code-reports')
  const [isOpen, setIsOpen] = useState(false)
  const takedown = useOwnerTakedown(userId)
  if (!isOpen)
    return (
      <Button variant="default" color="red" onClick={() => setIsOpen(true)}>
        {t('owner')}
      </Button>
    )
  return (
    <div className={own.owner}>
      <TakedownForm
        note={t('owner.text', { name })}
        submit={async (body) => {
          const codes = await takedown.mutateAsync(body)
          showToast({ kind: 'success', title: t('owner.done', { count: codes }) })
        }}
        onDone={() => setIsOpen(false)}
        onCancel={() => setIsOpen(false)}
      />
    </div>
  )
}
