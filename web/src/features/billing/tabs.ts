export const PAYMENT_TABS = ['dashboard', 'transactions'] as const
export type PaymentTab = (typeof PAYMENT_TABS)[number]

export const isPaymentTab = (tab: string): tab is PaymentTab =>
  (PAYMENT_TABS as readonly string[]).includes(tab)
