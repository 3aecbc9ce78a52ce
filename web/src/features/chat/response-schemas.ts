/** The schemas of the answers: loaded with the first call of the panel. */
import { ChatAction, ChatEvent, ChatHistory, MessageTokens, resultOf } from '@scanleaf/shared'

export const HistoryAnswer = ChatHistory
export const ActionAnswer = resultOf(ChatAction)
export const TokensAnswer = MessageTokens
export { ChatEvent }
