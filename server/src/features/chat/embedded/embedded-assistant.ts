import type { Assistant, AssistantReply, ChatRequest } from '../assistant'
import { runTool } from '../tools/registry'
import { understand } from './understand'

/**
 * Answers without a language model: by the intent of a message's words, else from the help pages. It costs nothing.
 */
export const embeddedAssistant = (): Assistant => ({
  kind: 'embedded',
  maxTokens: () => 0,
  async answer({ question, tools, onDelta }: ChatRequest): Promise<AssistantReply> {
    const intent = understand(question, tools.language, tools.codes.codeHost)
    const { tool, args } = intent ?? { tool: 'search_help', args: { question: question.slice(0, 500) } }
    const { text, proposal } = await runTool(tools, tool, JSON.stringify(args))
    const said = text || tools.translator.in(tools.language, 'chat')('say.refused')
    onDelta(said)
    return { text: said, proposals: proposal ? [proposal] : [] }
  },
})
