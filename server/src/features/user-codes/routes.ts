import type { FastifyPluginAsync } from 'fastify'
import { changeRoutes } from './change-routes'
import { codeRoutes } from './code-routes'
import { CodeImages } from './images/code-image'
import { ownImage, publicImage } from './images/routes'
import { listRoutes } from './list/routes'
import { pathRoutes } from './paths/routes'
import { ruleRoutes } from './rules/routes'
import { saveRoutes, type UserCodeOptions } from './save-routes'
import { trashRoutes } from './trash/routes'

/** The codes of the signed-in user (spec §7, "User codes"), and their public pictures. */
export const userCodeRoutes: FastifyPluginAsync<UserCodeOptions> = async (app, options) => {
  const { database, codeHost } = options
  const images = new CodeImages(options.generator, codeHost)
  const prefix = '/gateway/api/qrcode'
  for (const routes of [
    saveRoutes,
    listRoutes,
    trashRoutes,
    pathRoutes,
    ruleRoutes,
    codeRoutes,
    changeRoutes,
  ])
    await app.register(routes, { prefix, ...options })
  await app.register(ownImage, { prefix, database, codeHost, images })
  await app.register(publicImage, { database, codeHost, images })
}
