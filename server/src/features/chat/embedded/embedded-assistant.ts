import type { Assistant, AssistantReply, ChatRequest } from '../assistant'
import { findCode } from '../tools/find-code'
import { runTool } from '../tools/registry'
import { sayAnswers } from '../tools/search-help'
import { type ToolContext, type ToolResult, todayOf } from '../tools/tool'
import { decide } from './decide'

/**
 * Answers without a language model: by the intent of a message's words, else by the section of the help pages that
 * answers such a question, else with the two nearest pages. It costs nothing.
 */
export const embeddedAssistant = (): Assistant => ({
  kind: 'embedded',
  maxTokens: () => 0,
  async answer({ question, tools, onDelta }: ChatRequest): Promise<AssistantReply> {
    const { text, proposal } = await answerTo(question, tools)
    const said = text || tools.translator.in(tools.language, 'chat')('say.refused')
    onDelta(said)
    return { text: said, proposals: proposal ? [proposal] : [] }
  },
})

async function answerTo(question: string, context: ToolContext): Promise<ToolResult> {
  const isCode = async (reference: string) => 'code' in (await findCode(context, reference))
  const decision = await decide(question, { ...context, today: todayOf(context) }, isCode)
  if ('places' in decision) return sayAnswers(context, decision)
  return runTool(context, decision.tool, JSON.stringify(decision.args))
}
