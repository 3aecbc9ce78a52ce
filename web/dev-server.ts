import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { API_ROOTS, screenOf } from '../shared/src/routes.ts'

/** What the server answers by itself, beside the calls. */
const PAGE_ROOTS = ['/help', '/docs', '/.well-known']

/** The paths that go to the server, each a root and what is below it, and no other name that begins like it. */
export const proxyTo = (server: string): Record<string, string> =>
  Object.fromEntries(
    [...API_ROOTS, ...PAGE_ROOTS].map((root) => [`^${root.replaceAll('.', '\\.')}(?=[/?]|$)`, server]),
  )

/** A path that is no screen gets the page with status 404, as from the server. */
export function pageStatusPlugin(): Plugin {
  return {
    name: 'page-status',
    apply: 'serve',
    // The returned function adds the middleware after those of Vite that serve files and sources.
    configureServer: (server) => () => {
      server.middlewares.use(async (request, response, next) => {
        const [path = '/'] = (request.originalUrl ?? '/').split('?')
        if (request.url !== '/index.html' || screenOf(path.replace(/(?<=.)\/$/, '')) !== null) return next()
        const page = await readFile(join(server.config.root, 'index.html'), 'utf8')
        const html = await server.transformIndexHtml(request.url, page, request.originalUrl)
        response.writeHead(404, { 'content-type': 'text/html' }).end(html)
      })
    },
  }
}
