import type { Subscription } from '@scanleaf/shared'
import { MethodDialog } from './payment/method-dialog'
import type { Flow, FlowProps } from './payment/payment-flow'
import { TopUpDialog } from './payment/top-up-dialog'
import { PlanPaymentDialog } from './plan/plan-payment-dialog'
import { UpgradeDialog } from './plan/upgrade-dialog'

/** The dialog of a step on the way to a payment. */
export function PaymentDialogs(props: FlowProps & { flow: Flow; subscription: Subscription }) {
  const { flow, ...others } = props
  switch (flow.name) {
    case 'upgrade':
      return <UpgradeDialog key={flow.plan.code} plan={flow.plan} {...others} />
    case 'plan-payment':
      return <PlanPaymentDialog plan={flow.plan} {...others} />
    case 'money':
      return <TopUpDialog start={flow.start} {...others} />
    case 'method':
      return <MethodDialog bill={flow.bill} {...others} />
  }
}
