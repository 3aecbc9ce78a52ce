import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { ROOT } from '../lib/run-command.mjs'
import { readLocales } from './locale-texts.mjs'

const { HELP_SLUGS } = await tsImport('../../shared/src/help/schema.ts', import.meta.url)
const { LANGUAGE_CODES } = await tsImport('../../shared/src/languages.ts', import.meta.url)

const FOLDER = join(ROOT, 'docs/help')
/** The language that the others are held against. */
const MODEL = 'en'
/** Answers nothing else than another section, whose questions it would only halve. */
const SAME = ['logo-and-colours#5']
/** Tools of the assistant that are asked without naming a code. */
const TOOLS = ['best_codes', 'show_plan', 'show_scans', 'find_codes', 'explain_invoice']
/** Bold without a text of the screens. */
const FORMATS = ['PNG', 'SVG', 'EPS', 'PDF']
/** In quotation marks without a text of the screens: what somebody types. */
const TYPED = ['qr']

const count = (text, pattern) => [...text.matchAll(pattern)].length

/** What answers a question: a section, a tool, or nothing. */
const SUBJECTS = [
  ...HELP_SLUGS.flatMap((slug) =>
    Array.from({ length: count(readPage(MODEL, slug) ?? '', /^## /gm) }, (_, at) => `${slug}#${at + 1}`),
  ).filter((subject) => !SAME.includes(subject)),
  ...TOOLS.map((tool) => `tool:${tool}`),
  'none',
]

/**
 * Errors of the help pages (docs/help/README.md has the rules).
 * @returns {string[]} one line for each
 */
export function findHelpErrors() {
  const texts = screenTexts()
  return LANGUAGE_CODES.flatMap((language) => [
    ...extraFiles(language),
    ...questionErrors(language).map((error) => `docs/help/questions/${language}.tsv: ${error}`),
    ...HELP_SLUGS.flatMap((slug) => {
      const page = readPage(language, slug)
      if (!page) return [`docs/help/${language}/${slug}.md is missing`]
      const errors = [
        ...formErrors(page),
        ...likeErrors(page, readPage(MODEL, slug)),
        ...labelErrors(page, texts.get(language)),
      ]
      return errors.map((error) => `docs/help/${language}/${slug}.md: ${error}`)
    }),
  ])
}

function extraFiles(language) {
  const folder = join(FOLDER, language)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => !HELP_SLUGS.includes(file.replace(/\.md$/, '')))
    .map((file) => `docs/help/${language}/${file} is no page of HELP_SLUGS`)
}

/** Fewer do not say how people ask; those of the first two languages are what the others are read beside. */
const minQuestions = (language) => (['vi', 'en'].includes(language) ? 8 : 3)
/** Letters, marks and digits alone: what makes a question another one. */
const sense = (question) => question.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')

function questionErrors(language) {
  const path = join(FOLDER, 'questions', `${language}.tsv`)
  if (!existsSync(path)) return ['is missing']
  const text = readFileSync(path, 'utf8')
  const errors = text === text.normalize('NFC') ? [] : ['is not in Unicode NFC']
  const counts = new Map()
  const known = new Set()
  for (const [at, line] of text.trimEnd().split('\n').entries()) {
    const [subject, question = '', ...more] = line.split('\t')
    if (sense(question) === '' || more.length > 0) errors.push(`line ${at + 1} is no subject, tab, question`)
    if (!isSubject(subject)) errors.push(`line ${at + 1}: there is no ${subject}`)
    if (known.has(sense(question))) errors.push(`line ${at + 1} is there twice`)
    known.add(sense(question))
    counts.set(subject, (counts.get(subject) ?? 0) + 1)
  }
  for (const [subject, number] of counts)
    if (number < minQuestions(language))
      errors.push(`has ${number} questions for ${subject}, fewer than ${minQuestions(language)}`)
  const missing = SUBJECTS.filter((subject) => !counts.has(subject))
  return missing.length > 0 ? [...errors, `has no question for ${missing.join(', ')}`] : errors
}

const isSubject = (subject) => SUBJECTS.includes(subject)

function readPage(language, slug) {
  const path = join(FOLDER, language, `${slug}.md`)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

const linksOf = (text) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target)

function formErrors(page) {
  const errors = []
  if (!/^# \S.*\n\n\S[^\n]*\n\n## /.test(page))
    errors.push('begins with a title, one paragraph and a section')
  if (count(page, /^## /gm) < 3 || count(page, /^## /gm) > 7) errors.push('has three to seven sections')
  if (!/<!-- words: \S[^\n]* -->\n$/.test(page)) errors.push('ends with a line of words for the search')
  if (page !== page.normalize('NFC')) errors.push('is not in Unicode NFC')
  if (/\u200b|\{\{|\*\*\*/.test(page)) errors.push('has a character that does not belong there')
  for (const target of linksOf(page))
    if (!HELP_SLUGS.includes(target)) errors.push(`links to ${target}, which is no page`)
  return errors
}

/** The same in every language: sections, steps, links; their order may differ within a sentence. */
function likeErrors(page, model) {
  const same = (name, of) => {
    const [here, there] = [of(page), of(model)]
    return here === there ? [] : [`has ${name} ${here}, ${MODEL} has ${there}`]
  }
  return [
    ...same('sections:', (text) => count(text, /^## /gm)),
    ...same('list items:', (text) => count(text, /^(- |\d+\. )/gm)),
    ...same('links:', (text) => linksOf(text).sort().join(' ')),
    ...same('bold texts:', (text) => count(text, /\*\*[^*\n]+\*\*/g)),
  ]
}

const QUOTED = /[“„«「‘]\s?([^“”„«»「」‘’\n]+?)\s?[”“»」’]/gu

/** Bold and quoted texts are on the screen, word for word. */
function labelErrors(page, { exact, patterns }) {
  const textsBy = (pattern) => [...page.matchAll(pattern)].map(([, text]) => text)
  const bold = textsBy(/\*\*([^*\n]+)\*\*/g).filter((label) => !FORMATS.includes(label))
  const quoted = textsBy(QUOTED).filter((label) => !TYPED.includes(label) && !label.startsWith('**'))
  return [...bold, ...quoted]
    .filter((label) => !exact.has(label) && !patterns.some((each) => each.test(label)))
    .map((label) => `“${label}” is on no screen`)
}

/** Answers of the assistant that quote what somebody may ask, which is not a text of a screen. */
const QUOTES_QUESTIONS = 'say.unknown'

/**
 * Answers of the assistant that name something in bold or in quotation marks which is on no screen in their language.
 * @returns {string[]} one line for each
 */
export function findAnswerErrors() {
  const texts = screenTexts()
  return [...(readLocales().get('chat') ?? [])].flatMap(([language, answers]) =>
    Object.entries(answers)
      .filter(([key]) => key.startsWith('say.') && key !== QUOTES_QUESTIONS)
      .flatMap(([key, text]) =>
        labelErrors(withoutPlaceholders(withoutIsolates(text)), texts.get(language)).map(
          (error) => `shared/locales/chat/${language}.json: ${key}: ${error}`,
        ),
      ),
  )
}

/** A value of its own in bold is not a name of a screen. */
const withoutPlaceholders = (text) => text.replace(/\*\*\{\{[^}]*\}\}\*\*/g, '')

/** By language: the texts of all namespaces, and those with placeholders as patterns. */
function screenTexts() {
  const found = new Map(LANGUAGE_CODES.map((code) => [code, { exact: new Set(), patterns: [] }]))
  for (const languages of readLocales().values()) {
    for (const [code, texts] of languages) {
      for (const text of Object.values(texts).map(withoutIsolates)) {
        if (!text.includes('{{')) found.get(code)?.exact.add(text)
        else if (/^(\{\{[^}]*\}\}|[^\p{L}\p{N}])*$/u.test(text) === false)
          found.get(code)?.patterns.push(patternOf(text))
      }
    }
  }
  return found
}

/** First-strong isolates and their ends, which surround placeholders in Arabic texts. */
const withoutIsolates = (text) => text.replace(/[\u2068\u2069]/g, '')

/** A placeholder by itself would match everything: the text around it must match; a number is digits. */
const patternOf = (text) =>
  new RegExp(
    `^${text
      .split(/(\{\{[^}]*\}\})/)
      .map((part) => {
        if (!part.startsWith('{{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        return /number|count/.test(part) ? '\\d[\\d.,\\s]*' : '.+'
      })
      .join('')}$`,
  )
