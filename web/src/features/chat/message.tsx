import type { ChatAction } from '@scanleaf/shared'
import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionCard } from './action-card'
import { decideAction } from './api'
import { Markdown } from './markdown'
import styles from './message.module.css'

/** A person's question; `children` show its state. */
export function Question({ text, children }: { text: string; children?: ReactNode }) {
  const { t } = useTranslation('chat')
  return (
    <li className={`gap-3 ${styles.question}`}>
      <span className="visually-hidden">{t('from.user')}: </span>
      <p className={styles.bubble} dir="auto">
        {text}
      </p>
      {children}
    </li>
  )
}

export interface AnswerProps {
  text: string
  actions: readonly ChatAction[]
  isStopped?: boolean
  children?: ReactNode
}

export function Answer({ text, actions, isStopped = false, children }: AnswerProps) {
  const { t } = useTranslation('chat')
  return (
    <li className={`gap-5 ${styles.answer}`}>
      <span className={`centred ${styles.tile}`} aria-hidden>
        <IconSparkles size={16} stroke={1.7} />
      </span>
      <div className={`fill gap-6 ${styles.words}`}>
        <span className="visually-hidden">{t('from.GPT')}: </span>
        {text !== '' && <Markdown text={text} />}
        {actions.map((action) => (
          <ActionCard
            key={action.id}
            action={action}
            decide={(decision) => decideAction(action.id, decision)}
          />
        ))}
        {isStopped && <p className={`fine ${styles.meta}`}>{t('stopped')}</p>}
        {children}
      </div>
    </li>
  )
}
