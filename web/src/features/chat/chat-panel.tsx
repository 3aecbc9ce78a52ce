import { useMediaQuery } from '@mantine/hooks'
import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n/i18n'
import { useSession } from '../../lib/session/session'
import { startSignIn } from '../../lib/session/sign-in'
import { Button, IconButton } from '../../ui/button/button'
import { usePressOutside } from '../../ui/dialog/dialog'
import { useModal } from '../../ui/dialog/use-modal'
import { Tile } from '../../ui/tile/tile'
import { historyQuery, tokensQuery } from './api'
import styles from './chat-panel.module.css'
import { Composer } from './composer'
import { MessageList } from './message-list'
import { IS_SHEET } from './open-state'
import { useConversation } from './use-conversation'

export function ChatPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['chat', 'common'])
  const session = useSession()
  // Beside the screen a panel, on it a sheet that holds the focus; either way it closes by its button or Escape.
  const isSheet = useMediaQuery(IS_SHEET, undefined, { getInitialValueInEffect: false })
  const dialog = useModal(onClose, isSheet)
  const outside = usePressOutside(onClose)
  const conversation = useConversation()
  const { turn, ask, stop } = conversation
  return (
    <dialog {...dialog} {...(isSheet && outside)} className={styles.panel} aria-label={t('title')}>
      <div className={`row gap-6 ${styles.head}`}>
        <Tile size={34}>
          <IconSparkles size={19} stroke={1.7} />
        </Tile>
        <div className="fill">
          <h2>{t('title')}</h2>
          {session && <WhoAnswers />}
        </div>
        <IconButton aria-label={t('common:close')} onClick={onClose}>
          <IconX size={19} stroke={1.7} aria-hidden />
        </IconButton>
      </div>
      {session ? <MessageList conversation={conversation} /> : <Invitation />}
      <Composer isDisabled={!session} isAnswering={turn?.state === 'answering'} onSend={ask} onStop={stop} />
    </dialog>
  )
}

/** The kind of assistant, and of a language model the tokens of the plan. */
function WhoAnswers() {
  const { t } = useTranslation('chat')
  const { billing } = useConfig()
  const assistant = useInfiniteQuery(historyQuery).data?.pages[0]?.meta.assistant
  const hasTokens = billing && assistant === 'model'
  const tokens = useQuery({ ...tokensQuery, enabled: hasTokens }).data
  if (assistant === 'embedded') return <p>{t('embedded-note')}</p>
  if (assistant === undefined) return null
  return (
    <>
      <p>{t('model-note')}</p>
      {hasTokens && tokens && (
        <p>{t('tokens', { used: tokens.tokenUsed, limit: tokens.limitPackageToken })}</p>
      )}
    </>
  )
}

function Invitation() {
  const { t } = useTranslation('chat')
  const config = useConfig()
  const language = useLanguage()
  const { href } = useLocation()
  return (
    <div className={`muted gap-8 ${styles.invitation}`}>
      <p>{t('sign-in.text')}</p>
      <Button onClick={() => window.location.assign(startSignIn(config, language, href))}>
        {t('sign-in')}
      </Button>
    </div>
  )
}
