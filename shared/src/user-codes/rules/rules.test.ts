import { branches, runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileRules } from './compile'
import { fittingRule, type RuleVisitor, ruleDeviceOf, splitLink } from './evaluate'
import { explainRules } from './explain'
import { RULE_DEVICES, type RuleConditions, type StoredLinkRule } from './schema'

const ZONES = [
  'Asia/Ho_Chi_Minh',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/St_Johns',
]
/** Clocks change within two days of these: of Berlin, Lord Howe and St John’s, each in both directions. */
const CHANGES = ['2026-03-29', '2026-10-25', '2026-04-05', '2026-10-04', '2026-03-08', '2026-11-01']

const VISITOR: RuleVisitor = {
  device: 'ios',
  language: 'vi',
  country: 'VN',
  name: 'a',
  hasTicket: () => true,
}
const ruleOf = (id: number, when: RuleConditions, on = true): StoredLinkRule => ({
  id,
  name: '',
  on,
  when,
  outcome: { to: { n: id, url: `https://example.com/${id}` } },
})

/** Whether a rule with these conditions fits the visitor at a time, `2026-11-28T10:00:00Z`. */
const fits = (when: RuleConditions, at: string, zone = 'Asia/Ho_Chi_Minh', visitor = VISITOR): boolean =>
  fittingRule(compileRules({ zone, rules: [ruleOf(1, when)] }), Date.parse(at), visitor) !== null

test.each<[string, RuleConditions, string, string, boolean]>([
  ['before lunch', { hours: [['10:30', '14:00']] }, 'Asia/Ho_Chi_Minh', '2026-11-27T03:29:59.999Z', false],
  ['as lunch begins', { hours: [['10:30', '14:00']] }, 'Asia/Ho_Chi_Minh', '2026-11-27T03:30:00Z', true],
  ['as lunch ends', { hours: [['10:30', '14:00']] }, 'Asia/Ho_Chi_Minh', '2026-11-27T07:00:00Z', false],
  // Saturday 22:00 to Sunday 2:00.
  [
    'past midnight',
    { days: [5], hours: [['22:00', '02:00']] },
    'Asia/Ho_Chi_Minh',
    '2026-11-28T18:59:00Z',
    true,
  ],
  [
    'the night before',
    { days: [5], hours: [['22:00', '02:00']] },
    'Asia/Ho_Chi_Minh',
    '2026-11-27T18:00:00Z',
    false,
  ],
  [
    'from Sunday into Monday',
    { days: [6], hours: [['22:00', '02:00']] },
    'Asia/Ho_Chi_Minh',
    '2026-11-29T18:00:00Z',
    true,
  ],
  ['until midnight', { hours: [['22:00', '00:00']] }, 'Asia/Ho_Chi_Minh', '2026-11-28T17:00:00Z', false],
  // Clocks of Berlin skip 2:00 to 3:00 at 1:00 UTC.
  [
    'just before a skipped start',
    { from: '2026-03-29T02:30' },
    'Europe/Berlin',
    '2026-03-29T00:59:59Z',
    false,
  ],
  ['a skipped start', { from: '2026-03-29T02:30' }, 'Europe/Berlin', '2026-03-29T01:00:00Z', true],
  ['a skipped end', { until: '2026-03-29T02:30' }, 'Europe/Berlin', '2026-03-29T01:00:00Z', false],
  ['skipped hours', { hours: [['02:00', '03:00']] }, 'Europe/Berlin', '2026-03-29T01:00:00Z', false],
  // They show 2:00 to 3:00 twice, from 0:00 and from 1:00 UTC.
  ['before the first 2:30', { from: '2026-10-25T02:30' }, 'Europe/Berlin', '2026-10-25T00:29:00Z', false],
  ['the first 2:30', { from: '2026-10-25T02:30' }, 'Europe/Berlin', '2026-10-25T00:30:00Z', true],
  ['2:15 after the first 2:30', { from: '2026-10-25T02:30' }, 'Europe/Berlin', '2026-10-25T01:15:00Z', true],
  [
    'hours shown twice, first',
    { hours: [['02:15', '02:45']] },
    'Europe/Berlin',
    '2026-10-25T00:30:00Z',
    true,
  ],
  [
    'hours shown twice, between',
    { hours: [['02:15', '02:45']] },
    'Europe/Berlin',
    '2026-10-25T01:00:00Z',
    false,
  ],
  [
    'hours shown twice, second',
    { hours: [['02:15', '02:45']] },
    'Europe/Berlin',
    '2026-10-25T01:30:00Z',
    true,
  ],
  // By half an hour: Lord Howe goes from 2:00 to 2:30 at 15:30 UTC.
  [
    'a gap of half an hour',
    { from: '2026-10-04T02:15' },
    'Australia/Lord_Howe',
    '2026-10-03T15:30:00Z',
    true,
  ],
  ['before the gap', { from: '2026-10-04T02:15' }, 'Australia/Lord_Howe', '2026-10-03T15:29:00Z', false],
  // Samoa left out 30 December 2011.
  ['a skipped day', { from: '2011-12-30T12:00' }, 'Pacific/Apia', '2011-12-30T10:00:00Z', true],
  ['before a skipped day', { from: '2011-12-30T12:00' }, 'Pacific/Apia', '2011-12-30T09:59:00Z', false],
])('%s', (_, when, zone, at, expected) => {
  expect(fits(when, at, zone)).toBe(expected)
})

