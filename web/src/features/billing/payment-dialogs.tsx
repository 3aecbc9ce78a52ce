import type { Subscription } from '@scanleaf/shared'
import type { Flow, FlowProps } from './flow'
import { MethodDialog } from './method-dialog'
import { MoneyDialog } from './money-dialog'
import { PlanPaymentDialog } from './plan-payment-dialog'
import { UpgradeDialog } from './upgrade-dialog'

/** The dialog of a step on the way to a payment. */
export function PaymentDialogs(props: FlowProps & { flow: Flow; subscription: Subscription }) {
  const { flow, ...others } = props
  switch (flow.name) {
    case 'upgrade':
      return <UpgradeDialog key={flow.plan.code} plan={flow.plan} {...others} />
    case 'plan-payment':
      return <PlanPaymentDialog plan={flow.plan} {...others} />
    case 'money':
      return <MoneyDialog start={flow.start} {...others} />
    case 'method':
      return <MethodDialog bill={flow.bill} {...others} />
  }
}
