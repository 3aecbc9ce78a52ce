import { isBlank } from '@scanleaf/qr'
import * as z from 'zod'
import { isZone } from '../../scans/zone'
import { Line, Text } from '../../wire'
import { PassedNames } from './passed-parameters'

const MAX_RULES = 20
/** Of the stored rules of a code as JSON text: the redirect keeps them in memory. */
export const MAX_RULES_BYTES = 16_384
/** The scans keep the number of an outcome in eleven bits; 0 is the code's own target. */
export const MAX_OUTCOME_NUMBER = 2047
const MAX_END_TEXT = 300
const MAX_SPLIT_LINKS = 5
const MAX_RULE_NAME = 60
const MAX_URL = 4096
/** Scans by people that a rule may be limited to. */
export const MAX_FIRST_SCANS = 1_000_000
/** Of a password that visitors type, in characters. */
export const MAX_LINK_PASSWORD = 128

/** Systems that a rule tells apart. An iPad asks for pages as a Mac does, so that it counts as one. */
export const RULE_DEVICES = ['ios', 'android', 'windows', 'mac', 'other'] as const
export type RuleDevice = (typeof RULE_DEVICES)[number]

/** Local time of the code's zone, `YYYY-MM-DDTHH:MM`, of the years 2000 to 2999. */
const LocalTime = z.string().refine(isLocalTime, { error: 'invalid-value' })
function isLocalTime(text: string): boolean {
  const time = /^2\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  // A day that its month does not have is read as one of the next month.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid-value' })
/** `HH:MM`, the second excluded; one that is not later is on the next day. */
const HourRange = z
  .tuple([TimeOfDay, TimeOfDay])
  .refine(([from, until]) => from !== until, { error: 'empty-range' })

/** A list of allowed values, none twice. */
const allowed = <Value extends z.ZodType>(value: Value, max: number) =>
  z
    .array(value)
    .min(1, { error: 'required' })
    .max(max, { error: 'too-many' })
    .refine((values) => new Set(values).size === values.length, { error: 'invalid-value' })

/** All that are given must hold; a list holds when it has the value. */
export const RuleConditions = z
  .strictObject({
    from: LocalTime.exactOptional(),
    /** Excluded. */
    until: LocalTime.exactOptional(),
    /** 0 is Monday. */
    days: allowed(z.int().min(0).max(6), 7).exactOptional(),
    hours: z.array(HourRange).min(1, { error: 'required' }).max(4, { error: 'too-many' }).exactOptional(),
    devices: allowed(z.enum(RULE_DEVICES), RULE_DEVICES.length).exactOptional(),
    /** Primary language subtags in lower case (RFC 5646 §2.2.1). */
    languages: allowed(z.string().regex(/^[a-z]{2,3}$/, { error: 'invalid-value' }), 50).exactOptional(),
    /** ISO 3166-1 alpha-2. */
    countries: allowed(z.string().regex(/^[A-Z]{2}$/, { error: 'invalid-value' }), 250).exactOptional(),
    /** Only so many scans by people, counted over all processes; asked after all others. */
    first: z.int().min(1).max(MAX_FIRST_SCANS).exactOptional(),
  })
  .refine(({ from, until }) => from === undefined || until === undefined || from < until, {
    error: 'empty-range',
    path: ['until'],
  })
export type RuleConditions = z.infer<typeof RuleConditions>
/** In the order in which they are shown. */
export const RULE_CONDITIONS = [
  'from',
  'until',
  'days',
  'hours',
  'devices',
  'languages',
  'countries',
  'first',
] as const
export type RuleCondition = (typeof RULE_CONDITIONS)[number]

const OutcomeNumber = z.int().min(1).max(MAX_OUTCOME_NUMBER)
/** An address of the web; which ones may be led to, the server checks. */
const Url = Text.min(1, { error: 'required' }).max(MAX_URL, { error: 'too-long' })
const Weight = z.int().min(0).max(100)
const EndText = Text.max(MAX_END_TEXT, { error: 'too-long' }).overwrite((text) => (isBlank(text) ? '' : text))

/**
 * @param number of the outcome, which the scans keep
 * @param secret what there is of a password
 */
const outcomeOf = <N extends z.ZodType, Secret extends z.ZodRawShape>(number: N, secret: Secret) => {
  const link = { n: number, url: Url }
  return z.union([
    z.strictObject({ to: z.strictObject(link) }),
    z.strictObject({
      split: z
        .array(z.strictObject({ ...link, weight: Weight }))
        .min(2, { error: 'required' })
        .max(MAX_SPLIT_LINKS, { error: 'too-many' })
        .refine((links) => links.reduce((sum, { weight }) => sum + weight, 0) === 100, {
          error: 'weights-sum',
        }),
    }),
    z.strictObject({ end: z.strictObject({ n: number, text: EndText }) }),
    z.strictObject({ ask: z.strictObject({ ...link, ...secret }) }),
  ])
}

const Password = z.string().min(1, { error: 'required' }).max(MAX_LINK_PASSWORD, { error: 'too-long' })

const Zone = z.string().max(64, { error: 'invalid-value' }).refine(isZone, { error: 'invalid-value' })
const RuleName = Line.max(MAX_RULE_NAME, { error: 'too-long' }).overwrite((name) =>
  isBlank(name) ? '' : name,
)
const rulesOf = <Rule extends z.ZodType>(rule: Rule) => z.array(rule).max(MAX_RULES, { error: 'too-many' })
const Revision = z.int().min(0)

/** A rule as somebody writes it. */
export const RuleInput = z.strictObject({
  /** Of a stored rule; without it, the rule is a new one. */
  id: z.int().min(1).exactOptional(),
  name: RuleName.default(''),
  on: z.boolean().default(true),
  when: RuleConditions,
  /** A number is the one by which the server named this outcome; it names no other. */
  outcome: outcomeOf(OutcomeNumber.exactOptional(), {
    /** Without it, an outcome that was saved before keeps its own. */
    password: Password.exactOptional(),
  }),
})

/** An outcome that no rule has any more; its number stays in the scans. */
const RetiredOutcome = z.strictObject({ n: OutcomeNumber, name: z.string(), url: z.string() })

/** How many scans have been given to the rules that are for the first ones alone, by the id of the rule. */
const RuleTickets = z.record(z.string().regex(/^[1-9]\d{0,9}$/), z.int().min(0))
export type RuleTickets = z.infer<typeof RuleTickets>

/** What is under a rule for everybody is for nobody. */
const reachedRules = rulesOf(RuleInput).superRefine((rules, context) => {
  const forAll = rules.findIndex(({ on, when }) => on && Object.keys(when).length === 0)
  const place = rules.findIndex(({ on }, at) => forAll >= 0 && at > forAll && on)
  if (place >= 0) context.addIssue({ code: 'custom', message: 'never-reached', path: [place, 'when'] })
})

/**
 * Rules as somebody writes them, from the top: the first that fits is used, else the code's own target. An empty list is
 * none. `revision` is that of the rules that they replace, 0 where there were none. Without `pass`, the names of parameters
 * that are handed on stay as they are.
 */
export const LinkRulesInput = z.strictObject({
  revision: Revision,
  zone: Zone,
  pass: PassedNames.exactOptional(),
  rules: reachedRules,
  /** Ignored: rules can be sent back as they were read. */
  retired: z.array(RetiredOutcome).exactOptional(),
  tickets: RuleTickets.exactOptional(),
})
export type LinkRulesInput = z.output<typeof LinkRulesInput>

/** POST /user-codes/rules/try: a visitor at a time, now where it is not given; what is not given is unknown. */
export const RuleTry = z.strictObject({
  zone: Zone,
  rules: rulesOf(RuleInput),
  at: z.iso.datetime({ error: 'invalid-value' }).exactOptional(),
  device: z.enum(RULE_DEVICES).default('other'),
  language: z.string().max(3, { error: 'too-long' }).default(''),
  country: z.string().max(2, { error: 'too-long' }).default(''),
  /** As the rules of a code have them; a rule that is missing has given none. */
  tickets: RuleTickets.refine((tickets) => Object.keys(tickets).length <= MAX_RULES, {
    error: 'too-many',
  }).default({}),
})

/** `rule`: the place, from 0, of the one that fits; null for the code's own target. A rule that is off has no reasons. */
export const TriedRules = z.object({
  rule: z.int().nullable(),
  /** `YYYY-MM-DD HH:MM:SS` in the zone of the rules. */
  localTime: z.string(),
  rules: z.array(
    z.object({
      fits: z.boolean(),
      because: z.array(z.object({ condition: z.enum(RULE_CONDITIONS), fits: z.boolean() })),
    }),
  ),
})

const RuleFields = z.strictObject({
  /** Unique in the code, never given again. */
  id: z.int().min(1),
  name: RuleName,
  on: z.boolean(),
  when: RuleConditions,
})
/** A password is never read. */
const LinkRule = RuleFields.extend({ outcome: outcomeOf(OutcomeNumber, {}) })
export type LinkRule = z.infer<typeof LinkRule>

/** `scrypt$N$r$p$salt$hash` (RFC 7914), of base64url: a salt of 16 bytes, a hash of 32. */
const PasswordHash = z.string().regex(/^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
const StoredLinkRule = RuleFields.extend({ outcome: outcomeOf(OutcomeNumber, { hash: PasswordHash }) })
export type StoredLinkRule = z.infer<typeof StoredLinkRule>
export type StoredOutcome = StoredLinkRule['outcome']

const rulesFields = {
  revision: Revision,
  /** A name of the IANA database. */
  zone: Zone,
  rules: rulesOf(LinkRule),
  /** The newest first; an end has no address. */
  retired: z.array(RetiredOutcome),
}

/** GET /user-codes/{id}/rules. */
export const LinkRules = z
  .strictObject({ ...rulesFields, pass: PassedNames, tickets: RuleTickets })
  .meta({ id: 'LinkRules' })
export type LinkRules = z.infer<typeof LinkRules>

/** Rules as a code has them, with what is given next. An outcome that comes back has the password that it had. */
export const StoredLinkRules = z.strictObject({
  ...rulesFields,
  /** Missing for none. */
  pass: PassedNames.exactOptional(),
  rules: rulesOf(StoredLinkRule),
  retired: z.array(RetiredOutcome.extend({ hash: PasswordHash.exactOptional() })),
  nextId: z.int().min(1),
  nextNumber: z.int().min(1),
})
export type StoredLinkRules = z.infer<typeof StoredLinkRules>