test('a zone that the engine does not know leaves out the rules with a time alone', () => {
  const rules = [ruleOf(1, { days: [0, 1, 2, 3, 4, 5, 6] }), ruleOf(2, { devices: ['ios'] })]
  expect(fittingRule(compileRules({ zone: 'Asia/Nowhere', rules }), 0, VISITOR)?.id).toBe(2)
})

test('a time that goes back is evaluated again', () => {
  const compiled = compileRules({ zone: 'UTC', rules: [ruleOf(1, { hours: [['10:00', '11:00']] })] })
  const idAt = (time: string) => fittingRule(compiled, Date.parse(`2026-11-28T${time}Z`), VISITOR)?.id
  expect(['10:59:59', '11:00:00', '10:59:59'].map(idAt)).toEqual([1, undefined, 1])
})

const hour = fc.integer({ min: 0, max: 23 })
const minute = fc.constantFrom(0, 1, 15, 30, 59)
const timeOfDay = fc
  .tuple(hour, minute)
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const day = fc.constantFrom(...CHANGES)
const local = fc.tuple(day, timeOfDay).map(([date, time]) => `${date}T${time}`)
const atLeastOne = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 })

const conditions: fc.Arbitrary<RuleConditions> = fc.record(
  {
    from: local,
    until: local,
    days: atLeastOne([0, 1, 2, 3, 4, 5, 6]),
    hours: fc.array(
      fc.tuple(timeOfDay, timeOfDay).filter(([from, until]) => from !== until),
      { minLength: 1, maxLength: 4 },
    ),
    devices: atLeastOne(RULE_DEVICES),
    languages: atLeastOne(['vi', 'en', 'ja']),
    countries: atLeastOne(['VN', 'DE', 'JP']),
    first: fc.constantFrom(1, 10, 100),
  },
  { requiredKeys: [] },
)
const linkRules = fc
  .array(fc.tuple(conditions, fc.boolean()), { maxLength: 20 })
  .map((list) => list.map(([when, isOff], place) => ruleOf(place + 1, when, !isOff)))
const visitors: fc.Arbitrary<RuleVisitor> = fc.record({
  device: fc.constantFrom(...RULE_DEVICES),
  language: fc.constantFrom('vi', 'en', ''),
  country: fc.constantFrom('VN', 'DE', ''),
  name: fc.string(),
  // Of each rule so many tickets have been given.
  hasTicket: fc.constantFrom(0, 1, 50).map((given) => (_: number, first: number) => given < first),
})
const times = fc
  .tuple(day, fc.integer({ min: -2 * 1440, max: 2 * 1440 }), fc.integer({ min: 0, max: 59_999 }))
  .map(([date, minutes, ms]) => Date.parse(date) + minutes * 60_000 + ms)

