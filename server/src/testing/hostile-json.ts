import fc from 'fast-check'

const HOLE = '@hole@'
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}0${close.repeat(depth)}`
const wide = (keys: number) => `{${Array.from({ length: keys }, (_, key) => `"k${key}":0`).join(',')}}`

/** Texts of values that no honest client sends, some of which are not JSON. */
const VALUES: readonly string[] = [
  ...['null', 'true', '""', '[]', '{}', '-1', '0.1', '-0', '1e999', '1e-400', '9007199254740993', 'NaN'],
  ...['"\\ud800"', '"\\u0000"', '"\\u202e"', '[null]', '{"":""}', '{"toString":1}', '{"toJSON":1}'],
  ...['{"__proto__":{"isAdmin":true}}', '{"\\u005f_proto__":1}', '{"constructor":{"prototype":{}}}'],
  ...[
    nested('[', ']', 40),
    nested('[', ']', 2_000),
    nested('{"a":', '}', 2_000),
    nested('[{"a":', '}]', 9_000),
  ],
  ...[wide(1_000), wide(100_000), `"${'x'.repeat(50_000)}"`, `[${'0,'.repeat(60_000)}0]`],
]

type Path = readonly (string | number)[]

function placesIn(value: unknown, path: Path = []): Path[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [path, ...inner.flatMap(([key, each]) => placesIn(each, [...path, key]))]
}

function withHole(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return HOLE
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  copy[step] = withHole(copy[step], rest)
  return copy
}

/**
 * JSON texts with a hostile value at any place of an honest one, or besides the honest one under the same name, and
 * sometimes cut.
 */
export const hostileJson = (honest: unknown): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...placesIn(honest)),
      fc.constantFrom(...VALUES),
      fc.constantFrom('instead', 'instead', 'first', 'last'),
      fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 4 }),
    )
    .map(([path, value, place, cut]) => {
      const [name] = path
      const text =
        place === 'instead' || typeof name !== 'string'
          ? JSON.stringify(withHole(honest, path)).replace(`"${HOLE}"`, () => value)
          : doubled(JSON.stringify(honest), `${JSON.stringify(name)}:${value}`, place)
      return cut === null ? text : text.slice(0, Math.floor(cut * text.length))
    })

const doubled = (object: string, pair: string, place: string): string =>
  place === 'first' ? `{${pair},${object.slice(1)}` : `${object.slice(0, -1)},${pair}}`
