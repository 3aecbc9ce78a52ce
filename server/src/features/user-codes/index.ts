export { addressesIn, payloadOf, readAddress, readDynamicContent } from './content/content'
export { refuseDenied } from './content/denied-targets'
export { followOwnLinks, type KnownHosts, ownIdAt } from './content/redirect-loop'
export {
  type Author,
  addonOf,
  idExists,
  insertCode,
  type PreparedCode,
  prepareCode,
  prepareContent,
  type UserCodeContext,
} from './create'
export { refuseUnscannableLinks } from './custom-domain-check'
export { deleteUserCodes } from './delete'
export { eraseCodes, eraseOperatorOfTakedowns } from './erasure-repository'
export { exportCodes } from './export/export-codes'
export { findIdFaults, type IdFault } from './id-integrity-repository'
export { downloadImage } from './images/download-image'
export { listUserCodes } from './list/list'
export { countCodes } from './list/repository'
export { walkSelection } from './list/selection'
export {
  changeCodes,
  deleteCodes,
  hasValues,
  restoreCodes,
} from './many/change-codes'
export { insertCodes, refusalOf } from './many/insert-codes'
export { findRefusedIds, reserveDynamicIds } from './many/repository'
export { openPaths } from './paths/open-paths'
export { deletePathsOf as freePaths, findOpenPaths } from './paths/repository'
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
export { findLinkHost, findUserCode, findUserCodes, markDeleted, type UserCodeRow } from './repository'
export { userCodes } from './routes'
export { checkUserCode, isSafe } from './scan-check'
export { codeTakedowns, userCodes as userCodeTable } from './table'
export { refuseTakenDown } from './takedown'
export { applyChange, changeUserCodeWithin, followTitle, type Wanted } from './update'
