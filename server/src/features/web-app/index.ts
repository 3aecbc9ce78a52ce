import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { isAppRoute } from '@scanleaf/shared'
import type { FastifyPluginAsync } from 'fastify'
import { AppError } from '../../platform/app-error'
import { isApiPath } from '../../platform/http'

const NONCE_MARK = /__CSP_NONCE__/g

/** web/dist of this checkout: the server is run from its source or from server/dist. */
function builtWebApp(): string | null {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (folder !== dirname(folder)) {
    const candidate = join(folder, 'web', 'dist')
    if (existsSync(join(candidate, 'index.html'))) return candidate
    folder = dirname(folder)
  }
  return null
}

/**
 * The React application: hashed assets for ever, the page itself with a fresh nonce each time. A path that is no
 * screen gets the same page with status 404, an unknown call a JSON 404.
 */
export const webApp: FastifyPluginAsync = async (app) => {
  const root = builtWebApp()
  if (root) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(root, 'assets'))
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const page = root ? readFileSync(join(root, 'index.html'), 'utf8') : null

  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !isApiPath(request.originalUrl)
    if (!page || !isPage) return app.sendError(new AppError('NotFound'), request, reply)
    const path = request.url.split('?')[0] ?? '/'
    if (path === '/auth') reply.header('referrer-policy', 'no-referrer')
    return reply
      .code(isAppRoute(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replace(NONCE_MARK, reply.cspNonce.style))
  })
}
