/**
 * The assistant without a language model, asked questions as people type them: right, wrong and declined by set and
 * language. `npm run bench:assistant -- [--json] [--wrong] [--set=held-out-1]`; `--wrong` lists each question that was
 * not answered rightly, `--set` asks one set of bench/assistant.
 */
import { LANGUAGE_CODES } from '@scanleaf/shared'
import { askSet, countVerdicts, QUESTION_SETS } from '../server/src/features/chat/embedded/testing'
import { isJson, Results } from './measure/results'

const results = new Results('assistant')
const lists = process.argv.includes('--wrong')
const only = process.argv.find((argument) => argument.startsWith('--set='))?.slice('--set='.length)
const byLanguage: object[] = []

for (const set of QUESTION_SETS.filter((each) => only === undefined || each === only)) {
  const asked = await askSet(set)
  for (const { language, verdict, question, answer, expected } of asked)
    if (lists && verdict !== 'right')
      console.log(`${set} ${language} ${verdict}: ${question} → ${answer}, not ${expected}`)
  for (const language of LANGUAGE_CODES) {
    const { right, wrong, declined } = countVerdicts(asked.filter((each) => each.language === language))
    byLanguage.push({ set, language, right, wrong, declined })
    if (!isJson)
      console.log(`${set} ${language.padEnd(6)} right ${right}, wrong ${wrong}, declined ${declined}`)
  }
  const { right, wrong } = countVerdicts(asked)
  results.record(`${set}: answered rightly`, (100 * right) / asked.length, '%', 95, 'higher')
  results.record(`${set}: answered wrongly`, (100 * wrong) / asked.length, '%', 1, 'lower')
}
results.detail('byLanguage', byLanguage)
results.print()
