import type { Proposal, ToolContext } from '../tools'

/** One message of a conversation, the oldest first. */
export interface ChatTurn {
  from: 'GPT' | 'user'
  message: string
}

export interface ChatRequest {
  /** The conversation before the question. */
  history: readonly ChatTurn[]
  question: string
  tools: ToolContext
  /** Whether the plan has tokens for an answer of a model, and they are reserved. */
  hasTokens: boolean
  /** Aborts the answer: the client disconnected, or it took too long. */
  signal: AbortSignal
  /** Called with each part of the answer as it comes. */
  onDelta: (text: string) => void
  /** Called with the cost of the answer so far. */
  onSpent: (tokens: number) => void
}

export interface AssistantReply {
  /** Markdown. */
  text: string
  proposals: Proposal[]
}

/** Answers questions. */
export interface Assistant {
  kind: 'model' | 'embedded'
  /** The maximum tokens that an answer to this question may cost. */
  maxTokens(question: string): number
  /** @throws AppError UpstreamFailed, UpstreamTimeout, ServiceUnavailable */
  answer(asking: ChatRequest): Promise<AssistantReply>
}
