import {
  addDays,
  formatNumber,
  formatVnd,
  type HelpHit,
  helpPath,
  localDateAt,
  type ScanDays,
} from '@scanleaf/shared'
import { z } from 'zod'
import { scansOfUser } from '../../scans'
import { checkUserCode, presentUserCode } from '../../user-codes'
import { link, plain, table } from '../markdown'
import { dataOf, findCode, nameOf, searchCodes } from './find-code'
import { type ToolContext, tool } from './tool'

/** Days are those of the product's home. */
const ZONE = 'Asia/Ho_Chi_Minh'

/** Length of the quote of a help page, in UTF-16 units. */
const MAX_QUOTED = 600

const Reference = z.string().max(300)

export const searchHelp = tool({
  name: 'search_help',
  description: 'Finds help pages of the product that answer a question on how to use it.',
  schema: z.object({ question: z.string().max(500) }),
  run: async (context, { question }) => {
    const t = context.translator.in(context.language, 'chat')
    const hits = context.help.search(context.language, question, 3)
    const [best, ...others] = hits
    if (!best) return { data: { pages: [] }, text: t('say.unknown') }
    const pageOf = ({ slug, title }: HelpHit) =>
      link(title, `${context.codes.appUrl}${helpPath(context.language, slug)}`)
    const more =
      others.length > 0 ? `\n\n${t('say.see-also', { pages: others.map(pageOf).join(' · ') })}` : ''
    return {
      data: { pages: hits.map((hit) => ({ ...hit, link: pageOf(hit) })) },
      text: `${shortened(best.section?.text ?? best.summary)}\n\n${t('say.read-more', { page: pageOf(best) })}${more}`,
    }
  },
})

/** The first paragraphs of a section, up to a bound; whole ones, so that no Markdown is cut. */
function shortened(text: string): string {
  const shown: string[] = []
  let length = 0
  for (const paragraph of text.split(/\n{2,}/)) {
    length += paragraph.length
    if (shown.length > 0 && length > MAX_QUOTED) break
    shown.push(paragraph)
  }
  return shown.join('\n\n')
}

export const findCodes = tool({
  name: 'find_codes',
  description:
    'Lists codes of the user, the newest first; `words` narrows them down by name, link, target or id.',
  schema: z.object({ words: z.string().max(200).default('') }),
  run: async (context, { words }) => {
    const t = context.translator.in(context.language, 'chat')
    const rows = await searchCodes(context, words)
    if (rows.length === 0) return { data: { codes: [] }, text: t('say.none-found') }
    const cells = rows.map((code) => {
      const { codeRedirect } = presentUserCode(code, context.codes)
      const shown = codeRedirect === null ? plain(code.contentType) : link(code.dynamicId ?? '', codeRedirect)
      return [plain(nameOf(code)), shown, formatNumber(code.scans, context.language)]
    })
    const head = [t('say.column.name'), t('say.column.link'), t('say.column.scans')]
    return { data: { codes: rows.map(dataOf) }, text: `${t('say.found')}\n\n${table(head, cells)}` }
  },
})

const PERIODS = ['today', 'yesterday', 'last-7-days', 'last-30-days', 'this-month', 'last-month'] as const

/** The days of a period, both included. */
function daysOf(period: (typeof PERIODS)[number], now: Date): ScanDays {
  const today = localDateAt(now, ZONE)
  const firstOfMonth = `${today.slice(0, 8)}01`
  const lastMonthEnds = addDays(firstOfMonth, -1)
  const days: Record<typeof period, [string, string]> = {
    today: [today, today],
    yesterday: [addDays(today, -1), addDays(today, -1)],
    'last-7-days': [addDays(today, -6), today],
    'last-30-days': [addDays(today, -29), today],
    'this-month': [firstOfMonth, today],
    'last-month': [`${lastMonthEnds.slice(0, 8)}01`, lastMonthEnds],
  }
  const [from, to] = days[period]
  return { from, to, zone: ZONE }
}

