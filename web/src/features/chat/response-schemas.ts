/** The response schemas: loaded with the first call of the panel. */
import {
  ChatAction,
  ChatEvent,
  ChatHistory,
  MessageTokens,
  ProgramProposal,
  resultOf,
} from '@scanleaf/shared'

export const HistoryResponse = ChatHistory
export const ActionResponse = resultOf(ChatAction)
export const ProposalResponse = resultOf(ProgramProposal)
export const TokensResponse = MessageTokens
export { ChatEvent }
