import { foldText } from '@scanleaf/shared'
import {
  findCode,
  findNamed,
  runTool,
  sayAnswers,
  type ToolContext,
  type ToolResult,
  todayOf,
  whichOf,
} from '../../tools'
import type { Assistant, AssistantReply, ChatRequest } from '../assistant'
import { decide, type OwnCodes } from './decide'

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
  const ownCodes: OwnCodes = {
    isCode: async (reference) => 'code' in (await findCode(context, reference)),
    namesAmong: async (texts) => (await findNamed(context, texts)).map(({ name }) => foldText(name)),
  }
  const decision = await decide(question, { ...context, today: todayOf(context) }, ownCodes)
  if ('places' in decision) return sayAnswers(context, decision)
  if ('names' in decision) return whichOf(context, await findNamed(context, decision.names))
  return runTool(context, decision.tool, JSON.stringify(decision.args))
}
