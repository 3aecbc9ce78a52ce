/**
 * The assistant without a language model, asked questions as people type them: right, wrong and declined by language.
 * `npm run bench:assistant -- [--json] [--wrong]`; `--wrong` lists each question that was not answered rightly.
 *
 * The questions are in bench/assistant/questions, a file for each language and a line for each question: what answers it,
 * a tab, the question. What answers it is `page#section` (sections are counted from 1), `tool:name` or `none`; several
 * are parted by `|`.
 */
import { readFileSync } from 'node:fs'
import { LANGUAGE_CODES, type Language } from '@scanleaf/shared'
import { decide } from '../server/src/features/chat/embedded/decide'
import { CONFIDENT, openHelp } from '../server/src/features/help'
import { isJson, Results } from './results'

type Verdict = 'right' | 'wrong' | 'declined'

const help = openHelp()
const results = new Results('assistant')
const lists = process.argv.includes('--wrong')

/** Nobody has codes here, so no reference names one. */
const isCode = async () => false
const readPlan = async (): Promise<never> => {
  throw new Error('nobody has a plan here')
}

async function answerTo(language: Language, question: string): Promise<string> {
  const { tool } = await decide(
    question,
    { help, language, codes: { codeHost: 'https://codes.example' }, readPlan },
    isCode,
  )
  if (tool !== 'search_help') return `tool:${tool}`
  const [best] = help.answers(language, question)
  if (!best || best.likeness < CONFIDENT) return 'none'
  return `${best.page.slug}#${best.page.sections.indexOf(best.section) + 1}`
}

function judge(expected: readonly string[], answer: string): Verdict {
  if (expected.includes(answer)) return 'right'
  return answer === 'none' ? 'declined' : 'wrong'
}

const total: Record<Verdict, number> = { right: 0, wrong: 0, declined: 0 }
for (const language of LANGUAGE_CODES) {
  const file = new URL(`./assistant/questions/${language}.tsv`, import.meta.url)
  const counts: Record<Verdict, number> = { right: 0, wrong: 0, declined: 0 }
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [expected = '', question = ''] = line.split('\t')
    const answer = await answerTo(language, question)
    const verdict = judge(expected.split('|'), answer)
    counts[verdict]++
    total[verdict]++
    if (lists && verdict !== 'right')
      console.log(`${language} ${verdict}: ${question} → ${answer}, not ${expected}`)
  }
  if (!isJson)
    console.log(
      `${language.padEnd(6)} right ${counts.right}, wrong ${counts.wrong}, declined ${counts.declined}`,
    )
}
const asked = total.right + total.wrong + total.declined
results.record('answered rightly', (100 * total.right) / asked, '%', 95, 'higher')
results.record('answered wrongly', (100 * total.wrong) / asked, '%', 1, 'lower')
results.print()
