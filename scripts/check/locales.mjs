import { tsImport } from 'tsx/esm/api'
import ts from 'typescript'
import { findWrongTexts, keyInCode, readLocales } from './locale-texts.mjs'
import { parseSources, placeOf, visitAll } from './source-tree.mjs'

const { ERROR_STATUS, FIELD_ERRORS } = await tsImport('../../shared/src/errors.ts', import.meta.url)
const { LANGUAGE_CODES } = await tsImport('../../shared/src/languages.ts', import.meta.url)

const { CHANGED_FIELDS, ContentType, USER_CODE_SORTS } = await tsImport(
  '../../shared/src/user-codes/schema.ts',
  import.meta.url,
)

const {
  BILLING_NOTIFICATIONS,
  CALLS_TO_ACTION,
  CODE_REPORT_ACTIONS,
  CHAT_ACTION_KINDS,
  CHAT_ACTION_STATUSES,
  CHAT_CHANGED_FIELDS,
  DOMAIN_KINDS,
  DOMAIN_LOSSES,
  DRIFTS,
  ENDINGS,
  INVOICE_STATUSES,
  JOB_NAMES,
  JOB_STATES,
  MAIL_KINDS,
  WEBHOOK_OUTCOMES,
  WEBHOOK_PROVIDERS,
  OPERATOR_ACTIONS,
  OPERATOR_ROLE_NAMES,
  PERMISSION_BITS,
  QUOTE_LINES,
  RECEIPT_STATES,
  REFUND_STATUSES,
  REPORT_REASONS,
  REPORT_STATUSES,
  RESOURCES,
  Role,
  SIGN_IN_METHODS,
  SINGLE_SIGN_ON_FAILURES,
  STATUS_CHECKS,
  STATUS_GROUPS,
  STATUS_STATES,
  Transaction,
  TRANSACTION_TYPES,
  Transfer,
  TRANSFER_STATES,
} = await tsImport('../../shared/src/index.ts', import.meta.url)

const SCAN_REASONS = [
  'low-contrast',
  'inverted',
  'narrow-margin',
  'transparent',
  'logo-damage',
  'low-level',
  'fragile-eyes',
  'fragile-style',
]
const REPAIR_STEPS = [
  'raise-level',
  'shrink-logo',
  'remove-logo',
  'darken-colors',
  'swap-colors',
  'widen-margin',
  'fill-background',
  'rounded-eyes',
  'square-style',
  'plain-colors',
]
const KINDS = ['dynamic', 'static']
const VISITOR_PAGES = [
  'home',
  'not-found',
  'paused',
  'taken-down',
  'unavailable',
  'too-many',
  'unknown-host',
  'wrong-method',
  'reported',
]

const {
  CONTENT_TYPE_NAMES,
  contentTypes,
  ERROR_CORRECTION_LEVELS,
  QR_EYE_SHAPES,
  QR_FRAME_KINDS,
  QR_FRAME_LINES,
  QR_PRESETS,
  QR_STYLES,
} = await tsImport('../../qr/src/index.ts', import.meta.url)
const { SCAN_CONDITIONS } = await tsImport('../../qr/src/scan-check/index.ts', import.meta.url)

const CONTENT_FIELDS = CONTENT_TYPE_NAMES.filter((name) => name !== 'Website-pdf').flatMap((name) =>
  contentTypes[name].fields.map((field) => field.name),
)
const { ADDON_CODES, PAYMENT_TYPES, PERIODS, SUBSCRIPTION_STATUSES } = await tsImport(
  '../../shared/src/billing/terms.ts',
  import.meta.url,
)
const { PAYMENT_TABS, SETTINGS_TABS } = await tsImport('../../shared/src/routes.ts', import.meta.url)
const { VIEWS } = await tsImport('../../web/src/features/billing-admin/search.ts', import.meta.url)
const { HINTS } = await tsImport('../../web/src/features/status/hints.ts', import.meta.url)
const { CATALOGUE_VIEWS } = await tsImport('../../web/src/features/catalogue/search.ts', import.meta.url)
const { REASONS } = await tsImport('../../web/src/features/billing/failure-reasons.ts', import.meta.url)
const { TABS } = await tsImport('../../web/src/features/generator/state/tabs.ts', import.meta.url)
const CARDS = ['qr-code', 'business-card', 'event', 'asset', 'menu', 'promotion']
const PDF_VISITOR_PAGES = ['not-found', 'paused', 'taken-down', 'unavailable']

