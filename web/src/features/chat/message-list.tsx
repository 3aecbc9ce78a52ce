import type { ChatMessage } from '@scanleaf/shared'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import { LoadError } from '../../ui/state/load-error'
import { historyQuery } from './api'
import { Answer, Question } from './message'
import words from './message.module.css'
import styles from './message-list.module.css'
import type { Conversation, Turn } from './use-conversation'
import { useScroll } from './use-scroll'

/** Questions that show a newcomer what can be asked. */
const SUGGESTIONS = ['change-target', 'scans', 'print', 'find'] as const

/** The conversation: the newest at the bottom, older messages as one scrolls up. */
export function MessageList({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('chat')
  const history = useInfiniteQuery(historyQuery)
  const { turn, ask, retry } = conversation
  const messages = [...(history.data?.pages ?? [])].reverse().flatMap(({ result }) => result)
  const said = messages.filter(({ id }) => id !== turn?.questionId)
  const { hasNextPage, isFetchingNextPage } = history
  const scroll = useScroll({
    first: messages[0]?.id,
    last: messages.at(-1)?.id,
    turn,
    loadOlder: hasNextPage && !isFetchingNextPage ? () => void history.fetchNextPage() : null,
  })

  if (history.isError && !history.data)
    return (
      <div className={styles.middle}>
        <LoadError onRetry={() => void history.refetch()} />
      </div>
    )
  return (
    <div
      className={styles.scroll}
      ref={scroll.box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the conversation is scrolled with the arrow keys
      tabIndex={0}
      role="log"
      aria-live="polite"
      aria-busy={turn?.state === 'answering'}
      aria-label={t('title')}
    >
      <div ref={scroll.top} />
      {isFetchingNextPage && <p className={styles.older}>{t('older')}</p>}
      {history.isSuccess && messages.length === 0 && !turn && (
        <div className={`gap-4 ${styles.empty}`}>
          <p>{t('empty.title')}</p>
          {SUGGESTIONS.map((name) => (
            <Button key={name} variant="default" onClick={() => ask(t(`suggest.${name}`))}>
              {t(`suggest.${name}`)}
            </Button>
          ))}
        </div>
      )}
      <ol className={`gap-8 ${styles.list}`}>
        {said.map((message) => (
          <Said key={message.id} message={message} onRetry={turn?.state === 'answering' ? null : retry} />
        ))}
        {turn && <Running turn={turn} onRetry={() => retry(null)} />}
      </ol>
    </div>
  )
}

function Said({
  message,
  onRetry,
}: {
  message: ChatMessage
  onRetry: ((question: ChatMessage) => void) | null
}) {
  const { t } = useTranslation(['chat', 'common'])
  const { from, message: text, actions, isUnanswered, isStopped } = message
  if (from === 'GPT') return <Answer text={text} actions={actions} isStopped={isStopped} />
  return (
    <Question text={text}>
      {isUnanswered && (
        <div className={`row wrap gap-4 ${words.again}`}>
          <span>{t('unanswered')}</span>
          {onRetry && (
            <Button size="sm" variant="default" onClick={() => onRetry(message)}>
              {t('common:retry')}
            </Button>
          )}
        </div>
      )}
    </Question>
  )
}

function Running({ turn, onRetry }: { turn: Turn; onRetry: () => void }) {
  const { t } = useTranslation(['chat', 'common'])
  const { question, text, actions, state, failure } = turn
  return (
    <>
      <Question text={question} />
      <Answer text={failure ?? text} actions={actions} isStopped={state === 'stopped'}>
        {state === 'answering' && text === '' && (
          <>
            <span className={`gap-3 ${words.dots}`} aria-hidden>
              <i />
              <i />
              <i />
            </span>
            <span className="visually-hidden">{t('thinking')}</span>
          </>
        )}
        {state !== 'answering' && (
          <div className={`row wrap gap-4 ${words.again}`}>
            {!(state === 'stopped' && text !== '') && (
              <Button size="sm" variant="default" onClick={onRetry}>
                {t('common:retry')}
              </Button>
            )}
          </div>
        )}
      </Answer>
    </>
  )
}