/** Swedish writes ISO 8601 with a space. */
const clocks = new Map(
  ZONES.map((zone) => [
    zone,
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
)
/** What a clock of the zone shows, by `Intl` alone. */
const clockAt = (at: number, zone: string): string =>
  (clocks.get(zone) as Intl.DateTimeFormat).format(at).replace(' ', 'T')

/** The clock shows a local time or a later one, or has done so in the three hours before: it may have gone back. */
function hasReached(wanted: string, at: number, zone: string): boolean {
  const start = Math.floor(at / 900_000) * 900_000
  if (clockAt(at, zone) >= wanted) return true
  for (let back = 0; back <= 12; back++)
    if (clockAt(start - back * 900_000 - 60_000, zone) >= wanted) return true
  return false
}

/** A rule in plain words of its conditions, without anything of the evaluation. */
function holdsPlainly({ on, when }: StoredLinkRule, at: number, zone: string, visitor: RuleVisitor): boolean {
  const clock = clockAt(at, zone)
  const time = clock.slice(11)
  const today = (new Date(`${clock}Z`).getUTCDay() + 6) % 7
  const isOn = (weekday: number): boolean => !when.days || when.days.includes(weekday)
  const isInHours = when.hours
    ? when.hours.some(([from, until]) =>
        from < until
          ? time >= from && time < until && isOn(today)
          : (time >= from && isOn(today)) || (time < until && isOn((today + 6) % 7)),
      )
    : isOn(today)
  return (
    on &&
    (!when.from || hasReached(when.from, at, zone)) &&
    (!when.until || !hasReached(when.until, at, zone)) &&
    isInHours &&
    (!when.devices || when.devices.includes(visitor.device)) &&
    (!when.languages || when.languages.includes(visitor.language)) &&
    (!when.countries || when.countries.includes(visitor.country)) &&
    (!when.first || visitor.hasTicket(0, when.first))
  )
}

test('scans get the rule that its conditions say, in every zone and as clocks change', () => {
  const rare = branches('a rule', 'no rule', 'several rules of one code', 'past midnight')
  fc.assert(
    fc.property(
      linkRules,
      fc.constantFrom(...ZONES),
      fc.array(fc.tuple(times, visitors), { minLength: 1, maxLength: 5 }),
      (rules, zone, scans) => {
        const compiled = compileRules({ zone, rules })
        const ids = scans.flatMap(([at, visitor]) =>
          // Twice, of which the second answers from the mask of the minute, and the next minute.
          [at, at, at + 60_000].map((time) => {
            const plain = rules.find((rule) => holdsPlainly(rule, time, zone, visitor))
            const fitting = fittingRule(compiled, time, visitor)
            expect(fitting?.id, `${clockAt(time, zone)} in ${zone}`).toBe(plain?.id)
            rare.reach(plain ? 'a rule' : 'no rule')
            if (plain?.when.hours?.some(([from, until]) => from > until)) rare.reach('past midnight')
            return plain?.id
          }),
        )
        if (new Set(ids).size > 1) rare.reach('several rules of one code')
      },
    ),
    { numRuns: runs(400) },
  )
  rare.expectAll()
})

/** Changes of clocks, each the first minute after it. */
const SWITCHES: [zone: string, at: string][] = [
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['America/St_Johns', '2026-03-08T05:30Z'],
  ['America/St_Johns', '2026-11-01T04:30Z'],
]

/** A local time that is not that of an instant: clocks may skip it. */
const shifted = (local: string, minutes: number): string =>
  new Date(Date.parse(`${local}Z`) + minutes * 60_000).toISOString().slice(0, 16)

test('edges in the hours that clocks skip or show twice hold as their clocks say', () => {
  const rare = branches('a skipped start', 'a skipped end', 'a start shown twice', 'hours shown twice')
  const around = fc.integer({ min: -100, max: 100 })
  fc.assert(
    fc.property(
      fc.constantFrom(...SWITCHES),
      fc.record({ from: around, until: around, hours: fc.tuple(around, around) }, { requiredKeys: [] }),
      fc.array(fc.integer({ min: -150, max: 150 }), { minLength: 1, maxLength: 20 }),
      ([zone, switched], edges, minutes) => {
        const change = Date.parse(switched)
        const lastBefore = clockAt(change - 60_000, zone)
        const localOf = (edge: number) => shifted(lastBefore, edge)
        const range = edges.hours?.map((edge) => localOf(edge).slice(11)) as [string, string] | undefined
        const when: RuleConditions = {
          ...(edges.from !== undefined && { from: localOf(edges.from) }),
          ...(edges.until !== undefined && { until: localOf(edges.until) }),
          ...(range && range[0] !== range[1] && { hours: [range] }),
        }
        const rule = ruleOf(1, when)
        const compiled = compileRules({ zone, rules: [rule] })
        for (const minute of minutes) {
          const at = change + minute * 60_000
          const fitting = fittingRule(compiled, at, VISITOR) !== null
          expect(fitting, `${clockAt(at, zone)} in ${zone}`).toBe(holdsPlainly(rule, at, zone, VISITOR))
        }
        const shown = Array.from({ length: 600 }, (_, n) => clockAt(change + (n - 300) * 60_000, zone))
        const times = (local?: string) => (local ? shown.filter((clock) => clock === local).length : 1)
        if (times(when.from) === 0) rare.reach('a skipped start')
        if (times(when.until) === 0) rare.reach('a skipped end')
        if (times(when.from) === 2) rare.reach('a start shown twice')
        if (when.hours && edges.hours && times(localOf(edges.hours[0])) === 2) rare.reach('hours shown twice')
      },
    ),
    { numRuns: runs(300) },
  )
  rare.expectAll()
})

test('an explanation names the rule of the scan, and a rule fits when all its conditions do', () => {
  fc.assert(
    fc.property(linkRules, fc.constantFrom(...ZONES), times, visitors, (rules, zone, at, visitor) => {
      const explained = explainRules({ zone, rules }, at, visitor)
      expect(explained.ruleId).toBe(fittingRule(compileRules({ zone, rules }), at, visitor)?.id ?? null)
      for (const [place, { fits, because }] of explained.rules.entries()) {
        const { on } = rules[place] as StoredLinkRule
        expect(fits).toBe(on && because.every((reason) => reason.fits))
      }
    }),
    { numRuns: runs(200) },
  )
})

test('an explanation says that the day is right and the hour wrong', () => {
  const rules = [
    ruleOf(1, { days: [5], hours: [['22:00', '02:00']] }),
    ruleOf(2, { devices: ['mac'], countries: ['VN'] }),
    ruleOf(3, { countries: ['DE'] }, false),
  ]
  const at = (time: string) => explainRules({ zone: 'UTC', rules }, Date.parse(time), VISITOR)
  // Saturday at noon.
  expect(at('2026-11-28T12:00:00Z')).toEqual({
    ruleId: null,
    rules: [
      {
        id: 1,
        fits: false,
        because: [
          { condition: 'days', fits: true },
          { condition: 'hours', fits: false },
        ],
      },
      {
        id: 2,
        fits: false,
        because: [
          { condition: 'devices', fits: false },
          { condition: 'countries', fits: true },
        ],
      },
      { id: 3, fits: false, because: [] },
    ],
  })
  // Sunday at one, of the night that began on Saturday.
  expect(at('2026-11-29T01:00:00Z').rules[0]).toEqual({
    id: 1,
    fits: true,
    because: [
      { condition: 'days', fits: true },
      { condition: 'hours', fits: true },
    ],
  })
})

test('a split gives each link its share, and a changed weight moves the difference alone', () => {
  const names = Array.from({ length: 20_000 }, (_, place) => `visitor-${place}`)
  const linksOf = (...weights: number[]) =>
    weights.map((weight, place) => ({ n: place + 1, url: `https://example.com/${place}`, weight }))
  const shares = (links: ReturnType<typeof linksOf>) => names.map((name) => splitLink(links, 3, name).n)
  const before = shares(linksOf(50, 30, 20))
  for (const [n, weight] of [
    [1, 50],
    [2, 30],
    [3, 20],
  ] as const)
    expect(Math.abs(before.filter((each) => each === n).length / 200 - weight)).toBeLessThan(1.5)
  const after = shares(linksOf(60, 20, 20))
  const moved = after.flatMap((n, place) => (n === before[place] ? [] : [`${before[place]} to ${n}`]))
  expect(new Set(moved)).toEqual(new Set(['2 to 1']))
  expect(shares(linksOf(0, 100, 0)).every((n) => n === 2)).toBe(true)
  // Another rule draws anew.
  const [one, other] = [3, 4].map((rule) => names.map((name) => splitLink(linksOf(50, 50), rule, name).n))
  const same = names.filter((_, place) => one?.[place] === other?.[place]).length
  expect(Math.abs(same / 200 - 50)).toBeLessThan(1.5)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15', 'ios'],
  ['Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36', 'android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'windows'],
  ['Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950)', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'other'],
  ['', 'other'],
])('the system of %s is %s', (userAgent, expected) => {
  expect(ruleDeviceOf(userAgent)).toBe(expected)
})
