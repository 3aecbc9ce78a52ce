import { addDays, formatNumber, formatVnd, localDateAt, type ScanDays } from '@scanleaf/shared'
import * as z from 'zod'
import { may } from '../../platform/http/acting'
import { scansOfUser } from '../scans'
import { checkUserCode, findUserCode, presentUserCode } from '../user-codes'
import { withoutAddresses } from './addresses'
import { dataOf, findCode, nameOf, searchCodes } from './find-code'
import { link, plain, table } from './markdown'
import { readMore } from './search-help'
import { type ToolContext, tool, ZONE } from './tool'

const MAX_BEST = 5

const Reference = z.string().max(300)

/** A link to a screen, by its name in the menu. */
const screen = (
  { translator, language, codes: { appUrl } }: ToolContext,
  name: string,
  path: string,
): string => link(translator.in(language, 'common')(name), `${appUrl}${path}`)

export const findCodes = tool({
  name: 'find_codes',
  needs: 'codes:read',
  description:
    'Lists codes of the user, the newest first; `words` narrows them down by name, link, target or id.',
  schema: z.object({ words: z.string().max(200).default('') }),
  run: async (context, { words }) => {
    const t = context.translator.in(context.language, 'chat')
    const rows = await searchCodes(context, words)
    if (rows.length === 0) {
      const hasCodes = words !== '' && (await searchCodes(context, '', 1)).length > 0
      const page = screen(context, 'nav.dynamic-codes', '/dynamic-codes')
      return { data: { codes: [] }, text: t(hasCodes ? 'say.none-found' : 'say.no-codes', { page }) }
    }
    const cells = rows.map((code) => {
      const { codeRedirect } = presentUserCode(code, context.codes)
      const name =
        codeRedirect === null
          ? plain(nameOf(code))
          : link(nameOf(code), `${context.codes.appUrl}/dynamic-codes/${code.id}/scans`)
      const shown = plain(codeRedirect?.replace(/^https?:\/\//i, '') ?? code.contentType)
      return [name, shown, formatNumber(code.scans, context.language)]
    })
    const head = [t('say.column.name'), t('say.column.link'), t('say.column.scans')]
    return { data: { codes: rows.map(dataOf) }, text: `${t('say.found')}\n\n${table(head, cells)}` }
  },
})

const PERIODS = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'last-week',
  'this-month',
  'last-month',
] as const

/** Which days are asked of: `from` and `to` in place of a period. */
const Asked = z.object({
  period: z.enum(PERIODS).default('last-30-days'),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})

/** The days of a period, both included. */
function daysOf({ period, from: first, to: last }: z.output<typeof Asked>, now: Date): ScanDays {
  if (first || last) return { from: first, to: last, zone: ZONE }
  const today = localDateAt(now, ZONE)
  // Monday first, as everywhere the product is at home.
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
  const firstOfMonth = `${today.slice(0, 8)}01`
  const lastMonthEnds = addDays(firstOfMonth, -1)
  const days: Record<typeof period, [string, string]> = {
    today: [today, today],
    yesterday: [addDays(today, -1), addDays(today, -1)],
    'last-7-days': [addDays(today, -6), today],
    'last-30-days': [addDays(today, -29), today],
    'last-week': [addDays(monday, -7), addDays(monday, -1)],
    'this-month': [firstOfMonth, today],
    'last-month': [`${lastMonthEnds.slice(0, 8)}01`, lastMonthEnds],
  }
  const [from, to] = days[period]
  return { from, to, zone: ZONE }
}

const shownDay = (day: string): string => day.split('-').reverse().join('/')

export const showScans = tool({
  name: 'show_scans',
  needs: 'scans:read',
  description:
    'Counts the scans of one code, or without `code` of all codes together, in a period or from a day to a day.',
  schema: Asked.extend({ code: Reference.optional() }),
  run: async (context, { code: reference, ...asked }) => {
    const t = context.translator.in(context.language, 'chat')
    const found = reference === undefined ? null : await findCode(context, reference)
    if (found && 'refusal' in found) return found.refusal
    const days = daysOf(asked, context.clock.now())
    const codeId = found?.code.id ?? null
    const of = { userId: context.acting.ownerId, codeId, days }
    const scans = await scansOfUser(context.codes.database.db, of, context.clock.now())
    if (!scans) return { data: { error: 'no such code' }, text: t('say.which') }
    const { from, to, uniques, total } = scans
    const { soFar, scans: scansBefore } = scans.before
    const before = soFar?.scans ?? scansBefore
    const name = found ? plain(nameOf(found.code)) : t('say.all-codes')
    const page = screen(context, 'nav.scans', codeId === null ? '/scans' : `/dynamic-codes/${codeId}/scans`)
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
      text: `${t(soFar ? 'say.scans-so-far' : 'say.scans', values)}\n\n${t('say.read-more', { page })}`,
    }
  },
})

