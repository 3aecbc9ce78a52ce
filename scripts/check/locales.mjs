import { tsImport } from 'tsx/esm/api'
import ts from 'typescript'
import { FAMILIES } from './key-families.mjs'
import { findWrongTexts, keyInCode, readLocales } from './locale-texts.mjs'
import { parseSources, placeOf, visitAll } from './source-tree.mjs'

const { CAPABILITIES } = await tsImport('../../shared/src/workspaces/capabilities.ts', import.meta.url)
const { LANGUAGE_CODES } = await tsImport('../../shared/src/languages.ts', import.meta.url)

/**
 * Everything wrong with the texts and with their use in the code.
 * @returns {string[]} one line for each
 */
export function findLocaleErrors() {
  const locales = readLocales()
  const keys = new Map(
    [...locales].map(([namespace, languages]) => [
      namespace,
      new Set(Object.keys(languages.get('vi') ?? {}).map(keyInCode)),
    ]),
  )
  const { used, errors } = readUse(keys)
  for (const [family, values] of Object.entries(FAMILIES)) {
    for (const value of values) {
      const key = [value].flat().reduce((name, part) => name.replace('*', part), family)
      if (has(keys, key)) used.add(key)
      else errors.push(`${key} has no text`)
    }
  }
  const unused = [...keys].flatMap(([namespace, names]) =>
    [...names].map((name) => `${namespace}:${name}`).filter((key) => !used.has(key)),
  )
  return [
    ...[...locales].flatMap(([namespace, languages]) => findWrongTexts(namespace, languages, LANGUAGE_CODES)),
    ...errors,
    ...unused.map((key) => `${key} is used nowhere`),
  ]
}

const has = (keys, fullKey) => {
  const [namespace, ...name] = fullKey.split(':')
  return keys.get(namespace)?.has(name.join(':')) ?? false
}

/** Keys that the sources name, and keys that they name without a text. */
function readUse(keys) {
  const used = new Set()
  const errors = []
  for (const source of ['shared/src', 'server/src', 'web/src'].flatMap(parseSources)) {
    const namespaces = namespacesOf(source.tree, keys)
    visitAll(source.tree, (node) => {
      if (ts.isStringLiteralLike(node)) {
        for (const key of fullKeys(node.text, namespaces)) if (has(keys, key)) used.add(key)
        // Names of capabilities are written like keys.
        if (looksLikeKey(node.text, keys) && !has(keys, node.text) && !CAPABILITIES.includes(node.text))
          errors.push(`${placeOf(source, node)} ${node.text} has no text`)
      }
      for (const wrong of wrongKeysOf(node, namespaces, keys))
        errors.push(`${placeOf(source, node)} ${wrong}`)
    })
  }
  return { used, errors }
}

/** `t('key')` and `<X i18nKey="key">` name a text that must exist; `t(variable)` is found where the literal is. */
function wrongKeysOf(node, namespaces, keys) {
  return keyExpressionsOf(node).flatMap((expression) => {
    if (ts.isStringLiteralLike(expression)) {
      const isKnown = fullKeys(expression.text, namespaces).some((key) => has(keys, key))
      return isKnown || looksLikeKey(expression.text, keys) ? [] : [`${expression.text} has no text`]
    }
    if (!ts.isTemplateExpression(expression)) return []
    const isFamily = fullKeys(patternOf(expression), namespaces).some((pattern) => pattern in FAMILIES)
    return isFamily ? [] : [`${expression.getText()} is put together: name its family in check-locales.mjs`]
  })
}

/** `kind.${each}-text` → `kind.*-text` */
const patternOf = ({ head, templateSpans }) =>
  [head, ...templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('*')

function keyExpressionsOf(node) {
  if (ts.isCallExpression(node) && isTranslate(node.expression)) return branchesOf(node.arguments[0])
  if (ts.isJsxAttribute(node) && node.name.getText() === 'i18nKey') {
    const value = node.initializer
    return branchesOf(value && ts.isJsxExpression(value) ? value.expression : value)
  }
  return []
}

const isTranslate = (callee) =>
  ts.isPropertyAccessExpression(callee)
    ? callee.name.text === 't'
    : ts.isIdentifier(callee) && callee.text === 't'

function branchesOf(expression) {
  if (!expression) return []
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression))
    return branchesOf(expression.expression)
  if (ts.isConditionalExpression(expression))
    return [...branchesOf(expression.whenTrue), ...branchesOf(expression.whenFalse)]
  if (ts.isArrayLiteralExpression(expression)) return expression.elements.flatMap(branchesOf)
  return [expression]
}

/** Namespaces that a file reads without naming them: `useTranslation('x')`, `translator.in(language, 'x')`. */
function namespacesOf(tree, keys) {
  const found = new Set()
  const constants = textConstantsOf(tree)
  visitAll(tree, (node) => {
    if (!ts.isCallExpression(node)) return
    const callee = node.expression
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText(tree)
    const argument = { useTranslation: 0, in: 1, getFixedT: 1 }[name]
    if (argument === undefined) return
    for (const literal of branchesOf(node.arguments[argument])) {
      const namespace = constants.get(literal.getText(tree)) ?? literal.text
      if (keys.has(namespace)) found.add(namespace)
    }
  })
  return [...found]
}

/** Texts of `const NAME = 'text'`, by name. */
function textConstantsOf(tree) {
  const found = new Map()
  visitAll(tree, (node) => {
    if (!ts.isVariableDeclaration(node) || !node.initializer) return
    if (ts.isStringLiteralLike(node.initializer)) found.set(node.name.getText(tree), node.initializer.text)
  })
  return found
}

const fullKeys = (text, namespaces) =>
  text.includes(':') ? [text] : namespaces.map((namespace) => `${namespace}:${text}`)

const looksLikeKey = (text, keys) => {
  const match = /^([a-z][a-z-]*):[\w.-]+$/.exec(text)
  return match !== null && keys.has(match[1])
}
