import { type CreatedFeed, FEEDS, type Feed } from '@scanleaf/shared'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfirmed } from '../../../lib/api/confirmation'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { Button } from '../../../ui/button/button'
import { SelectField } from '../../../ui/field/select-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { ShownOnce } from '../../../ui/shown-once/shown-once'
import { useCreateFeed } from '../api'
import { feedAddress } from '../feed-address'
import styles from './connect.module.css'

interface FeedMakerProps {
  /** Of the program, and of the link in the list. */
  name: string
  /** Where to paste it. */
  step: string
  pasted: (url: string) => string
}

/** Makes a feed link, and shows as what it is pasted. */
export function FeedMaker({ name, step, pasted }: FeedMakerProps) {
  const { t } = useTranslation(['connect', 'api-keys', 'common'])
  const [feed, setFeed] = useState<Feed>('codes')
  const [created, setCreated] = useState<CreatedFeed | null>(null)
  const confirmed = useConfirmed()
  const { mutateAsync } = useCreateFeed()
  const create = useMutation({
    mutationFn: () => confirmed(() => mutateAsync({ name, feed })),
    onSuccess: setCreated,
  })
  if (created)
    return (
      <ShownOnce
        title={t('api-keys:feed.ready', { name: bidiIsolate(created.name) })}
        text={step}
        secrets={[{ value: pasted(feedAddress(created)) }]}
        onSaved={() => setCreated(null)}
      >
        <p className="small">{t('once')}</p>
      </ShownOnce>
    )
  return (
    <div className={styles.form}>
      <SelectField
        label={t('data')}
        value={feed}
        onChange={({ currentTarget: { value } }) => setFeed(FEEDS.find((each) => each === value) ?? 'codes')}
      >
        {FEEDS.map((each) => (
          <option key={each} value={each}>
            {t(`connect:data.${each}`)}
          </option>
        ))}
      </SelectField>
      {feed === 'codes' && <p className="small muted">{t('connect:data.limit')}</p>}
      {create.isError && <ErrorMessage text={messageOf(create.error, t('common:unreadable-answer'))} />}
      <Button loading={create.isPending} onClick={() => create.mutate()}>
        {t('create')}
      </Button>
    </div>
  )
}
