import { createHash } from 'node:crypto'
import { isMailKind, type Language, languageOf, MAIL_KINDS, type MailKind } from '@scanleaf/shared'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { requestLanguage } from '../../platform/http/error-handler'
import type { Translator } from '../../platform/i18n'
import { escapeHtml } from '../../platform/pages/html'
import { UNSUBSCRIBE_PATH } from './compose'
import { unsubscribe } from './repository'

const KEY = /^([0-9a-f]{32})\.([a-z-]{1,40})$/

const STYLE = `
:root{--canvas:#F7F9F8;--surface:#fff;--line:#E4E9E6;--ink:#141C18;--dim:#5A665F;--brand:#0C7D4B;--on-brand:#fff;--link:#0A693F;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--canvas:#0E1311;--surface:#151C18;--line:#26302B;--ink:#E8EEEB;--dim:#A5B1AB;--brand:#43BC7D;--on-brand:#06281A;--link:#62D49B}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--canvas);color:var(--ink);font:400 16px/1.6 "Inter Variable",Inter,"Noto Sans",system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans Arabic",sans-serif;overflow-wrap:anywhere}
:lang(my),:lang(km),:lang(lo),:lang(th),:lang(hi){line-height:1.8}
main{width:min(480px,100%);padding:28px;background:var(--surface);border:1px solid var(--line);border-radius:16px}
h1{margin:0 0 8px;font-size:20px;line-height:1.4}
p{margin:0 0 20px;color:var(--dim)}
button{min-height:44px;padding:0 20px;border:0;border-radius:10px;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:600;cursor:pointer}
a{color:var(--link)}
:is(a,button):focus-visible{outline:2px solid #1A9A5E;outline-offset:2px}
`
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

interface UnsubscribeOptions {
  database: Database
  translator: Translator
  config: Pick<Config, 'appName'>
}

/**
 * Ends mails of one kind by the key in their link, without a session (RFC 8058 §3.1). Opening the link
 * changes nothing, since mail scanners do; and no response reveals whether a key exists.
 */
export const unsubscribeRoutes: FastifyPluginAsync<UnsubscribeOptions> = async (
  app,
  { database, translator, config },
) => {
  // The posted body adds nothing to the URL; both content types are allowed (RFC 8058 §3.2).
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload
      .resume()
      .once('end', () => done(null))
      .once('error', done)
  })
  const schema = { hide: true }

  app.get(UNSUBSCRIBE_PATH, { config: { access: 'public' }, schema }, async (request, reply) => {
    const [, kind] = readKey(request)
    return send(reply, page(request, kind, 'ask'))
  })

  app.post(UNSUBSCRIBE_PATH, { config: { access: 'public' }, schema }, async (request, reply) => {
    const [key, kind] = readKey(request)
    if (kind) await database.transaction((tx) => unsubscribe(tx, key, kind))
    return send(reply, page(request, kind, 'done'))
  })

  function page(request: FastifyRequest, kind: MailKind | null, step: 'ask' | 'done'): string {
    const language = requestLanguage(request)
    const { appName } = config
    const t = translator.in(language, 'mail-settings')
    const settings = `<a href="/account/profile?lng=${language}">${escapeHtml(t('unsubscribe.choose'))}</a>`
    if (kind === null) return drawPage(language, appName, t('unsubscribe.unknown'), settings)
    const values = { kind: t(`kind.${kind}`) }
    if (step === 'done') return drawPage(language, appName, t('unsubscribe.done', values), settings)
    const { k } = request.query as { k: string }
    const action = `${UNSUBSCRIBE_PATH}?k=${encodeURIComponent(k)}&lng=${language}`
    const form = `<form method="post" action="${escapeHtml(action)}"><button>${escapeHtml(t('unsubscribe'))}</button></form>`
    return drawPage(language, appName, t('unsubscribe.ask', values), form)
  }
}

/** The key and the kind of a link; no kind for anything else. */
function readKey(request: FastifyRequest): [string, MailKind | null] {
  const { k } = request.query as Record<string, unknown>
  const [, key = '', kind = ''] = KEY.exec(typeof k === 'string' ? k : '') ?? []
  return [key, isMailKind(kind) && MAIL_KINDS[kind] !== 'always' ? kind : null]
}

function drawPage(language: Language, appName: string, text: string, way: string): string {
  const { dir } = languageOf(language)
  return [
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(appName)}</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${escapeHtml(appName)}</h1><p>${escapeHtml(text)}</p>${way}</main></body></html>`,
  ].join('')
}

const send = (reply: FastifyReply, html: string) =>
  reply
    .headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(html)
