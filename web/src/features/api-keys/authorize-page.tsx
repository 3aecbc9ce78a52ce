import { useDocumentTitle } from '@mantine/hooks'
import { AuthorizeRequest, type ShownAuthorization } from '@scanleaf/shared'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { useConfirmed } from '../../lib/api/confirmation'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { CheckList } from '../../ui/field/check-list'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { ErrorMessage } from '../../ui/message/error-message'
import { InfoMessage } from '../../ui/message/info-message'
import { PageHeader } from '../../ui/page/page-header'
import { allowAuthorization, authorizationQuery } from './api'
import styles from './api-keys.module.css'
import { SCOPE_TEXTS } from './scope-texts'

/** The parameters of the address as the program wrote them, which the router would read as numbers and lists. */
const askedBy = (search: string) => Object.fromEntries(new URLSearchParams(search))

interface AuthorizeProps {
  /** Name of the workspace that is opened to the program; null until it is known. */
  workspace: string | null
  /** Why its name could not be read. */
  error: Error | null
}

/** /oauth/authorize: a program requests access, and a person allows or denies it. */
export function AuthorizePage({ workspace, error }: AuthorizeProps) {
  const { t } = useTranslation(['api-keys', 'common'])
  const [asked] = useState(() => askedBy(window.location.search))
  const request = AuthorizeRequest.safeParse(asked)
  const shown = useQuery({
    ...authorizationQuery(request.data ?? (asked as AuthorizeRequest)),
    enabled: request.success,
  })
  const title = shown.data ? t('connect.title', { name: bidiIsolate(shown.data.name) }) : t('title')
  useDocumentTitle(title)
  return (
    <div className={styles.consent}>
      <PageHeader title={title} />
      {!request.success && <ErrorMessage text={t('connect.wrong')} />}
      {shown.isError && (
        <>
          <ErrorMessage text={t('connect.wrong')} />
          <p className="small muted">{messageOf(shown.error, t('common:unreadable-answer'))}</p>
        </>
      )}
      {!shown.isError && error && <ErrorMessage text={messageOf(error, t('common:unreadable-answer'))} />}
      {request.success && !shown.isError && !error && (shown.isPending || workspace === null) && (
        <Card>
          <ListSkeleton rows={4} />
        </Card>
      )}
      {request.success && shown.data && workspace !== null && (
        <Consent request={request.data} shown={shown.data} workspace={workspace} />
      )}
    </div>
  )
}

interface ConsentProps {
  request: AuthorizeRequest
  shown: ShownAuthorization
  workspace: string
}

function Consent({ request, shown, workspace }: ConsentProps) {
  const { t } = useTranslation(['api-keys', 'workspaces', 'common'])
  const [allowed, setAllowed] = useState<readonly ShownAuthorization['scopes'][number][]>(shown.scopes)
  const confirmed = useConfirmed()
  const allow = useMutation({
    mutationFn: () => confirmed(() => allowAuthorization({ ...request, allowed: [...allowed] })),
    onSuccess: (redirectTo) => window.location.assign(redirectTo),
  })
  return (
    <Card isPadded>
      <div className={styles.form}>
        <p>{t('connect.text')}</p>
        <dl className={styles.hosts}>
          <div>
            <dt className="small muted">{t('workspaces:name')}</dt>
            <dd>
              <bdi>{workspace}</bdi>
            </dd>
          </div>
          <div>
            <dt className="small muted">{t('connect.host')}</dt>
            <dd>
              <bdi dir="ltr">{shown.host}</bdi>
            </dd>
          </div>
          <div>
            <dt className="small muted">{t('connect.redirect')}</dt>
            <dd>
              <bdi dir="ltr">{shown.redirectHost}</bdi>
            </dd>
          </div>
        </dl>
        <CheckList
          legend={t('allowed')}
          options={shown.scopes.map((value) => ({ value, label: t(SCOPE_TEXTS[value]) }))}
          chosen={allowed}
          onChange={setAllowed}
        />
        <InfoMessage>{t('connect.warning')}</InfoMessage>
        {allow.isError && <ErrorMessage text={messageOf(allow.error, t('common:unreadable-answer'))} />}
        <div className="row wrap gap-4">
          <Button
            variant="filled"
            disabled={allowed.length === 0}
            loading={allow.isPending}
            onClick={() => allow.mutate()}
          >
            {t('connect.allow')}
          </Button>
          <Button variant="default" onClick={() => window.location.assign(shown.denied)}>
            {t('connect.deny')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
