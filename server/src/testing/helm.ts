import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'
import { type Manifest, manifestsOf } from './manifests'

const CHART = fileURLToPath(new URL('../../../deploy/helm/scanleaf', import.meta.url))
const read = (path: string) => readFileSync(join(CHART, path), 'utf8')

type Values = Record<string, unknown>
interface Scope {
  root: Values
  variables: Record<string, unknown>
}

/** What `helm template` sends to the cluster, for the part of its language that the chart is written in. */
export function renderChart(change: (values: Values) => void = () => {}): Manifest[] {
  const chart = parse(read('Chart.yaml'))
  const values = parse(read('values.yaml'))
  change(values)
  const root = { Values: values, Chart: { AppVersion: chart.appVersion } }
  return readdirSync(join(CHART, 'templates'))
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => manifestsOf(renderText(read(`templates/${file}`), { root, variables: {} })))
    .filter((manifest) => manifest !== null)
}

/** Go's text/template: actions, of which `{{-` and `-}}` take the white space beside them. */
function renderText(text: string, scope: Scope): string {
  const tokens = text
    .replace(/\s*\{\{- /g, '{{ ')
    .replace(/ -\}\}\s*/g, ' }}')
    .split(/(\{\{.*?\}\})/)
  let at = 0
  const block = (current: Scope | null): string => {
    let written = ''
    for (; at < tokens.length; at++) {
      const token = tokens[at] ?? ''
      if (!token.startsWith('{{')) {
        if (current) written += token
        continue
      }
      const action = token.slice(2, -2).trim()
      if (action === 'end') return written
      const [, keyword, rest = ''] = /^(if|range \$name, \$value :=) (.+)$/.exec(action) ?? []
      if (!keyword) {
        if (current) written += textOf(evaluate(action, current))
        continue
      }
      const start = ++at
      const found = current && evaluate(rest, current)
      const scopes = keyword === 'if' ? [found ? current : null] : eachOf(found, current)
      for (const each of scopes.length > 0 ? scopes : [null]) {
        at = start
        written += block(each)
      }
    }
    return written
  }
  return block(scope)
}

const eachOf = (found: unknown, scope: Scope | null): Scope[] =>
  scope && found
    ? Object.entries(found)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => ({ ...scope, variables: { name, value } }))
    : []

const textOf = (value: unknown): string => {
  if (value === undefined || value === null)
    throw new Error('The chart writes a value that there is none of.')
  return String(value)
}

/** A pipeline: each function takes what is before it as its last argument. */
function evaluate(pipeline: string, scope: Scope): unknown {
  return pipeline.split(' | ').reduce<unknown>((before, command, index) => {
    const [name = '', ...words] = command.split(' ')
    const found = words.map((word) => lookUp(word, scope))
    const call = FUNCTIONS[name]
    if (!call) return lookUp(name, scope)
    return call(...found, ...(index > 0 ? [before] : []))
  }, undefined)
}

function lookUp(word: string, { root, variables }: Scope): unknown {
  if (/^\d+$/.test(word)) return Number(word)
  if (word.startsWith('$')) return variables[word.slice(1)]
  if (!word.startsWith('.')) throw new Error(`The chart calls ${word}, which this renderer does not know.`)
  return word
    .slice(1)
    .split('.')
    .reduce<unknown>((value, key) => (value as Values | undefined)?.[key], root)
}

const FUNCTIONS: Record<string, (...values: unknown[]) => unknown> = {
  default: (fallback, value) => value || fallback,
  quote: (value) => JSON.stringify(String(value)),
  toJson: (value) => JSON.stringify(value),
  toYaml: (value) => stringify(value, { lineWidth: 0 }).trimEnd(),
  sha256sum: (text) => createHash('sha256').update(String(text)).digest('hex'),
  nindent: (spaces, text) => `\n${String(text).replace(/^/gm, ' '.repeat(Number(spaces)))}`,
}
