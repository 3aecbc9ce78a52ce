import { ApiKey, CreatedApiKey, CreatedFeed, resultOf, ShownAuthorization } from '@scanleaf/shared'
import * as z from 'zod'

export const ApiKeysResponse = resultOf(z.array(ApiKey))
export const ApiKeyResponse = resultOf(ApiKey)
export const CreatedApiKeyResponse = resultOf(CreatedApiKey)
export const CreatedFeedResponse = resultOf(CreatedFeed)
export const AuthorizationResponse = resultOf(ShownAuthorization)
export const AllowedResponse = resultOf(
  z.object({ redirectTo: z.url({ protocol: /^(?!javascript$|data$)/ }) }),
)
export const RevokedApiKeyResponse = resultOf(z.object({ revoked: z.literal(true) }))
