import { z } from 'zod'

/** GET /geo/country: ISO 3166-1 alpha-2 of the caller's address, or null when it is unknown or private. */
export const CallerCountry = z.object({ country: z.string().length(2).nullable() })
export type CallerCountry = z.infer<typeof CallerCountry>
