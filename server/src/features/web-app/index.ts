import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type PublicConfig, screenOf } from '@scanleaf/shared'
import type { FastifyPluginAsync } from 'fastify'
import { AppError } from '../../platform/app-error'
import { giveAccess } from '../../platform/http/access'
import { isApiPath } from '../../platform/http/server'
import { builtWebApp } from './built-web-app'
import { PreloadManifestReader } from './preload-manifest'

export { fontSheets } from './font-sheets'

/** Files beside the page, such as its icon; names that begin with a dot are the build's own. */
const publicFiles = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /^[a-z0-9][a-z0-9-]*\.(svg|ico|png|webmanifest|js|txt)$/.test(entry.name),
    )
    .map(({ name }) => name)

/**
 * The React application: immutable hashed assets, and the page with the initial data of its screen. A path that is no
 * screen of this installation gets the same page with status 404, an unknown call a JSON 404.
 */
export const webApp: FastifyPluginAsync<{ publicConfig: () => PublicConfig }> = async (
  app,
  { publicConfig },
) => {
  giveAccess(app, 'public')
  const root = builtWebApp()
  if (root) {
    await app.register(fastifyStatic, {
      root: join(root, 'assets'),
      prefix: '/assets/',
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
    })
    for (const file of publicFiles(root)) {
      app.get(`/${file}`, { schema: { hide: true } }, (_request, reply) =>
        reply.sendFile(file, root, { immutable: false, maxAge: 0 }),
      )
    }
  }
  const page = root ? readFileSync(join(root, 'index.html'), 'utf8') : null
  const preloadManifest = root && page ? new PreloadManifestReader(root, page) : null

  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !isApiPath(request.originalUrl)
    if (!preloadManifest || !isPage) return app.sendError(new AppError('NotFound'), request, reply)
    const [asked = '/', query] = request.url.split('?', 2)
    const path = asked.length > 1 ? asked.replace(/\/$/, '') : asked
    const config = publicConfig()
    const found = screenOf(path)
    const screen = found?.needs && !config[found.needs] ? null : found
    if (screen?.referrerPolicy) reply.header('referrer-policy', screen.referrerPolicy)
    return reply
      .code(screen ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(preloadManifest.pageOf(config, screen && path, new URLSearchParams(query).get('lng')))
  })
}
