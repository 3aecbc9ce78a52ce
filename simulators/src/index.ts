export { type MomoSimulator, momoSimulator } from './momo'
export { listen, PLAIN, type Plan, type PlanChange, planWith, type Simulator } from './simulator'
export { type StripeOptions, type StripeSimulator, stripeSimulator } from './stripe'
export { type VnpaySimulator, vnpaySimulator } from './vnpay'