export const bestCodes = tool({
  name: 'best_codes',
  needs: 'scans:read',
  description:
    'Lists the codes of the user that were scanned most in a period or from a day to a day, with their scans.',
  schema: Asked,
  run: async (context, asked) => {
    const t = context.translator.in(context.language, 'chat')
    const days = daysOf(asked, context.clock.now())
    const of = { userId: context.acting.ownerId, codeId: null, days }
    const scans = await scansOfUser(context.codes.database.db, of, context.clock.now())
    if (!scans) return { data: { error: 'nothing is counted' }, text: t('say.refused') }
    const codes = (scans.codes ?? []).filter(({ value, isDeleted }) => value !== '*' && !isDeleted)
    const shownDays = { from: shownDay(scans.from), to: shownDay(scans.to) }
    if (codes.length === 0) {
      const page = screen(context, 'nav.scans', '/scans')
      return { data: { ...days, codes: [] }, text: t('say.no-scans', { ...shownDays, page }) }
    }
    const best = await Promise.all(
      codes.slice(0, MAX_BEST).map(async ({ value, name, scans: count }) => {
        const code = await findUserCode(context.codes.database.db, context.acting.ownerId, value)
        return { id: value, name: name || (code ? nameOf(code) : value), scans: count }
      }),
    )
    const rows = best.map(({ id, name, scans: count }) => [
      link(name, `${context.codes.appUrl}/dynamic-codes/${id}/scans`),
      formatNumber(count, context.language),
    ])
    const head = [t('say.column.name'), t('say.column.scans')]
    return {
      data: { ...days, codes: best.map((code) => ({ ...code, name: withoutAddresses(code.name) })) },
      text: `${t('say.best-codes', shownDays)}\n\n${table(head, rows)}`,
    }
  },
})

export const checkScan = tool({
  name: 'check_scan',
  needs: 'codes:read',
  isHeavy: true,
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
    const more = readMore(context, 'print-and-scan')
    if (passes && reasons.length === 0) return { data, text: `${t('say.scan-good', { name })}\n\n${more}` }
    return { data, text: `${t(passes ? 'say.scan-usable' : 'say.scan-poor', { name })}\n\n${why}\n\n${more}` }
  },
})

export const explainInvoice = tool({
  name: 'explain_invoice',
  needs: 'assistant',
  description: 'Tells what an invoice of the user is for; without `number` the newest. Amounts are VND.',
  schema: z.object({ number: z.string().max(40).optional() }),
  run: async (context, { number }) => {
    const t = context.translator.in(context.language, 'chat')
    if (!context.readInvoice) return { data: { error: 'nothing is sold here' }, text: t('say.no-billing') }
    if (!may(context.acting, 'billing:read'))
      return {
        data: { error: 'Forbidden' },
        text: context.translator.in(context.language, 'errors')('Forbidden'),
      }
    const invoice = await context.readInvoice({
      userId: context.acting.ownerId,
      number: number ?? null,
      language: context.language,
    })
    if (!invoice) {
      const label = context.translator.in(context.language, 'billing-history')('title')
      const page = link(label, `${context.codes.appUrl}/payment/transactions`)
      return { data: { error: 'no such invoice' }, text: t('say.no-invoice', { page }) }
    }
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

export const showPlan = tool({
  name: 'show_plan',
  needs: 'assistant',
  description:
    'Tells the plan of the user: its name, until when it runs, and how many codes are used of how many.',
  schema: z.object({}),
  run: async (context) => {
    const t = context.translator.in(context.language, 'chat')
    if (!context.readPlan) return { data: { error: 'nothing is sold here' }, text: t('say.no-billing') }
    const subscription = await context.readPlan({
      userId: context.acting.ownerId,
      language: context.language,
    })
    const { planDetail, endAt, status, usage } = subscription
    const billing = context.translator.in(context.language, 'billing')
    const rows = planDetail.addons.map(({ code, quantity }) => [
      plain(billing(`addon.${code}`)),
      `${formatNumber(usage[code] ?? 0, context.language)} / ${formatNumber(quantity, context.language)}`,
    ])
    const plan = link(planDetail.name, `${context.codes.appUrl}/payment/dashboard`)
    const day = endAt && shownDay(localDateAt(new Date(endAt), ZONE))
    const text = day ? t('say.plan', { plan, day }) : t('say.plan-without-end', { plan })
    const head = [t('say.column.line'), t('say.column.used')]
    return { data: { plan: planDetail.name, status, endAt, rows }, text: `${text}\n\n${table(head, rows)}` }
  },
})

const vndIn =
  ({ language }: ToolContext) =>
  (amount: number): string =>
    formatVnd(amount, language)
