import fc from 'fast-check'

/** What JSON Schema (2020-12, as in OpenAPI 3.1) says of our bodies and parameters. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema | boolean
  required?: string[]
}

/** The description of an operation. */
export interface Operation {
  parameters?: { name: string; in: 'path' | 'query' | 'header'; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses?: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

/** The description of all calls, `/openapi.json`. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, JsonSchema> }
}

/** Calls, as `method path`, that end the session of who tries them, and those that never end by themselves. */
export const NOT_TRIED = /^(delete \/identity\/sessions|put \/identity\/users\/password|get .*\/live$)/

/** Values outside every schema: wrong types, NUL, lone surrogates, numbers at the edge of doubles. */
const wild = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue() },
  fc.constantFrom<unknown>(
    '\0',
    '\ud800',
    '\u202e',
    '__proto__',
    "' or 1=1 --",
    'x'.repeat(10_000),
    '../../etc/passwd',
    '0x10',
    '2024-02-30T25:61:61Z',
    -1,
    0.5,
    2 ** 53 + 1,
    1e308,
    -0,
    null,
    [],
    {},
  ),
)

/** Sources of a body besides its schema. */
export interface FuzzContext {
  /** Resolves a `$ref`. */
  resolve: (ref: string) => JsonSchema
  /** Ids of things that are there, so that not all is 404. */
  ids: readonly string[]
}

/** Texts as people and attackers type them. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.webUrl(),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.emailAddress(),
  fc.constantFrom(
    '',
    ' ',
    '#000000',
    'Website',
    '{"content":"https://shop.example/"}',
    '2025-01-01',
    'UTC',
    'vi',
  ),
)

/** Bodies near a schema: mostly of its shape, here and there a part of something else or left out. */
export function near(schema: JsonSchema, around: FuzzContext): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: shaped(schema, around) }, { weight: 1, arbitrary: wild })
}

function shaped(schema: JsonSchema, around: FuzzContext): fc.Arbitrary<unknown> {
  if (schema.$ref) return named(schema.$ref, around)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => near(choice, around)))
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((part) => shaped(part, around)))
      .map((parts) => Object.assign({}, ...parts))
  if (schema.properties) return object(schema.properties, around)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return fc.oneof(
        { weight: 3, arbitrary: texts },
        { weight: 1, arbitrary: fc.constantFrom(...around.ids) },
      )
    case 'integer':
      return fc.oneof(fc.integer({ min: -2, max: 2000 }), fc.maxSafeInteger())
    case 'number':
      return fc.double()
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(near(typeof schema.items === 'object' ? schema.items : {}, around), { maxLength: 4 })
    default:
      return wild
  }
}

const known = new WeakMap<FuzzContext, Map<string, fc.Arbitrary<unknown>>>()

/** What has a name is in many bodies: it is built once. */
function named(ref: string, around: FuzzContext): fc.Arbitrary<unknown> {
  const built = known.get(around) ?? new Map<string, fc.Arbitrary<unknown>>()
  known.set(around, built)
  const before = built.get(ref)
  if (before) return before
  const arbitrary = shaped(around.resolve(ref), around)
  built.set(ref, arbitrary)
  return arbitrary
}

/** Every property may be missing, so that required ones are missing too. */
const object = (properties: Record<string, JsonSchema>, around: FuzzContext) =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, near(part, around)])),
    { requiredKeys: [] },
  )
