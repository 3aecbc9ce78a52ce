import type OpenAI from 'openai'

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk

/** Longer than any reply that was asked for, in UTF-16 units. */
const MAX_TEXT = 40_000
const MAX_CALLS = 8

export interface ToolCall {
  id: string
  name: string
  /** JSON text. */
  args: string
}

export interface Reply {
  text: string
  calls: ToolCall[]
  /** As the provider counts them; null when it does not say. */
  tokens: number | null
}

/**
 * Puts a streamed reply together.
 * @throws Error for one that ends before its end, or that has none
 */
export async function readReply(
  chunks: AsyncIterable<Chunk>,
  onDelta: (text: string) => void,
): Promise<Reply> {
  const calls: ToolCall[] = []
  let text = ''
  let size = 0
  let tokens: number | null = null
  let isWhole = false
  for await (const { choices = [], usage } of chunks) {
    tokens = usage?.total_tokens ?? tokens
    const [choice] = choices
    const { content, tool_calls: parts = [] } = choice?.delta ?? {}
    if (content) {
      text += content
      onDelta(content)
    }
    for (const { index, id, function: named } of parts) {
      if (index >= MAX_CALLS) throw new Error('too many tool calls')
      calls[index] ??= { id: '', name: '', args: '' }
      const call = calls[index]
      call.id ||= id ?? ''
      call.name += named?.name ?? ''
      call.args += named?.arguments ?? ''
      size += named?.arguments?.length ?? 0
    }
    size += content?.length ?? 0
    if (size > MAX_TEXT) throw new Error('the reply is too long')
    if (choice?.finish_reason) isWhole = true
  }
  if (!isWhole) throw new Error('the reply was truncated')
  return { text, calls: calls.filter(Boolean), tokens }
}
