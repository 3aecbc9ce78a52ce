import type { FieldProblem } from '../content-field'
import { defineContentType } from '../content-type'
import { CHAT_APPS, type ChatApp, isChatApp } from './chat-apps'

/** RFC 3986 §2.3: everything but the unreserved characters. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const appOf = (name: string): ChatApp => CHAT_APPS[isChatApp(name) ? name : 'Zalo']

function accountProblem(app: string, account: string): FieldProblem | null {
  const read = appOf(app).read(account)
  return 'problem' in read ? read.problem : null
}

/** The https link of a chat: every camera reads it, and the phone opens the app or its page. */
export const chat = defineContentType({
  name: 'Chat',
  fields: [
    { name: 'app', kind: 'choice', isRequired: false, choices: Object.keys(CHAT_APPS) },
    { name: 'account', label: 'chatAccount', kind: 'line', isRequired: true },
    {
      name: 'text',
      label: 'chatText',
      kind: 'multiline',
      isRequired: false,
      applies: ({ app }) => typeof app === 'string' && appOf(app).withText !== undefined,
    },
  ],
  settle({ app, account }) {
    const read = appOf(app).read(account)
    return 'account' in read ? { account: read.account } : {}
  },
  checkTogether({ app, account }) {
    const problem = accountProblem(app, account)
    return problem === null ? {} : { account: problem }
  },
  encode({ app, account, text }) {
    const { link, withText } = appOf(app)
    return text === '' || !withText ? link(account) : withText(account, percentEncode(text))
  },
  parse(payload) {
    for (const [app, { ofLink }] of Object.entries(CHAT_APPS)) {
      const found = /^https:\/\//i.test(payload) ? ofLink(payload) : null
      if (found !== null && accountProblem(app, found.account) === null) return { app, text: '', ...found }
    }
    return null
  },
})
