import {
  BillingAccount,
  BillingProfile,
  MessageTokens,
  PaymentInfo,
  PaymentMethod,
  PaymentTypeInfo,
  Plan,
  Quote,
  resultOf,
  StoredBillingProfile,
  Subscription,
  Transaction,
} from '@scanleaf/shared'
import { z } from 'zod'

export const AccountAnswer = resultOf(BillingAccount)
export const ProfileAnswer = resultOf(StoredBillingProfile)
export const SubscriptionAnswer = resultOf(Subscription)
export const PlansAnswer = resultOf(z.array(Plan))
export const PaymentTypesAnswer = resultOf(z.array(PaymentTypeInfo))
export const PaymentMethodsAnswer = resultOf(z.array(PaymentMethod))
export const QuoteAnswer = resultOf(Quote)
export const PaymentAnswer = resultOf(PaymentInfo)
export const TransactionAnswer = resultOf(Transaction)
export const TokensAnswer = resultOf(MessageTokens)
export const ProfileInput = BillingProfile
