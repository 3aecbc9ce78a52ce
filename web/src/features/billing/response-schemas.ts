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
  ShownSubscription,
  StoredBillingProfile,
  Transaction,
  TransactionPage,
  WalletStatement,
} from '@scanleaf/shared'
import * as z from 'zod'

export const AccountResponse = resultOf(BillingAccount)
export const ProfileResponse = resultOf(StoredBillingProfile)
export const SubscriptionResponse = resultOf(ShownSubscription)
export const PlansResponse = resultOf(z.array(Plan))
export const PaymentTypesResponse = resultOf(z.array(PaymentTypeInfo))
export const PaymentMethodsResponse = resultOf(z.array(PaymentMethod))
export const QuoteResponse = resultOf(Quote)
export const PaymentResponse = resultOf(PaymentInfo)
export const TransactionResponse = resultOf(Transaction)
export const TransactionPageResponse = TransactionPage
export const TokensResponse = resultOf(MessageTokens)
export const ProfileInput = BillingProfile
export const StatementResponse = resultOf(WalletStatement)
