import type { ApiScope, CreatedApiKey } from '@scanleaf/shared'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfirmed } from '../../../lib/api/confirmation'
import { useConfig } from '../../../lib/config'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { Button } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import { ShownOnce } from '../../../ui/shown-once/shown-once'
import { useCreateApiKey } from '../api'
import styles from './connect.module.css'

const EXPIRES_IN_DAYS = 365
/** The calls about codes. */
const CALLS = '/gateway/api/qrcode/user-codes'

interface KeyMakerProps {
  /** Of the program, and of the key in the list. */
  name: string
  scopes: readonly ApiScope[]
  /** Where to paste the key alone; without it, the request that takes the key is shown. */
  step?: string
  /** The request, if it is none about codes: its address, and what to do with it. */
  request?: { address: string; text: string }
}

/** Makes a key with the rights that a program needs, and shows where it is pasted. */
export function KeyMaker({ name, scopes, step, request }: KeyMakerProps) {
  const { t } = useTranslation(['connect', 'api-keys', 'common'])
  const { appUrl } = useConfig()
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const confirmed = useConfirmed()
  const { mutateAsync } = useCreateApiKey()
  const create = useMutation({
    mutationFn: () =>
      confirmed(() => mutateAsync({ name, scopes: [...scopes], expiresInDays: EXPIRES_IN_DAYS })),
    onSuccess: setCreated,
  })
  if (created)
    return (
      <ShownOnce
        title={t('api-keys:ready', { name: bidiIsolate(created.name) })}
        text={step ?? request?.text ?? t('step.key')}
        secrets={
          step
            ? [{ value: created.secret }]
            : [
                { value: request?.address ?? `${appUrl}${CALLS}` },
                { value: `Authorization: Bearer ${created.secret}` },
              ]
        }
        onSaved={() => setCreated(null)}
      >
        <p className="small">{t('once')}</p>
        {!step && !request && <p className="small">{t('step.webhook')}</p>}
      </ShownOnce>
    )
  return (
    <div className={styles.form}>
      {create.isError && <ErrorMessage text={messageOf(create.error, t('common:unreadable-answer'))} />}
      <Button loading={create.isPending} onClick={() => create.mutate()}>
        {t('api-keys:create')}
      </Button>
    </div>
  )
}
