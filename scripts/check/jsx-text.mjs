import ts from 'typescript'
import { parseSources, placeOf, visitAll } from './source-tree.mjs'

/** Attributes with text for people, on screen or in a screen reader. */
const SPOKEN = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'description',
  'label',
  'placeholder',
  'title',
])

/** Written the same in every language. */
const NEVER_TRANSLATED =
  /\b(QR|PNG|SVG|EPS|PDF|GIF|JPEG|Wi-Fi|SSID|SMS|URL|DNS|ID|G-XXXX|VND|USD|MB|px|https:\/\/)(?!\p{L})/gu

const hasWords = (text) => /\p{L}/u.test(text.replace(NEVER_TRANSLATED, ''))

/**
 * User-facing text in the code of the web app instead of in a locale file.
 * @returns {string[]} one line for each
 */
export function findTextInJsx() {
  const found = []
  for (const source of parseSources('web/src')) {
    visitAll(source.tree, (node) => {
      const text = textForPeople(node)
      if (text !== null && hasWords(text))
        found.push(`${placeOf(source, node)} ${JSON.stringify(text.trim())}`)
    })
  }
  return found
}

function textForPeople(node) {
  if (ts.isJsxText(node)) return node.text
  if (
    ts.isJsxExpression(node) &&
    isInElement(node) &&
    node.expression &&
    ts.isStringLiteralLike(node.expression)
  )
    return node.expression.text
  if (!ts.isJsxAttribute(node) || !SPOKEN.has(node.name.getText())) return null
  const value =
    node.initializer && ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer
  return value && ts.isStringLiteralLike(value) ? value.text : null
}

const isInElement = (node) => ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)