const shownDay = (day: string): string => day.split('-').reverse().join('/')

export const showScans = tool({
  name: 'show_scans',
  description: 'Counts the scans of one code, or without `code` of all codes together, in a period.',
  schema: z.object({ code: Reference.optional(), period: z.enum(PERIODS).default('last-30-days') }),
  run: async (context, { code: reference, period }) => {
    const t = context.translator.in(context.language, 'chat')
    const found = reference === undefined ? null : await findCode(context, reference)
    if (found && 'refusal' in found) return found.refusal
    const days = daysOf(period, context.clock.now())
    const codeId = found?.code.id ?? null
    const of = { userId: context.user.id, codeId, days }
    const scans = await scansOfUser(context.codes.database.db, of, context.clock.now())
    if (!scans) return { data: { error: 'no such code' }, text: t('say.which') }
    const { from, to, uniques, total } = scans
    const { soFar, scans: scansBefore } = scans.before
    const before = soFar?.scans ?? scansBefore
    const name = found ? plain(nameOf(found.code)) : t('say.all-codes')
    const values = {
      name,
      from: shownDay(from),
      to: shownDay(to),
      scans: scans.scans,
      uniques,
      before,
    }
    return {
      data: { from, to, scans: scans.scans, uniques, scansOfPeriodBefore: before, total },
      text: t(soFar ? 'say.scans-so-far' : 'say.scans', values),
    }
  },
})

export const checkScan = tool({
  name: 'check_scan',
  description:
    'Checks whether a code of the user can be scanned as it is drawn, and says what speaks against it.',
  schema: z.object({ code: Reference }),
  run: async (context, { code: reference }) => {
    const found = await findCode(context, reference)
    if ('refusal' in found) return found.refusal
    const t = context.translator.in(context.language, 'chat')
    const name = plain(nameOf(found.code))
    const verdict = await checkUserCode(context.codes, found.code)
    if (!verdict)
      return { data: { error: 'the content cannot be read' }, text: t('say.unreadable', { name }) }
    const { passes, score, reasons } = verdict
    const design = context.translator.in(context.language, 'design')
    const why = reasons.map((reason) => `- ${design(`reason.${reason}`)}`).join('\n')
    const data = {
      code: dataOf(found.code),
      passes,
      score,
      reasons: reasons.map((one) => design(`reason.${one}`)),
    }
    if (passes && reasons.length === 0) return { data, text: t('say.scan-good', { name }) }
    return { data, text: `${t(passes ? 'say.scan-usable' : 'say.scan-poor', { name })}\n\n${why}` }
  },
})

export const explainInvoice = tool({
  name: 'explain_invoice',
  description: 'Tells what an invoice of the user is for; without `number` the newest. Amounts are VND.',
  schema: z.object({ number: z.string().max(40).optional() }),
  run: async (context, { number }) => {
    const t = context.translator.in(context.language, 'chat')
    if (!context.readInvoice) return { data: { error: 'nothing is sold here' }, text: t('say.no-billing') }
    const invoice = await context.readInvoice({
      userId: context.user.id,
      number: number ?? null,
      language: context.language,
    })
    if (!invoice) return { data: { error: 'no such invoice' }, text: t('say.no-invoice') }
    const money = vndIn(context)
    const rows = invoice.lines.map(({ description, amount }) => [plain(description), money(amount)])
    const day = shownDay(localDateAt(invoice.issuedAt, ZONE))
    const status = context.translator.in(
      context.language,
      'billing-history',
    )(`invoice.status.${invoice.status}`)
    const page = link(invoice.number, `${context.codes.appUrl}/payment/invoices/${invoice.id}`)
    const head = [t('say.column.line'), t('say.column.amount')]
    const values = { page, day, status, amount: money(invoice.amount) }
    return { data: invoice, text: `${t('say.invoice', values)}\n\n${table(head, rows)}` }
  },
})

const vndIn =
  ({ language }: ToolContext) =>
  (amount: number): string =>
    formatVnd(amount, language)
