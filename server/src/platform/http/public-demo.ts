import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error'

const CODES = '/gateway/api/qrcode'

/**
 * All that a visitor of a public demo can change: whatever is not here is off, and so is each new route. Nothing of it
 * says who somebody is, uploads a file, gives access to others, or reaches another server.
 */
export const ALLOWED_IN_DEMO: ReadonlySet<string> = new Set([
  'POST /identity/users/auth',
  'POST /users/auth',
  'DELETE /identity/sessions/current',
  // The first administrator, by the token of the server's log.
  'POST /identity/users',
  'POST /identity/oidc/:name/start',
  'POST /identity/oidc/exchange',
  'POST /identity/passkeys/sign-in/options',
  'POST /identity/passkeys/sign-in',
  'POST /qrcode-generator/qrcode',
  'POST /qrcode-generator/scan-check',
  'POST /qrcode-generator/read',
  'POST /qrcode-generator/text-outline',
  'POST /qrcode-generator/download-qrcode',
  'POST /qrcode-generator/download-qrcode/user',
  'POST /qrcode-generator/qrcode-url-logo-text/user',
  `POST ${CODES}/bulk-runs`,
  `POST ${CODES}/bulk-runs/:id/start`,
  `POST ${CODES}/bulk-runs/:id/undo`,
  `POST ${CODES}/code-files`,
  `POST ${CODES}/user-codes`,
  `DELETE ${CODES}/user-codes`,
  `POST ${CODES}/user-codes/restore`,
  `POST ${CODES}/user-codes/state`,
  `POST ${CODES}/user-codes/validate`,
  `POST ${CODES}/user-codes/rules/try`,
  `PATCH ${CODES}/user-codes/:id`,
  `POST ${CODES}/user-codes/:id/changes/:changeId/revert`,
  `POST ${CODES}/user-codes/:id/duplicate`,
  `DELETE ${CODES}/user-codes/:id`,
  `POST ${CODES}/dynamic-codes`,
  `PUT ${CODES}/pages/:id`,
  `PATCH ${CODES}/pages/:id/menu-items`,
])

/**
 * On a public demo: refuses every other change, unless an administrator of the host makes it. Before the body is read,
 * and after the route has found out who asks.
 */
export function refuseInDemo(app: FastifyInstance): void {
  app.addHook('preParsing', async (request) => {
    const { method, routeOptions } = request
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return
    if (request.sessionUser?.admin || ALLOWED_IN_DEMO.has(`${method} ${routeOptions.url}`)) return
    if (routeOptions.url !== undefined) throw new AppError('OffInDemo')
  })
}
