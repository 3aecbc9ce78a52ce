import { foldText, pdfNameProblem } from '@scanleaf/shared'

/** Longest suggested part in characters: a short link is the point of it. */
const MAX_PART = 40
/** Numbered suggestions after those in words. */
const MAX_NUMBER = 9

/** The words of a text that an address can hold, such as `thuc-don`; empty when there are none. */
function addressPart(text: string): string {
  const words = foldText(text)
    .split(' ')
    .filter((word) => /^[a-z0-9]+$/.test(word))
  let part = ''
  for (const word of words) {
    const longer = part === '' ? word : `${part}-${word}`
    if (longer.length > MAX_PART) break
    part = longer
  }
  return part
}

/**
 * Custom links for a document, the shortest first: the title, then with the company, then numbered.
 * @example suggestedNames('Thực đơn', 'Quán Lá').slice(0, 3) // ['thuc-don', 'thuc-don-quan-la', 'thuc-don-quan-la-2']
 */
export function suggestedNames(title: string, company: string): string[] {
  const [name, owner] = [addressPart(title), addressPart(company)]
  if (name === '') return []
  const long = owner === '' ? name : `${name}-${owner}`
  const numbered = Array.from({ length: MAX_NUMBER - 1 }, (_, place) => `${long}-${place + 2}`)
  return [...new Set([name, long, ...numbered])].filter((each) => pdfNameProblem(each) === null)
}