const { TABLE_NOTES, TABLE_PROBLEMS } = await tsImport(
  '../../web/src/features/code-batches/reading/table.ts',
  import.meta.url,
)

/**
 * Keys that the code puts together, with a star for the part it fills in: every value that this part has. A key put
 * together in any other way is an error.
 */
const FAMILIES = {
  // The screens of web/src/app/frame/operator-entries.ts.
  'account:operate-*': ['billing', 'products', 'users', 'reports', 'status'],
  'mail-settings:kind.*': Object.keys(MAIL_KINDS).filter((kind) => MAIL_KINDS[kind] !== 'always'),
  'status:state.*': STATUS_STATES,
  'status:group.*': STATUS_GROUPS,
  'status:check.*': STATUS_CHECKS,
  'status:stand.*': JOB_STATES,
  'status:job.*': JOB_NAMES,
  'status:engine.*': ['pglite', 'postgres'],
  'status:bar.*': ['above', 'below'],
  'status:span.*': ['second', 'minute', 'hour', 'day'],
  'status:do.*': [...new Set(Object.values(HINTS))],
  'security:method.*': SIGN_IN_METHODS,
  'security:state.*': ['strong', 'passkey', 'password', 'provider'],
  'single-sign-on:failure.*': SINGLE_SIGN_ON_FAILURES,
  'users-admin:role.*': Role.options,
  'users-admin:state.*': ['active', 'suspended', 'waiting', 'refused'],
  'users-admin:action.*': Object.keys(PERMISSION_BITS),
  'users-admin:resource.*': RESOURCES,
  'users-admin:operator-role.*': [...OPERATOR_ROLE_NAMES, 'admin', 'custom'],
  'users-admin:operator-role-text.*': [...OPERATOR_ROLE_NAMES, 'admin', 'custom'],
  'users-admin:act.*': [
    'suspend',
    'resume',
    'end-sessions',
    'recovery-link',
    'approve',
    'refuse',
    'invitation',
    'delete',
    'keep',
  ],
  'leaving:delete.*': ENDINGS,
  'leaving:delete.*-text': ENDINGS,
  'leaving:planned.*': ENDINGS,
  'code-reports:reason.*': REPORT_REASONS,
  'code-reports:status.*': REPORT_STATUSES,
  'code-reports:empty.*': REPORT_STATUSES,
  'code-reports:done.*': CODE_REPORT_ACTIONS,
  'code-reports:own.state.*': ['reported', 'waiting', 'warned'],
  'billing:addon.*': ADDON_CODES,
  'billing:line.*': [...QUOTE_LINES, 'wallet', 'short'],
  'billing:method.*': PAYMENT_TYPES,
  'billing:method.*.text': PAYMENT_TYPES,
  'billing:momo.step.*': ['open', 'choose', 'scan'],
  'billing:payment-status.*': Transaction.shape.status.options,
  'billing:per.*': PERIODS,
  'billing:status.*': SUBSCRIPTION_STATUSES,
  'billing:tab.*': PAYMENT_TABS,
  'billing:return.*': Transaction.shape.status.options,
  'billing:return.*.text': Transaction.shape.status.options,
  'account:scheme.*': ['system', 'light', 'dark'],
  'billing:waiting.next.*': ['plan_change', 'topup', 'debt'],
  'billing:transfer.*': Transaction.shape.status.options,
  'errors:*': Object.keys(ERROR_STATUS),
  'errors:field.*': FIELD_ERRORS,
  'errors:field.*.exactly': [
    ...['beyond-sheet', 'content-too-long', 'does-not-fit', 'duplicate-in-file', 'too-large', 'too-long'],
    ...['too-many', 'too-small'],
  ],
  'design:eyes.*': QR_EYE_SHAPES,
  'calls-to-action:*': CALLS_TO_ACTION,
  'design:frame.*': ['none', ...QR_FRAME_KINDS],
  'design:frame.line.*': QR_FRAME_LINES,
  'design:gradient.*': ['across', 'diagonal', 'down', 'radial'],
  'design:level.*': ERROR_CORRECTION_LEVELS,
  'design:preset.*': Object.keys(QR_PRESETS),
  'design:quality.*': ['good', 'usable', 'poor'],
  'design:reason.*': SCAN_REASONS,
  'design:repair.*': REPAIR_STEPS,
  'design:style.*': QR_STYLES,
  'design:unread.*': SCAN_CONDITIONS.map(({ name }) => name),
  'generator:encryption.*': ['WPA', 'WEP', 'nopass'],
  'generator:field.*': CONTENT_FIELDS,
  'generator:tab.*': TABS,
  'generator:kind.*': KINDS,
  'generator:kind.*-text': KINDS,
  'settings:trouble.*': DOMAIN_LOSSES,
  'invoice-lines:line.*': [
    'plan',
    'proration',
    'year',
    'renewal',
    'chargeback',
    ...ADDON_CODES.map((code) => `over-limit.${code}`),
  ],
  'pdf-codes:dynamic-codes.generator.*': ['invalid-pdf-file', 'incomplete-pdf-file', 'pdf-max-size'],
  'pdf-codes:step.*': ['limit', 'upload', 'code'],
  'user-codes:taken-down.*': REPORT_REASONS,
  'redirect:warning.*': ['listed', 'reported'],
  'redirect:report.reason.*': REPORT_REASONS,
  'pdf-page:*.title': PDF_VISITOR_PAGES,
  'pdf-page:*.text': PDF_VISITOR_PAGES,
  'redirect:*.title': VISITOR_PAGES,
  'redirect:*.text': VISITOR_PAGES,
  'chat:card.*': CHAT_ACTION_KINDS,
  'chat:card.field.*': CHAT_CHANGED_FIELDS,
  'chat:card.status.*': CHAT_ACTION_STATUSES.filter((status) => status !== 'proposed'),
  'chat:suggest.*': ['change-target', 'scans', 'print', 'find'],
  'choose-type:*.title': CARDS,
  'choose-type:*.text': CARDS,
  'user-codes:changed.*': CHANGED_FIELDS,
  'user-codes:field.*': Object.values(contentTypes).flatMap(({ fields }) => fields.map(({ name }) => name)),
  'user-codes:sort.*': USER_CODE_SORTS,
  'catalogue:add.*': CATALOGUE_VIEWS,
  'catalogue:empty.*': CATALOGUE_VIEWS,
  'catalogue:view.*': CATALOGUE_VIEWS,
  'billing-admin:view.*': VIEWS,
  'billing-admin:transfers.*': TRANSFER_STATES,
  'billing-admin:receipts.*': RECEIPT_STATES,
  'billing-admin:purpose.*': Transfer.shape.purpose.options,
  'billing-admin:status.*': Transfer.shape.status.options,
  'billing-admin:field.*': ['amount', 'bankReference', 'content', 'transfer', 'reason'],
  'billing-admin:act.*': [...OPERATOR_ACTIONS, 'refunds'],
  'billing-admin:refund-status.*': REFUND_STATUSES,
  'billing-admin:provider.*': WEBHOOK_PROVIDERS,
  'billing-admin:outcome.*': WEBHOOK_OUTCOMES,
  'billing-admin:drift.*': DRIFTS,
  'billing-admin:import.*': ['taken', 'repeated', 'refused'],
  'billing-admin:import.field.*': ['date', 'amount', 'reference', 'content'],
  'billing-admin:act.*.text': OPERATOR_ACTIONS,
  'billing-history:notice.*': BILLING_NOTIFICATIONS,
  'billing-history:status.*': Transaction.shape.status.options,
  'billing-history:reason.*': REASONS,
  'billing-history:type.*': TRANSACTION_TYPES,
  'billing-history:invoice.status.*': INVOICE_STATUSES,
  'settings:*.sample': DOMAIN_KINDS,
  'settings:*.text': DOMAIN_KINDS,
  'settings:*.title': DOMAIN_KINDS,
  'settings:tab.*': SETTINGS_TABS,
  'scans:range.*': ['this-week', 'last-week', 'this-month', 'last-month'],
  'scans:unit.*': ['hour', 'day', 'month'],
  'scans:device.*': ['phone', 'tablet', 'desktop', 'tv'],
  'scans:dimension.*': ['country', 'device', 'system', 'browser', 'referrer', 'language'],
  'scans:kind.*': ['bot', 'preview', 'prefetch', 'head'],
  'scans:kind.*-text': ['bot', 'preview', 'prefetch', 'head'],
  'user-codes:*.title': KINDS,
  'user-codes:*.subtitle': KINDS,
  'user-codes:*.create': KINDS,
  'user-codes:*.empty-text': KINDS,
  'user-codes:column.*': ['content', 'type', 'created', 'scans', 'image', 'actions'],
  'user-codes:type.*': ContentType.options,
  'code-batches:source.*': ['range', 'paste', 'file'],
  'code-batches:range.*': ['from', 'to', 'digits'],
  'code-batches:table.*': TABLE_PROBLEMS,
  'code-batches:note.*': TABLE_NOTES,
  'code-batches:verdict.*': ['ready', 'warned', 'refused'],
  'code-batches:state.*': ['running', 'stopped', 'undoing'],
  'code-batches:done.*': ['create', 'target', 'tags', 'pause', 'resume', 'design', 'delete'],
  'code-batches:action.*': ['target', 'tags', 'design'],
  'user-codes:*': ['pause', 'resume', 'delete'],
  'print:kind.*': ['labels', 'tent', 'stickers', 'poster', 'card'],
  'print:grid.*': ['columns', 'rows', 'width', 'height', 'left', 'top', 'gapX', 'gapY'],
  'print:place.*': ['card', 'table', 'counter', 'wall', 'window'],
}

