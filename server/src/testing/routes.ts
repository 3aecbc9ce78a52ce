import type { FastifyInstance } from 'fastify'

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path with its parameters, as `/media/images/:id`. */
  path: string
}

/** Every route of the router; HEAD goes with its GET, OPTIONS is the business of CORS. */
export function routesOf(app: FastifyInstance): Route[] {
  const found: Route[] = []
  const stack: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false, includeHooks: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] =
      /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (part === '') continue
    const depth = indent.length / 4
    stack.length = depth
    stack[depth] = part
    for (const method of methods.split(', ')) {
      if (method !== '' && method !== 'HEAD' && method !== 'OPTIONS')
        found.push({ method: method as Route['method'], path: stack.join('') })
    }
  }
  return found
}
