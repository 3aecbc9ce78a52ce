import { link } from '../../tools'
import type { Assistant, AssistantReply, ChatRequest } from '../assistant'

/**
 * A language model, and the embedded assistant where the model gives no answer that can be relied on, or where its tokens
 * are used up. The answer says so; it costs nothing.
 */
export const withFallback = (model: Assistant, embedded: Assistant): Assistant => ({
  kind: 'model',
  maxTokens: model.maxTokens,
  async answer(asking) {
    if (!asking.hasTokens) return answerInstead(embedded, asking, outOfTokens(asking))
    let hasBegun = false
    try {
      return await model.answer({
        ...asking,
        onDelta: (text) => {
          hasBegun = true
          asking.onDelta(text)
        },
      })
    } catch (error) {
      if (asking.signal.aborted) throw error
      asking.onSpent(0)
      // What was shown of a failed answer is replaced as a whole by the stored one.
      const onDelta = hasBegun ? () => {} : asking.onDelta
      return answerInstead(embedded, { ...asking, onDelta }, textsOf(asking)('say.fallback'))
    }
  },
})

const textsOf = ({ tools: { translator, language } }: ChatRequest) => translator.in(language, 'chat')

function outOfTokens(asking: ChatRequest): string {
  const t = textsOf(asking)
  return t('say.out-of-tokens', {
    page: link(t('see-plans'), `${asking.tools.codes.appUrl}/payment/dashboard`),
  })
}

async function answerInstead(
  embedded: Assistant,
  asking: ChatRequest,
  note: string,
): Promise<AssistantReply> {
  asking.onDelta(`${note}\n\n`)
  const { text, proposals } = await embedded.answer(asking)
  return { text: `${note}\n\n${text}`, proposals }
}
