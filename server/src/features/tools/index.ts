export { addressesIn } from './addresses'
export { findCode, findNamed, whichOf } from './find-code'
export { link, plain } from './markdown'
export {
  type Deciding,
  decideProposal,
  presentProposal,
  presentProposals,
  proposeByProgram,
  requireProposal,
  storeProposals,
  undoProposal,
} from './proposals'
export { runTool, TOOLS } from './registry'
export {
  columnsOf,
  eraseProposals,
  findProposalOwner,
  findProposals,
  findProposalsOf,
  type ProposalRow,
  type Talk,
} from './repository'
export { type FoundSection, findSections, sayAnswers } from './search-help'
export {
  isChanging,
  type Proposal,
  type ReadInvoice,
  type ReadPlan,
  type ToolContext,
  type ToolResult,
  todayOf,
} from './tool'
