export { payloadOf, readAddress, readDynamicContent } from './content/content'
export { refuseDenied } from './content/denied-targets'
export { isSamePlace, type KnownHosts, ownIdAt } from './content/redirect-loop'
export {
  addonOf,
  type PreparedCode,
  prepareCode,
  prepareContent,
  type UserCodeContext,
} from './create'
export { refuseUnscannableLinks } from './custom-domain-check'
export { eraseAuthor, eraseCodes, eraseOperatorOfTakedowns } from './erasure-repository'
export { exportCodes } from './export/export-codes'
export { feedOfCodes } from './export/feed-of-codes'
export { findIdFaults, type IdFault } from './id-integrity-repository'
export { findRefusedIds, givesWay, idRefused } from './id-rules'
export { downloadImage } from './images/download-image'
export { listUserCodes } from './list/list'
export { findNamedCodes } from './list/named'
export { countCodes } from './list/repository'
export { walkSelection } from './list/selection'
export { closePaths, openPaths } from './paths/open-paths'
export { countPaths, findOpenPaths } from './paths/repository'
export {
  type Addresses,
  codeRedirectOf,
  designSettingsOf,
  drawnCodeOf,
  frameLineOf,
  presentUserCode,
  storedLogoOf,
} from './present'
export { insertOrFindPdfCode } from './register'
export {
  findCodeOwner,
  findLinkHost,
  findUserCode,
  findUserCodes,
  lockUserCode,
  type UserCodeRow,
} from './repository'
export { userCodeRoutes } from './routes'
export {
  type HashedRules,
  type LoggedRules,
  loggedRules,
  nextRules,
  restoredRules,
  rulesLike,
  ruleTargetsOf,
} from './rules/next-rules'
export { readRules } from './rules/read-rules'
export { rulesPatch, rulesText, rulesTextOf } from './rules/rules-text'
export { checkUserCode, isSafe } from './scan-check'
export { codeTakedowns, userCodes as userCodeTable } from './table'
export { deleteUserCodes, trashJobs } from './trash/trash'
export { purgeCodes } from './trash-repository'
export { changeUserCodeWithin, followTitle } from './update'
export { applyChange, changeCodes, hasValues, refuseChange, type Wanted } from './write/change-codes'
export { deleteCodes, restoreCodes, whyKept } from './write/delete-codes'
export { insertCode, insertCodes, refusalOf, refuseNew } from './write/insert-codes'
export {
  filesOfCodes,
  hadLinkDomain,
  isSealed,
  moveCodes,
  refuseMove,
} from './write/move-codes'
export { updateUserCodes } from './write/repository'
export { reserveIds } from './write/take-ids'
