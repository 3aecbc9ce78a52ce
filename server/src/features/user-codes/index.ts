export { addressesIn, payloadOf, readAddress, readDynamicContent } from './content/content'
export { refuseDenied } from './content/denied-targets'
export { followOwnLinks, type KnownHosts, ownIdAt } from './content/redirect-loop'
export {
  type Author,
  addonOf,
  idRefused,
  insertCode,
  type PreparedCode,
  prepareCode,
  prepareContent,
  type UserCodeContext,
} from './create'
export { refuseUnscannableLinks } from './custom-domain-check'
export { eraseCodes, eraseOperatorOfTakedowns } from './erasure-repository'
export { exportCodes } from './export/export-codes'
export { findIdFaults, type IdFault } from './id-integrity-repository'
export { downloadImage } from './images/download-image'
export { listUserCodes } from './list/list'
export { findNamedCodes } from './list/named'
export { countCodes } from './list/repository'
export { walkSelection } from './list/selection'
export {
  changeCodes,
  deleteCodes,
  hasValues,
  restoreCodes,
  whyKept,
} from './many/change-codes'
export { insertCodes, refusalOf } from './many/insert-codes'
export { reserveDynamicIds } from './many/repository'
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
  findLinkHost,
  findRefusedIds,
  findUserCode,
  findUserCodes,
  givesWay,
  type UserCodeRow,
} from './repository'
export { userCodes } from './routes'
export { checkUserCode, isSafe } from './scan-check'
export { codeTakedowns, userCodes as userCodeTable } from './table'
export { refuseSteering } from './takedown'
export { deleteUserCodes, trashJobs } from './trash/trash'
export { purgeCodes } from './trash-repository'
export { applyChange, changeUserCodeWithin, followTitle, type Wanted } from './update'
