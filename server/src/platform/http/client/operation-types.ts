import type { ApiDescription, DescribedOperation } from '../public-description'

interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema | boolean
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}
interface Parameter {
  in: string
  name: string
  required?: boolean
  schema?: JsonSchema
}
type Content = Record<string, { schema?: JsonSchema }>

/** TypeScript of the schemas and of what each call takes and answers, of one public description. */
export function operationTypes({ paths, components }: ApiDescription): string {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `  ${keyOf(name)}: ${typeOf(schema as JsonSchema)}`,
  )
  const operations = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(
      (operation) =>
        `  /** ${commentOf(`${operation.summary}. Scope: ${operation['x-scope']}`)} */\n` +
        `  ${keyOf(operation.operationId ?? '')}: { request: ${requestOf(operation)}; answer: ${answerOf(operation)} }`,
    ),
  )
  return [
    'export interface Schemas {',
    ...schemas,
    '}\n',
    'export interface Operations {',
    ...operations,
    '}\n',
  ].join('\n')
}

const commentOf = (text: string) => text.replaceAll('*/', '* /').replace(/\s+/g, ' ')
const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

function requestOf({ parameters = [], requestBody }: DescribedOperation): string {
  const of = (place: string) => (parameters as Parameter[]).filter((each) => each.in === place)
  const group = (name: string, fields: Parameter[]) => {
    if (fields.length === 0) return []
    const isOptional = fields.every((each) => !each.required)
    const types = fields.map(
      (each) => `${keyOf(each.name)}${each.required ? '' : '?'}: ${typeOf(each.schema ?? {})}`,
    )
    return [`${name}${isOptional ? '?' : ''}: { ${types.join('; ')} }`]
  }
  const groups = [...group('path', of('path')), ...group('query', of('query')), bodyOf(requestBody)]
  return `{ ${groups.join('; ')} }`
}

/** A call that takes a file says nothing about its form where it reads it by itself. */
function bodyOf(requestBody: unknown): string {
  const content = (requestBody as { content?: Content } | undefined)?.content
  if (!content) return 'body?: FormData'
  const json = content['application/json']?.schema
  const types = [...(json ? [typeOf(json)] : []), ...(content['multipart/form-data'] ? ['FormData'] : [])]
  return `body: ${types.join(' | ')}`
}

function answerOf({ responses = {} }: DescribedOperation): string {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const schema = (success as { content?: Content } | undefined)?.content?.['application/json']?.schema
  return schema ? typeOf(schema) : 'Response'
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return `Schemas[${JSON.stringify(schema.$ref.split('/').at(-1))}]`
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ') || 'never'
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((each) => `(${typeOf(each)})`).join(' | ')
  if (schema.allOf) return schema.allOf.map((each) => `(${typeOf(each)})`).join(' & ')
  const types = [schema.type ?? []].flat()
  return types.map((type) => simpleType(type, schema)).join(' | ') || 'unknown'
}

function simpleType(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
      return `(${typeof schema.items === 'object' ? typeOf(schema.items) : 'unknown'})[]`
    case 'object':
      return objectOf(schema)
    default:
      return type
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
}