/**
 * Everything wrong with the texts and with their use in the code.
 * @returns {string[]} one line for each
 */
export function findLocaleErrors() {
  const locales = readLocales()
  const keys = new Map(
    [...locales].map(([namespace, languages]) => [
      namespace,
      new Set(Object.keys(languages.get('vi') ?? {}).map(keyInCode)),
    ]),
  )
  const { used, errors } = readUse(keys)
  for (const [family, values] of Object.entries(FAMILIES)) {
    for (const value of values) {
      const key = family.replace('*', value)
      if (has(keys, key)) used.add(key)
      else errors.push(`${key} has no text`)
    }
  }
  const unused = [...keys].flatMap(([namespace, names]) =>
    [...names].map((name) => `${namespace}:${name}`).filter((key) => !used.has(key)),
  )
  return [
    ...[...locales].flatMap(([namespace, languages]) => findWrongTexts(namespace, languages, LANGUAGE_CODES)),
    ...errors,
    ...unused.map((key) => `${key} is used nowhere`),
  ]
}

const has = (keys, fullKey) => {
  const [namespace, ...name] = fullKey.split(':')
  return keys.get(namespace)?.has(name.join(':')) ?? false
}

/** Keys that the sources name, and keys that they name without a text. */
function readUse(keys) {
  const used = new Set()
  const errors = []
  for (const source of ['shared/src', 'server/src', 'web/src'].flatMap(parseSources)) {
    const namespaces = namespacesOf(source.tree, keys)
    visitAll(source.tree, (node) => {
      if (ts.isStringLiteralLike(node)) {
        for (const key of fullKeys(node.text, namespaces)) if (has(keys, key)) used.add(key)
        if (looksLikeKey(node.text, keys) && !has(keys, node.text))
          errors.push(`${placeOf(source, node)} ${node.text} has no text`)
      }
      for (const wrong of wrongKeysOf(node, namespaces, keys))
        errors.push(`${placeOf(source, node)} ${wrong}`)
    })
  }
  return { used, errors }
}

