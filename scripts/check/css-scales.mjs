import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ROOT } from '../lib/run-command.mjs'
import { walk } from '../lib/walk.mjs'

/** Where the scales are laid down. */
const STYLES = /[\\/]web[\\/]src[\\/]ui[\\/]styles[\\/]/

const RULES = [
  // A size of the text around it (`0.93em`) is not a step of a scale.
  [/\bfont(?:-size)?\s*:[^;{}/]*?\b[\d.]+(?:px|rem|pt)\b/g, 'a font size is one of --text-xs to --text-2xl'],
  [/@media[^{]*\d(?:px|r?em)/g, 'a width is one of the custom media of web/src/ui/styles/media.css'],
  [
    /border(?:-[a-z]+)*-radius\s*:[^;{}]*?\b(?:4|5|6|7|8|9|1\d|20)px/g,
    'a radius is one of --r-sm to --r-2xl',
  ],
]

/** @returns {string[]} places of our stylesheets with a size of their own where there is a scale */
export function findSizesOffScale() {
  return walk(join(ROOT, 'web/src'))
    .filter((path) => path.endsWith('.css') && !STYLES.test(path))
    .flatMap((path) => {
      // Comments keep their lines.
      const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, (comment) =>
        comment.replace(/[^\n]/g, ' '),
      )
      return RULES.flatMap(([pattern, reason]) =>
        [...text.matchAll(pattern)].map(({ index, 0: found }) => {
          const line = text.slice(0, index).split('\n').length
          return `${relative(ROOT, path)}:${line}: ${found.trim()}: ${reason}`
        }),
      )
    })
}

/**
 * A mistyped class does nothing, in silence.
 * @returns {string[]} places of components with a class that neither base.css nor the imported style sheet has
 */
export const findUnknownClasses = () => [...findUnknownGlobalClasses(), ...findUnknownModuleClasses()]

const IMPORTED_SHEET = /^import (\w+) from '(\.[^']+\.module\.css)'$/gm

function findUnknownModuleClasses() {
  return walk(join(ROOT, 'web/src'))
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8')
      return [...text.matchAll(IMPORTED_SHEET)].flatMap(([, sheet, file]) => {
        const known = classesOf(join(dirname(path), file))
        const used = text.replace(/^import .*$/gm, '').matchAll(new RegExp(`\\b${sheet}\\.(\\w+)`, 'g'))
        return [...new Set(Array.from(used, ([, name]) => name))]
          .filter((name) => !known.has(name))
          .map((name) => `${relative(ROOT, path)}: ${name} is no class of ${file}`)
      })
    })
}

const classesOf = (path) =>
  new Set([...readFileSync(path, 'utf8').matchAll(/[.]([a-z][\w-]*)/gi)].map(([, name]) => name))

function findUnknownGlobalClasses() {
  const known = classesOf(join(ROOT, 'web/src/ui/styles/base.css'))
  return walk(join(ROOT, 'web/src'))
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\bclassName=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
        .flatMap(([, plain = '', template = '']) =>
          `${plain} ${template.replace(/\$\{[^}]*\}/g, ' ')}`.split(/\s+/),
        )
        .filter((name) => /^[a-z][\w-]*$/.test(name) && !known.has(name))
        .map((name) => `${relative(ROOT, path)}: ${name} is no class of web/src/ui/styles/base.css`),
    )
}
