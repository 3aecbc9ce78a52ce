import {
  type Gateway,
  GatewayError,
  type GatewayState,
  type Opened,
  type Order,
  type PaymentRow,
  type RefundOrder,
  type RefundState,
} from '../../features/billing'

/**
 * Somebody else's gateway, within the process: for what billing does with any of them, without the signatures and
 * forms that the simulators are strict about.
 */
export class TestGateway implements Gateway {
  readonly type = 'vnpay'
  readonly provider = 'test'
  readonly minAmount = 5_000n
  readonly maxAmount = 100_000_000n
  readonly expiresAfterMs = 30 * 60_000
  /** Sends no response, though it does what is requested. */
  isAway = false
  /** Refunds are not done at once, but said to be under way. */
  refundState: RefundState['state'] = 'done'
  /** References of payments, in the order in which it was asked for them. */
  readonly polled: string[] = []
  readonly refunded = new Map<string, bigint>()
  /** What happens while a payment is opened. */
  whileOpening: (order: Order) => void = () => {}
  readonly #states = new Map<string, GatewayState>()

  async open(order: Order): Promise<Opened> {
    this.#answer()
    this.whileOpening(order)
    const { ref } = order.payment
    return { orderId: ref, payUrl: `https://gateway.test/${ref}` }
  }

  /** The state of a payment that it reports from now on. */
  say(ref: string, state: GatewayState): void {
    this.#states.set(ref, state)
  }

  /** The payer pays. */
  pay(ref: string, amount: bigint | number): Extract<GatewayState, { state: 'paid' }> {
    const paid = { state: 'paid', txnId: `T${ref}`, currency: 'VND', minor: BigInt(amount) } as const
    this.say(ref, paid)
    return paid
  }

  async poll({ ref }: PaymentRow): Promise<GatewayState> {
    this.polled.push(ref)
    this.#answer()
    return this.#states.get(ref) ?? { state: 'pending' }
  }

  async refund({ ref, amount }: RefundOrder): Promise<RefundState> {
    if (this.refundState === 'failed') return { state: 'failed', code: 'too-late' }
    this.refunded.set(ref, amount)
    this.#answer()
    return this.refundState === 'done' ? { state: 'done', txnId: `R${ref}` } : { state: 'pending' }
  }

  #answer(): void {
    if (this.isAway) throw new GatewayError(this.provider, 'unanswered', 'it is away')
  }
}
