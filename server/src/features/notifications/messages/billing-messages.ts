import type { PreparedMail } from '../../../platform/mail'
import type { Block } from '../../../platform/mail/layout/blocks'
import type { WriteMessage } from './message'
import type { Words } from './words'

const open = ({ t, page }: Words): Block => ({
  type: 'button',
  text: t('billing-history:notice.open'),
  url: page('/payment'),
})

/** The same sentence as on the screens. */
function noticeOf({ values }: PreparedMail, words: Words): Block {
  const day = (name: string) => words.day(new Date(String(values[name])))
  return {
    type: 'text',
    text: words.t(`billing-history:notice.${String(values['notice'])}`, {
      ...('endAt' in values && { endAt: day('endAt'), blockedAt: day('blockedAt') }),
      ...('amount' in values && { amount: words.money(Number(values['amount'])) }),
      ...('asked' in values && { asked: words.money(Number(values['asked'])) }),
      payment: words.written('payment'),
    }),
  }
}

export const planEnds: WriteMessage = (mail, words) => ({
  subject:
    mail.values['notice'] === 'ended'
      ? words.t('mail:plan-ended.subject')
      : words.t('mail:plan-ends.subject'),
  blocks: [noticeOf(mail, words), open(words)],
})

export const pastDue: WriteMessage = (mail, words) => ({
  subject:
    mail.values['notice'] === 'past-due'
      ? words.t('mail:past-due.subject')
      : words.t('mail:returned-to-free.subject'),
  blocks: [noticeOf(mail, words), open(words)],
})

export const transferArrived: WriteMessage = (mail, words) => {
  const amount = words.money(Number(mail.values['amount']))
  const done = words.t('mail:transfer-arrived.text', { amount, payment: words.written('payment') })
  return {
    subject: words.t('mail:transfer-arrived.subject'),
    blocks: [mail.values['notice'] ? noticeOf(mail, words) : { type: 'text', text: done }, open(words)],
  }
}
