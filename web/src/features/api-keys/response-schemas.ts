import { ApiKey, CreatedApiKey, resultOf } from '@scanleaf/shared'
import * as z from 'zod'

export const ApiKeysResponse = resultOf(z.array(ApiKey))
export const CreatedApiKeyResponse = resultOf(CreatedApiKey)
export const RevokedApiKeyResponse = resultOf(z.object({ revoked: z.literal(true) }))
