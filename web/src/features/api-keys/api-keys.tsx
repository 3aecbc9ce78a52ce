import type { CreatedApiKey, CreatedFeed } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { Button, buttonClass } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import lines from '../../ui/list/lines.module.css'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { LoadError } from '../../ui/state/load-error'
import { apiKeysQuery } from './api'
import styles from './api-keys.module.css'
import { CreateKeyDialog } from './create-key-dialog'
import { KeyLine } from './key-line'
import { NewKey, ReplacedFeed } from './new-key'

/** /settings/api-keys: the keys by which other programs work with the codes of this workspace. */
export function ApiKeys() {
  const { t } = useTranslation('api-keys')
  const { hasApiDocs } = useConfig()
  const keys = useQuery(apiKeysQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [replaced, setReplaced] = useState<CreatedFeed | null>(null)
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  return (
    <Card isPadded aria-labelledby="api-keys">
      <div className={styles.head}>
        <div>
          <h2 id="api-keys">{t('title')}</h2>
          <p className="small muted">{t('text')}</p>
        </div>
        <Button variant="filled" onClick={() => setIsCreating(true)}>
          {t('create')}
        </Button>
      </div>
      {created && <NewKey created={created} onSaved={() => setCreated(null)} />}
      {replaced && <ReplacedFeed feed={replaced} onSaved={() => setReplaced(null)} />}
      {!keys.data &&
        (keys.isError ? <LoadError onRetry={() => keys.refetch()} /> : <ListSkeleton rows={3} />)}
      {keys.data?.length === 0 && <p className="muted">{t('empty')}</p>}
      {keys.data && keys.data.length > 0 && (
        <ul className={lines.lines}>
          {keys.data.map((key) => (
            <KeyLine key={key.id} apiKey={key} onReplaced={setReplaced} />
          ))}
        </ul>
      )}
      {hasApiDocs && (
        <div className={styles.docs}>
          <p className="small muted">{t('docs.text')}</p>
          <a
            href="/docs"
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'default', size: 'sm' })}
          >
            {t('docs.open')}
          </a>
        </div>
      )}
      {isCreating && (
        <CreateKeyDialog
          onCreated={(key) => {
            setCreated(key)
            setIsCreating(false)
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
    </Card>
  )
}
