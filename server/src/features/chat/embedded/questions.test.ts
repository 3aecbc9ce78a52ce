import { LANGUAGE_CODES } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { loadTranslator } from '../../../platform/i18n'
import { answerTo, askSet, countVerdicts, type QuestionSet } from './testing'

/** In percent, a little below and above what was measured. A held-out set is never better known by changing its lines. */
const BOUNDS: Record<QuestionSet, { right: number; wrong: number }> = {
  questions: { right: 96, wrong: 0.8 },
  'held-out-1': { right: 92, wrong: 2.5 },
  'held-out-2': { right: 77, wrong: 5.5 },
  'held-out-3': { right: 93, wrong: 2.2 },
}

test.each(Object.entries(BOUNDS))(
  'the questions of %s are answered as well as they were',
  async (set, bounds) => {
    const asked = await askSet(set as QuestionSet)
    const { right, wrong } = countVerdicts(asked)
    expect((100 * right) / asked.length).toBeGreaterThanOrEqual(bounds.right)
    expect((100 * wrong) / asked.length).toBeLessThanOrEqual(bounds.wrong)
  },
)

/** Sections of which a wrong answer costs money, codes or prints. */
const GRAVE =
  /^(change-target|payments|plans-and-limits|invoices|print-and-scan|downloads|account-and-safety#[34])/

test('no question of the known set about changing, deleting, paying or printing gets a wrong answer', async () => {
  const asked = await askSet('questions')
  const wrong = asked.filter(({ verdict, expected }) => verdict === 'wrong' && GRAVE.test(expected))
  expect(wrong).toEqual([])
})

const QUOTED = /[“„«「‘]\s?([^“”„«»「」‘’]+?)\s?[”“»」’]/gu

test('in every language, what the assistant suggests when it knows no answer is answered', async () => {
  const translator = loadTranslator(['chat'], 'browser')
  const reached = []
  for (const language of LANGUAGE_CODES) {
    const said = translator.in(language, 'chat')('say.unknown')
    const answers = [...said.matchAll(QUOTED)].map(([, text = '']) => answerTo(language, text))
    reached.push([language, ...(await Promise.all(answers))])
  }
  expect(reached).toEqual(LANGUAGE_CODES.map((language) => [language, 'tool:show_scans', 'tool:find_codes']))
})
