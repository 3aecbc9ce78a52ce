/**
 * What rules cost the redirect: nanoseconds to find the rule of a visitor, microseconds to compile the rules of a code
 * that is asked for the first time, and the bytes of a code in memory and on disk.
 * `npm run bench:link-rules -- [--json] [--rounds=15] [--codes=50000]`
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileRules, type EvaluatedRules, fittingRule, type RuleVisitor, splitLink } from '@scanleaf/shared'
import { TARGET_CODEC } from '../server/src/features/redirect/targets/codec'
import { RecordStore } from '../server/src/features/redirect/targets/record-store/record-store'
import type { TargetRules } from '../server/src/features/redirect/targets/target'
import { median, numberOption, Results } from './measure/results'

const rounds = numberOption('rounds', 15)
const codes = numberOption('codes', 50_000)
/** A turn takes some milliseconds, so that the clock costs nothing. */
const TURNS = 100_000

type Rule = EvaluatedRules['rules'][number]
const ruleWith =
  (when: Rule['when']) =>
  (id: number): Rule => ({
    id,
    on: true,
    when,
    outcome: { to: { n: id, url: `https://example.com/menu/evening/${id}` } },
  })
const rulesOf = (count: number, rule: (id: number) => Rule): EvaluatedRules => ({
  zone: 'Asia/Ho_Chi_Minh',
  rules: Array.from({ length: count }, (_, place) => rule(place + 1)),
})

const VISITOR: RuleVisitor = {
  device: 'android',
  language: 'vi',
  country: 'VN',
  name: 'f3a9c1d07b6e',
  hasTicket: () => true,
}
const LINKS = [
  { n: 1, weight: 50 },
  { n: 2, weight: 50 },
]
/** Sunday, 10:00 in the zone of the rules. */
const AT = Date.UTC(2026, 10, 29, 3)

const CAFE: EvaluatedRules = rulesOf(3, ruleWith({ days: [0, 1, 2, 3, 4], hours: [['17:00', '22:30']] }))
const TWENTY = rulesOf(20, ruleWith({ days: [0, 1, 2, 3, 4], hours: [['17:00', '22:30']] }))

/** Each finds the rule of one visitor; `goal` in nanoseconds. */
const CASES: { name: string; goal: number; turn: (turn: number) => unknown }[] = [
  evaluation('one rule by device', 200, rulesOf(1, ruleWith({ devices: ['ios'] }))),
  evaluation('three rules by days and hours', 200, CAFE),
  evaluation('twenty rules that fail on time', 1_000, TWENTY),
  evaluation('twenty rules that fail on country', 1_000, rulesOf(20, ruleWith({ countries: ['KH', 'LA'] }))),
  { name: 'a split', goal: 1_000, turn: (turn) => splitLink(LINKS, turn % 20, VISITOR.name) },
]

function evaluation(name: string, goal: number, rules: EvaluatedRules) {
  const compiled = compileRules(rules)
  // A minute passes now and then, as it does for a code that is scanned ten times a second.
  return { name, goal, turn: (turn: number) => fittingRule(compiled, AT + turn * 100, VISITOR) }
}

/** Nanoseconds of a turn: the median of the rounds, of which the first ones are for the compiler. */
function nanoseconds(turns: number, turn: (turn: number) => unknown): number {
  const found: number[] = []
  let kept: unknown
  for (let round = -3; round < rounds; round++) {
    const startedAt = process.hrtime.bigint()
    for (let each = 0; each < turns; each++) kept = turn(each)
    if (round >= 0) found.push(Number(process.hrtime.bigint() - startedAt) / turns)
  }
  if (kept === undefined) throw new Error('nothing was found')
  return median(found)
}

/** Bytes of a code in the memory of the store, and in its files. */
async function bytesOf(rules: string | null): Promise<{ memory: number; disk: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-link-rules-'))
  const store = new RecordStore({
    folder,
    processKey: randomUUID().replaceAll('-', ''),
    maxBytes: 1024 ** 3,
    report: (level, message) => {
      if (level !== 'info') throw new Error(message)
    },
  })
  try {
    for (let code = 0; code < codes; code++) {
      const target = {
        codeId: randomUUID(),
        location: `https://example.com/menu/${String(code).padStart(7, '0')}?from=printed-table-card`,
        blockReason: null,
        analyticsId: null,
        ownerId: randomUUID(),
        rules,
      }
      const known = { knownAt: AT / 1000, generation: 1 }
      store.put(TARGET_CODEC.kind, `c${code.toString(36)}`, TARGET_CODEC.encode(target), known)
      // As many as one answer of the database has.
      if (code % 500 === 0) await Promise.resolve()
    }
    const memory = store.bytes
    await store.close()
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = names.filter((entry) => entry.isFile())
    const disk = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    return { memory: memory / codes, disk: disk / codes }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const results = new Results('link-rules')
for (const { name, goal, turn } of CASES) results.record(name, nanoseconds(TURNS, turn), 'ns', goal, 'lower')
for (const [name, rules, goal] of [
  ['three rules', CAFE, 100],
  ['twenty rules', TWENTY, 500],
] as const) {
  const text = JSON.stringify(rules)
  const microseconds = nanoseconds(1_000, () => compileRules(JSON.parse(text) as EvaluatedRules)) / 1000
  results.record(`${name}, parsed and compiled`, microseconds, 'µs', goal, 'lower')
}
const targetRules: TargetRules = { ...CAFE, listed: [], isReported: false }
const plain = await bytesOf(null)
const ruled = await bytesOf(JSON.stringify(targetRules))
results.record('a code without rules, in memory', plain.memory, 'bytes', 200, 'lower')
results.record('a code without rules, on disk', plain.disk, 'bytes', 150, 'lower')
results.record('a code with three rules, in memory', ruled.memory, 'bytes', 650, 'lower')
results.record('a code with three rules, on disk', ruled.disk, 'bytes', 650, 'lower')
results.print()
