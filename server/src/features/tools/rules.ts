import {
  explainRules,
  fieldErrorsOf,
  hasTicketLeft,
  type LinkRules,
  LinkRulesInput,
  localTimeAt,
  RULE_DEVICES,
  RuleInput,
} from '@scanleaf/shared'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import { readRules, rulesText, rulesTextOf } from '../user-codes'
import { withoutAddresses } from './addresses'
import { proposed } from './changing'
import { dataOf, findCode, nameOf } from './find-code'
import { link, plain } from './markdown'
import { type ToolContext, type ToolResult, tool } from './tool'

const Reference = z.string().max(300)
/** One language or country of a visitor. */
const Tag = z.string().max(3).default('')

export const explainLinkRules = tool({
  name: 'explain_rules',
  needs: 'codes:read',
  description:
    'Tells the rules of a dynamic code of the user, which send visitors by time, day, device, language, country or to the first scans alone to other addresses, and which of them a visitor would get at a time (now, unless `at` says another).',
  schema: z.object({
    code: Reference,
    at: z.iso.datetime().optional(),
    device: z.enum(RULE_DEVICES).default('other'),
    language: Tag,
    country: Tag,
  }),
  run: async (context, { code: reference, at, ...visitor }) => {
    const found = await findCode(context, reference)
    if ('refusal' in found) return found.refusal
    const { code } = found
    if (code.dynamicId === null) return fixed(context, code)
    const { zone, pass, rules, tickets } = await readRules(context.codes.database.db, code)
    const time = at === undefined ? context.clock.now() : new Date(at)
    const explained = explainRules({ zone, rules }, time.getTime(), {
      ...{ ...visitor, name: '' },
      hasTicket: (id, first) => hasTicketLeft(tickets, id, first),
    })
    const reasons = new Map(explained.rules.map(({ id, ...rule }) => [id, rule]))
    const data = {
      ...{ code: dataOf(code), zone, pass, localTime: localTimeAt(time, zone) },
      rules: rules.map(({ id, name, on, when, outcome }, place) => ({
        ...{ rule: place + 1, id, name: withoutAddresses(name), on, when, outcome, ...reasons.get(id) },
        ...(when.first !== undefined && { scansGiven: tickets[id] }),
      })),
      /** Null: the code’s own target. */
      applies: rules.findIndex(({ id }) => id === explained.ruleId) + 1 || null,
    }
    return { data, text: rulesInWords(context, code, rules) }
  },
})

export const setLinkRules = tool({
  name: 'set_rules',
  needs: 'codes:propose',
  description:
    'Proposes the rules of a dynamic code of the user: one rule `above` those that it has, or all `rules` in their place; an empty list removes them. The first rule that fits applies, else the code’s own target. Before `rules`, read them with explain_rules and give back those that stay, each with its `id`. In `days` 0 is Monday; a time of `hours` is HH:MM in the zone; the weights of a split sum to 100. `pass` names the query parameters of the scanned link that are handed on (`utm_*` for all campaign parameters); without it they stay. A password before an address stays with its `n`; only a person sets one.',
  schema: z.object({
    code: Reference,
    zone: LinkRulesInput.shape.zone.exactOptional(),
    above: RuleInput.exactOptional(),
    rules: LinkRulesInput.shape.rules.exactOptional(),
    pass: LinkRulesInput.shape.pass,
  }),
  run: async (context, { code: reference, above, ...given }) => {
    const found = await findCode(context, reference)
    if ('refusal' in found) return found.refusal
    const { code } = found
    if (code.dynamicId === null) return fixed(context, code)
    const stored = await readRules(context.codes.database.db, code)
    const list = given.rules ?? stored.rules
    const all = LinkRulesInput.pick({ rules: true }).safeParse({ rules: above ? [above, ...list] : list })
    if (!all.success) throw new AppError('ValidationError', fieldErrorsOf(all.error))
    const input = { zone: stored.zone, ...given, ...all.data }
    const from = rulesText(code.rules)
    const to = rulesTextOf(code, input, context.codes.addressRules)
    if (from === to) {
      const t = context.translator.in(context.language, 'chat')
      return { data: { error: 'it is so already' }, text: t('say.same', { name: plain(nameOf(code)) }) }
    }
    return proposed(context, 'rules', code, [{ field: 'rules', from, to }])
  },
})

type Code = Parameters<typeof nameOf>[0]

const fixed = ({ translator, language }: ToolContext, code: Code): ToolResult => ({
  data: { error: 'it is fixed in this code' },
  text: translator.in(language, 'chat')('say.fixed', { name: plain(nameOf(code)) }),
})

/** For a reader: where each rule leads, from the top; the screen says when. */
function rulesInWords(
  { translator, language, codes: { appUrl } }: ToolContext,
  code: Code,
  rules: LinkRules['rules'],
): string {
  const t = translator.in(language, 'link-rules')
  const lines = rules.map(({ name, on, outcome }, place) => {
    const title = plain(name) || t('rule', { number: place + 1 })
    const leads =
      'split' in outcome
        ? outcome.split.map(({ url, weight }) => `${plain(url)} (${weight}%)`).join(', ')
        : 'end' in outcome
          ? t('end.page')
          : plain('ask' in outcome ? outcome.ask.url : outcome.to.url)
    return `${place + 1}. ${title}${on ? '' : ` (${t('off')})`}: ${leads}`
  })
  const page = link(t('title'), `${appUrl}/dynamic-codes/${code.id}/rules`)
  return `${plain(nameOf(code))}: ${page}\n\n${lines.length > 0 ? lines.join('\n') : t('none.title')}`
}
