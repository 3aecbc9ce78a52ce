import type { ApiDescription } from '../platform/http/public-description'
import type { JsonSchema } from './from-schema'

type Way = 'request' | 'response'
interface Body {
  content?: Record<string, { schema?: JsonSchema }>
}

const typesOf = ({ type }: JsonSchema): string[] => [type ?? []].flat()

/**
 * What in `now` breaks a program that was written for `before`: a call, an answer’s property or a value that is gone,
 * something that must be sent now, another type.
 */
export function shapeBreaks(before: ApiDescription, now: ApiDescription): string[] {
  const found: string[] = []
  for (const [path, operations] of Object.entries(before.paths))
    for (const [method, old] of Object.entries(operations)) {
      const call = `${method} ${path}`
      const current = now.paths[path]?.[method]
      if (!current) found.push(`${call} is gone`)
      else found.push(...breaksOfCall(call, old, current, { before, now }))
    }
  return found
}

type Both = { before: ApiDescription; now: ApiDescription }
type Call = ApiDescription['paths'][string][string]

function breaksOfCall(call: string, old: Call, current: Call, both: Both): string[] {
  const found: string[] = []
  if (old.operationId !== current.operationId) found.push(`${call} is no longer ${old.operationId}`)
  if (old['x-scope'] !== current['x-scope']) found.push(`${call} needs another scope`)
  for (const [status, answer] of Object.entries(old.responses ?? {})) {
    if (!current.responses?.[status]) found.push(`${call} no longer answers ${status}`)
    const [was, is] = [answer, current.responses?.[status]].map(schemaOf)
    if (was) found.push(...breaksOf(`${call} ${status}`, was, is ?? {}, 'response', both))
  }
  const [was, is] = [old.requestBody, current.requestBody].map(schemaOf)
  if (was) found.push(...breaksOf(`${call} body`, was, is ?? {}, 'request', both))
  return found
}

const schemaOf = (part: unknown): JsonSchema | undefined =>
  Object.values((part as Body | undefined)?.content ?? {})[0]?.schema

const resolved = (schema: JsonSchema, { components }: ApiDescription): JsonSchema =>
  schema.$ref
    ? ((components.schemas[schema.$ref.split('/').at(-1) ?? ''] as JsonSchema | undefined) ?? {})
    : schema

function breaksOf(place: string, before: JsonSchema, now: JsonSchema, way: Way, both: Both): string[] {
  const [old, current] = [resolved(before, both.before), resolved(now, both.now)]
  const found: string[] = []
  const [oldTypes, types] = [typesOf(old), typesOf(current)]
  // An answer may say less than before, and a request may be allowed more.
  const [wide, narrow] = way === 'response' ? [oldTypes, types] : [types, oldTypes]
  if (oldTypes.join() !== types.join() && (wide.length === 0 || narrow.some((type) => !wide.includes(type))))
    found.push(`${place} is ${types.join('|')} instead of ${oldTypes.join('|')}`)
  for (const value of old.enum ?? [])
    if (way === 'request' && current.enum && !current.enum.includes(value))
      found.push(`${place} no longer takes ${value}`)
  for (const [name, part] of Object.entries(old.properties ?? {})) {
    const next = current.properties?.[name]
    if (!next) found.push(`${place}.${name} is gone`)
    else found.push(...breaksOf(`${place}.${name}`, part, next, way, both))
  }
  for (const name of way === 'request' ? (current.required ?? []) : (old.required ?? [])) {
    const other = way === 'request' ? old.required : current.required
    if (!other?.includes(name) && (way === 'request' || current.properties?.[name]))
      found.push(`${place}.${name} ${way === 'request' ? 'must be sent now' : 'may be missing now'}`)
  }
  if (typeof old.items === 'object')
    found.push(
      ...breaksOf(`${place}[]`, old.items, typeof current.items === 'object' ? current.items : {}, way, both),
    )
  return found
}