/** `t('key')` and `<X i18nKey="key">` name a text that must exist; `t(variable)` is found where the literal is. */
function wrongKeysOf(node, namespaces, keys) {
  return keyExpressionsOf(node).flatMap((expression) => {
    if (ts.isStringLiteralLike(expression)) {
      const isKnown = fullKeys(expression.text, namespaces).some((key) => has(keys, key))
      return isKnown || looksLikeKey(expression.text, keys) ? [] : [`${expression.text} has no text`]
    }
    if (!ts.isTemplateExpression(expression)) return []
    const isFamily = fullKeys(patternOf(expression), namespaces).some((pattern) => pattern in FAMILIES)
    return isFamily ? [] : [`${expression.getText()} is put together: name its family in check-locales.mjs`]
  })
}

/** `kind.${each}-text` → `kind.*-text` */
const patternOf = ({ head, templateSpans }) =>
  [head, ...templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('*')

function keyExpressionsOf(node) {
  if (ts.isCallExpression(node) && isTranslate(node.expression)) return branchesOf(node.arguments[0])
  if (ts.isJsxAttribute(node) && node.name.getText() === 'i18nKey') {
    const value = node.initializer
    return branchesOf(value && ts.isJsxExpression(value) ? value.expression : value)
  }
  return []
}

const isTranslate = (callee) =>
  ts.isPropertyAccessExpression(callee)
    ? callee.name.text === 't'
    : ts.isIdentifier(callee) && callee.text === 't'

function branchesOf(expression) {
  if (!expression) return []
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression))
    return branchesOf(expression.expression)
  if (ts.isConditionalExpression(expression))
    return [...branchesOf(expression.whenTrue), ...branchesOf(expression.whenFalse)]
  if (ts.isArrayLiteralExpression(expression)) return expression.elements.flatMap(branchesOf)
  return [expression]
}

