import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { TEST } from '../../.dependency-cruiser.mjs'
import { ROOT } from '../lib/run-command.mjs'
import { parseSources } from './source-tree.mjs'

const WORKSPACES = ['qr', 'shared', 'server', 'web', 'simulators']
/** Every module may import what these export by their index. */
const LIBRARIES = ['qr', 'shared']
/** It imports nothing of the product. */
const ALONE = 'simulators'
/** Features of one workspace do not see each other's names, and neither do simulators of different gateways. */
const FEATURE = /^(?:(?:server|web)\/src\/features|simulators\/src)\/[^/]+\//

/** Names that two modules share because they are one thing, with the reason. */
const SHARED = {
  DesignDialog: 'app loads the component of the feature later',
  ManyActions: 'app loads the component of the feature later',
  PdfTab: 'app loads the component of the feature later',
  QuotaNote: 'app loads the component of the feature later',
  ZipDialog: 'app loads the component of the feature later',
  boot: 'a page starts with one of the two',
}

/**
 * A name that a file could import from two modules, so that a reader has to look which of two things is meant; and
 * exported names made of a word that the terms of CONTRIBUTING.md refuse.
 * @returns {string[]} one line for each name
 */
export function findAmbiguousNames() {
  const sources = WORKSPACES.flatMap((workspace) => parseSources(`${workspace}/src`)).filter(
    ({ path }) => !TEST.test(path),
  )
  const names = sources.flatMap(({ path, tree }) => namesOf(tree).map((name) => ({ name, path })))
  const offered = offeredBy(sources)
  const isSeenByBoth = (one, other) => {
    const [workspace, otherWorkspace] = [one, other].map(({ path }) => path.split('/')[0])
    if (workspace !== otherWorkspace)
      return workspace !== ALONE && otherWorkspace !== ALONE && (offered.has(one) || offered.has(other))
    const [feature, otherFeature] = [one, other].map(({ path }) => FEATURE.exec(path)?.[0])
    return !feature || !otherFeature || feature === otherFeature
  }
  const byName = Map.groupBy(names, ({ name }) => name)
  const twice = new Map(
    [...byName].flatMap(([name, exported]) => {
      const both = exported.filter((one) =>
        exported.some((other) => other.path !== one.path && isSeenByBoth(one, other)),
      )
      return both.length === 0 ? [] : [[name, both.map(({ path }) => path).join(' and ')]]
    }),
  )
  const idle = Object.keys(SHARED).filter((name) => !twice.has(name))
  return [
    ...[...twice]
      .filter(([name]) => !(name in SHARED))
      .map(([name, paths]) => `${name} is exported by ${paths}`),
    ...idle.map((name) => `${name} need not be listed in scripts/check/names.mjs`),
    ...findRefusedWords(names),
  ]
}

/** What a module declares and exports. */
function namesOf(tree) {
  const isExported = ({ modifiers }) => {
    const kinds = (modifiers ?? []).map(({ kind }) => kind)
    return kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword)
  }
  const declared = tree.statements
    .filter(isExported)
    .flatMap((statement) =>
      ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [statement],
    )
  return [...new Set(declared.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : [])))]
}

/** The names and paths that the index of a library hands on, of those it exports whole and one by one. */
function offeredBy(sources) {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const offered = new Set()
  for (const library of LIBRARIES)
    for (const statement of byPath.get(`${library}/src/index.ts`).tree.statements) {
      if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) continue
      const from = join(`${library}/src`, statement.moduleSpecifier.text)
      const source = byPath.get(`${from}.ts`) ?? byPath.get(`${from}/index.ts`)
      const named = statement.exportClause?.elements?.map(
        ({ propertyName, name }) => (propertyName ?? name).text,
      )
      for (const name of named ?? namesOf(source.tree)) offered.add(`${source.path} ${name}`)
    }
  return { has: ({ name, path }) => offered.has(`${path} ${name}`) }
}

/** The words in code quotes of the last column of the terms. */
function refusedTerms() {
  const [, table = ''] = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split('\n## Terminology\n')
  const rows = table
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => line.startsWith('| '))
  return rows.flatMap((row) => {
    const [, term = '', , not = ''] = row.split('|').map((cell) => cell.trim())
    return [...not.matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({ term, word }))
  })
}

/** A word counts anywhere in a name, in any case and number; one that ends with `_` where the name begins. */
function findRefusedWords(names) {
  const terms = refusedTerms()
  if (terms.length === 0) return ['CONTRIBUTING.md: no term is read from the table']
  return names.flatMap(({ name, path }) => {
    const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)?.map((part) => part.toLowerCase()) ?? []
    const refused = terms.filter(({ word }) =>
      word.endsWith('_') ? name.startsWith(word) : parts.includes(word) || parts.includes(`${word}s`),
    )
    return refused.map(({ term, word }) => `${path}: ${name} says ${word}, the term is ${term}`)
  })
}
