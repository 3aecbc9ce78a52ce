import { ERROR_STATUS } from '@scanleaf/shared'

export interface DescribedOperation {
  operationId?: string
  summary?: string
  /** The scope that a key needs, of a call that keys may make. */
  'x-scope'?: string
  security?: unknown
  parameters?: { in: string; name: string }[]
  requestBody?: unknown
  responses?: Record<string, unknown>
}

/** As far as it is read here, an OpenAPI 3.1 document. */
export interface ApiDescription {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, unknown>; responses?: Record<string, unknown> }
}

const ERRORS = {
  '401': 'The key or the session does not hold.',
  '403': 'A scope or a right is missing.',
  '404': 'There is no such thing in this workspace.',
  '409': 'Something else was done meanwhile.',
  '422': '`error.fields` says what is wrong with the body or the query.',
  '429': 'The limit is reached.',
} as const
type ErrorStatus = keyof typeof ERRORS

const codesOf = (status: string): string =>
  Object.entries(ERROR_STATUS)
    .filter(([, each]) => `${each}` === status)
    .map(([code]) => `\`${code}\``)
    .join(', ')

const RETRY_AFTER = {
  headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
}
const errorResponse = (status: ErrorStatus) => ({
  description: `${ERRORS[status]} Codes of this status: ${codesOf(status)}`,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  ...(status === '429' && RETRY_AFTER),
})

/** What the calls of keys may answer besides success. */
function errorsOf(method: string, path: string, { parameters = [], requestBody }: DescribedOperation) {
  const isChecked = requestBody !== undefined || parameters.some((each) => each.in === 'query')
  const statuses: ErrorStatus[] = [
    ...(['401', '403', '429'] as const),
    ...(path.includes('{') ? (['404'] as const) : []),
    ...(method === 'get' ? [] : (['409'] as const)),
    ...(isChecked ? (['422'] as const) : []),
  ]
  return Object.fromEntries(statuses.map((each) => [each, { $ref: `#/components/responses/${each}` }]))
}

/**
 * The public part of the description: what a key may call, each call with its errors, and the schemas of these alone.
 * @param introduction Markdown
 */
export function publicDescription(whole: ApiDescription, introduction: string): ApiDescription {
  const paths: ApiDescription['paths'] = {}
  for (const [path, operations] of Object.entries(whole.paths))
    for (const [method, operation] of Object.entries(operations)) {
      if (operation['x-scope'] === undefined) continue
      const responses = { ...errorsOf(method, path, operation), ...operation.responses }
      paths[path] = {
        ...paths[path],
        [method]: { ...operation, security: [{ key: [] }, { session: [] }], responses },
      }
    }
  const responses = Object.fromEntries(
    Object.keys(ERRORS).map((status) => [status, errorResponse(status as ErrorStatus)]),
  )
  const schemas = referencedBy([paths, responses], whole.components.schemas)
  return {
    ...whole,
    info: { ...whole.info, description: introduction },
    paths,
    components: { ...whole.components, schemas, responses },
  }
}

const SCHEMA = /"\$ref":"#\/components\/schemas\/([^"]+)"/g

/** Those of the schemas that something names, and what they name themselves. */
function referencedBy(something: unknown, schemas: Record<string, unknown>): Record<string, unknown> {
  const found = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(SCHEMA))
      if (!found.has(name)) {
        found.add(name)
        visit(schemas[name] ?? {})
      }
  }
  visit(something)
  return Object.fromEntries([...found].sort().map((name) => [name, schemas[name]]))
}
