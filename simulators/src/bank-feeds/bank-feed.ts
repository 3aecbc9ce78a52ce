import { repeatDelivery, sendUntilAccepted } from '../deliver-webhook'
import { listen, type Simulator } from '../simulator'

/** A line of a bank account. */
export interface BankLine {
  /** Number of the account; that of the simulator when it is left out. */
  accountNumber?: string
  /** Whole VND; below zero for money that went out. */
  amount: number
  content: string
  /** The bank's own number of the transfer; a new one when it is left out. */
  reference?: string
  /** The reference as the feed found it. */
  code?: string
  /** The feed's own number of the event; the next one when it is left out. */
  id?: number
}

export interface FeedPlan {
  times: number
  atOnce: boolean
  fault: 'none' | 'wrong-signature' | 'no-signature' | 'stale'
}

export interface FeedOptions {
  /** Where webhooks go. */
  webhookUrl: string
  accountNumber: string
  clock?: { now(): Date }
  port?: number
}

export interface FeedSimulator extends Simulator {
  /** Sends a line until it is acknowledged. Returns the statuses of each webhook. */
  deliver(line: BankLine, plan?: Partial<FeedPlan>): Promise<number[][]>
}

export interface FeedDelivery {
  body: string
  headers: Record<string, string>
}

/** The webhooks of the feed, and their times. */
export interface DeliveryResult extends Required<Omit<BankLine, 'code'>> {
  code: string | null
  now: Date
  fault: FeedPlan['fault']
}

const PLAIN: FeedPlan = { times: 1, atOnce: false, fault: 'none' }
const STALE_MS = 301_000

/** A feed; `POST /lines` with a line in JSON sends it, for developers. */
export async function feedSimulator(
  { webhookUrl, accountNumber, clock = { now: () => new Date() }, port = 0 }: FeedOptions,
  write: (delivery: DeliveryResult) => FeedDelivery,
): Promise<FeedSimulator> {
  let lastId = 1_000

  const deliver = (line: BankLine, change: Partial<FeedPlan> = {}) => {
    const plan = { ...PLAIN, ...change }
    const id = line.id ?? ++lastId
    const known = { accountNumber, reference: `FT${id}`, code: null, ...line, id }
    const send = async () => {
      const now = new Date(clock.now().getTime() - (plan.fault === 'stale' ? STALE_MS : 0))
      const { body, headers } = write({ ...known, now, fault: plan.fault })
      const type = { 'content-type': 'application/json' }
      return (await fetch(webhookUrl, { method: 'POST', body, headers: { ...type, ...headers } })).status
    }
    return repeatDelivery(plan, () => sendUntilAccepted(send))
  }

  const door = await listen((app) => {
    app.post<{ Body: BankLine }>('/lines', async ({ body }) => ({ statuses: await deliver(body) }))
  }, port)
  return { ...door, refusals: [], deliver }
}

/** As banks in Viet Nam write it: `2024-10-03 15:06:37`. */
export const localTime = (time: Date): string =>
  new Date(time.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