/** Namespaces that a file reads without naming them: `useTranslation('x')`, `translator.in(language, 'x')`. */
function namespacesOf(tree, keys) {
  const found = new Set()
  const constants = textConstantsOf(tree)
  visitAll(tree, (node) => {
    if (!ts.isCallExpression(node)) return
    const callee = node.expression
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText(tree)
    const argument = { useTranslation: 0, in: 1, getFixedT: 1 }[name]
    if (argument === undefined) return
    for (const literal of branchesOf(node.arguments[argument])) {
      const namespace = constants.get(literal.getText(tree)) ?? literal.text
      if (keys.has(namespace)) found.add(namespace)
    }
  })
  return [...found]
}

/** Texts of `const NAME = 'text'`, by name. */
function textConstantsOf(tree) {
  const found = new Map()
  visitAll(tree, (node) => {
    if (!ts.isVariableDeclaration(node) || !node.initializer) return
    if (ts.isStringLiteralLike(node.initializer)) found.set(node.name.getText(tree), node.initializer.text)
  })
  return found
}

const fullKeys = (text, namespaces) =>
  text.includes(':') ? [text] : namespaces.map((namespace) => `${namespace}:${text}`)

const looksLikeKey = (text, keys) => {
  const match = /^([a-z][a-z-]*):[\w.-]+$/.exec(text)
  return match !== null && keys.has(match[1])
}
