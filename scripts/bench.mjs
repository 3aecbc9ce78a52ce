import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { buildOrExit } from './build.mjs'
import { markdownTable } from './lib/markdown-table.mjs'
import { ROOT, run } from './lib/run-command.mjs'

/*
 * `npm run bench`: every benchmark, one after another, each into its section of docs/benchmarks.md.
 * `npm run bench -- redirect start`: only these; the others keep their sections.
 * `npm run bench -- backup --codes=1000`: options that begin with -- are passed on.
 */
const FILE = join(ROOT, 'docs/benchmarks.md')
const HEAD = `# Benchmarks

Written by \`npm run bench\`: each benchmark runs ours and its peers in turn on one machine. Compare ratios and goals; absolute figures are of the machine named. \`npm run bench -- NAME\` runs one again.
`

/** A benchmark prints its results with --json as its last line. */
async function measure(name, options) {
  const { code, output } = await run(
    'npm',
    ['run', '--silent', `bench:${name}`, '--', '--json', ...options],
    { capture: 'stdout' },
  )
  const line = output
    .trimEnd()
    .split('\n')
    .findLast((line) => line.startsWith('{"bench"'))
  if (code === 0 && line) return JSON.parse(line).results
  console.error(`bench:${name} printed no results (exit code ${code}):\n${output}`)
  return null
}

function sectionOf(name, results) {
  const rows = results.map(({ metric, value, unit, goal, better, ok, why }) => [
    metric,
    value === null ? `not measured${why ? `: ${why}` : ''}` : `${value} ${unit}`,
    goal === 0 && better === 'higher' ? '' : `${better === 'higher' ? '≥' : '≤'} ${goal}`,
    ok === null ? '' : ok ? 'yes' : 'no',
  ])
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`
  const table = markdownTable([['figure', 'value', 'goal', 'reached'], ...rows])
  return `## ${name}\n\n${machine}\n\n${table}\n`
}

function writeSection(name, section) {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD
  const [head, ...sections] = text.split(/^(?=## )/m)
  const kept = sections.map((each) => each.trimEnd()).filter((each) => !each.startsWith(`## ${name}\n`))
  const all = [...kept, section.trimEnd()].sort()
  writeFileSync(FILE, `${[head.trimEnd(), ...all].join('\n\n')}\n`)
}

await buildOrExit()
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const known = Object.keys(scripts).flatMap((script) => script.match(/^bench:(.+)$/)?.[1] ?? [])
const args = process.argv.slice(2)
const options = args.filter((arg) => arg.startsWith('--'))
const asked = args.filter((arg) => !arg.startsWith('--'))
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}: name some of ${known.join(', ')}, or none for all.`,
  )
  process.exit(1)
}
for (const name of asked.length > 0 ? asked : known) {
  console.log(`bench:${name} ...`)
  const results = await measure(name, options)
  if (results) writeSection(name, sectionOf(name, results))
  else process.exitCode = 1
}
