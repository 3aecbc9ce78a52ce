import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'

/** A gateway played on loopback, with signature code of its own (payments §11). */
export interface Simulator {
  /** Base address, without a slash at the end. */
  url: string
  /** Every request of ours that the gateway would refuse, and why; a test expects none. */
  refusals: string[]
  close(): Promise<void>
}

/** How a test, or a developer, makes a simulator handle the next payment. */
export interface FaultPlan {
  /** What becomes of the payment; `cancel` and `expire` are the payer's doing. */
  outcome: 'success' | 'failure' | 'cancel' | 'expire' | 'pending'
  /** The webhook, in place of one that comes after the payer is back. */
  webhook: {
    /** How often it comes; 0 is lost. In parallel when `atOnce`. */
    times: number
    atOnce: boolean
    when: 'after-return' | 'before-return' | 'after-expiry'
    fault: 'none' | 'wrong-signature' | 'wrong-amount' | 'wrong-currency' | 'other-merchant'
  }
  /** What our own calls meet. */
  calls: 'answer' | 'fail' | 'stall' | 'cut'
}

export const PLAIN: FaultPlan = {
  outcome: 'success',
  webhook: { times: 1, atOnce: false, when: 'after-return', fault: 'none' },
  calls: 'answer',
}

export type PlanChange = Partial<Omit<FaultPlan, 'webhook'> & { webhook: Partial<FaultPlan['webhook']> }>

/** What a plan becomes when only some of it is said. */
export const planWith = (plan: FaultPlan, change: PlanChange): FaultPlan => ({
  ...plan,
  ...change,
  webhook: { ...plan.webhook, ...change.webhook },
})

/** Listens on loopback alone; port 0 takes a free one. */
export async function listen(build: (app: FastifyInstance) => Promise<void> | void, port = 0) {
  const app = Fastify({ forceCloseConnections: true })
  await build(app)
  await app.listen({ host: '127.0.0.1', port })
  const { port: taken } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${taken}`, close: () => app.close() }
}

/** Calls to `prefix` are done, and then, as planned, never answered or cut off. */
export function injectResponseFaults(
  app: FastifyInstance,
  prefix: string,
  calls: () => FaultPlan['calls'],
): void {
  app.addHook('onSend', async (request) => {
    if (!request.url.startsWith(prefix)) return
    if (calls() === 'cut') request.raw.socket.destroy()
    if (calls() === 'cut' || calls() === 'stall') await new Promise(() => {})
  })
}

/** The page on which a payer pays, with a button for each thing that may happen; each is posted as `action`. */
export function payPage(title: string, buttons: Record<string, string>, note = ''): string {
  const rows = Object.entries(buttons).map(
    ([action, label]) => `<button name="action" value="${action}">${escaped(label)}</button>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${escaped(title)}</title>
<h1>${escaped(title)}</h1><p role="status">${escaped(note)}</p><form method="post">${rows.join('\n')}</form></html>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
