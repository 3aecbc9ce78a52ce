export { embeddedAccount } from './embedded-account'
export { requirePermission } from './policy'
export { remoteAccount } from './remote-account'
export { ensureSetupToken } from './setup-token'
