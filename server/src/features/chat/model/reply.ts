import * as z from 'zod'

/** What is read of a piece of a streamed reply: a provider may send anything. */
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().nonnegative(),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ total_tokens: z.number().nullish() }).nullish(),
})

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
 * @throws Error for one that ends before its end, that has none, or whose pieces have another form
 */
export async function readReply(
  chunks: AsyncIterable<unknown>,
  onDelta: (text: string) => void,
): Promise<Reply> {
  const calls: ToolCall[] = []
  let text = ''
  let size = 0
  let tokens: number | null = null
  let isWhole = false
  for await (const chunk of chunks) {
    const { choices, usage } = Chunk.parse(chunk)
    tokens = usage?.total_tokens ?? tokens
    const choice = choices?.[0]
    const { content, tool_calls: parts } = choice?.delta ?? {}
    if (content) {
      text += content
      onDelta(content)
    }
    for (const { index, id, function: named } of parts ?? []) {
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
