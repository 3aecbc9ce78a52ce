import type { ChatAction, ChatMessage } from '@scanleaf/shared'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error'
import { addMessages, type Params, streamAnswer, tokensQuery } from './api'

/** The current exchange, until it is part of the history. */
export interface Turn {
  question: string
  /** Null until the server has stored it. */
  questionId: string | null
  text: string
  actions: ChatAction[]
  state: 'answering' | 'stopped' | 'failed'
  /** How a failure is shown (spec §8). */
  failure: string | null
}

export interface Conversation {
  turn: Turn | null
  ask: (msg: string) => void
  /** Repeats a question that failed, was stopped, or was not answered. */
  retry: (question: Pick<ChatMessage, 'id' | 'message'> | null) => void
  stop: () => void
}

export function useConversation(): Conversation {
  const { t } = useTranslation(['chat', 'common'])
  const client = useQueryClient()
  const [turn, setTurn] = useState<Turn | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const change = (changed: Partial<Turn> | ((turn: Turn) => Partial<Turn>)) =>
    setTurn((now) => now && { ...now, ...(typeof changed === 'function' ? changed(now) : changed) })

  function begin(asked: Params, question: string) {
    if (turn?.state === 'answering') return
    const controller = new AbortController()
    running.current = controller
    const questionId = 'id' in asked ? asked.id : null
    setTurn({
      question,
      questionId,
      text: '',
      actions: [],
      state: 'answering',
      failure: null,
    })
    streamAnswer(
      asked,
      (event) => {
        if (event.event === 'question') change({ questionId: event.data.id })
        if (event.event === 'delta') change(({ text }) => ({ text: text + event.data.text }))
        if (event.event === 'actions') change({ actions: event.data })
        if (event.event !== 'done') return
        addMessages([event.data.question, event.data.answer])
        setTurn(null)
      },
      controller.signal,
    )
      .catch((error: unknown) => {
        if (controller.signal.aborted) change({ state: 'stopped' })
        else {
          const failure = error instanceof ApiError ? error.message : t('common:unreadable-answer')
          change({ state: 'failed', failure })
        }
      })
      .finally(() => client.invalidateQueries({ queryKey: tokensQuery.queryKey }))
  }

  return {
    turn,
    ask: (msg) => {
      if (turn) addMessages(messagesOf(turn))
      begin({ msg }, msg)
    },
    retry: (question) => {
      if (question) {
        if (turn) addMessages(messagesOf(turn))
        begin({ id: question.id }, question.message)
      } else if (turn)
        begin(turn.questionId ? { id: turn.questionId } : { msg: turn.question }, turn.question)
    },
    stop: () => running.current?.abort(),
  }
}

let local = 0

/** An exchange that has ended without a complete answer, as the history shows it. */
function messagesOf({ question, questionId, text, state, failure }: Turn): ChatMessage[] {
  const about = { createdAt: new Date().toISOString(), actions: [] }
  local += 1
  const isUnanswered = questionId !== null && text === ''
  const asked: ChatMessage = {
    ...about,
    id: questionId ?? `local-question-${local}`,
    from: 'user',
    message: question,
    isUnanswered,
    isStopped: false,
  }
  const said = failure ?? text
  if (said === '') return [asked]
  const isStopped = state === 'stopped'
  return [
    asked,
    { ...about, id: `local-answer-${local}`, from: 'GPT', message: said, isUnanswered: false, isStopped },
  ]
}
