import { INITIAL_DATA_ID, type InitialData, type PublicConfig } from '@scanleaf/shared'
import { createContext, useContext } from 'react'

/**
 * Initial data: the server writes it into the page; in development it is fetched. The server shapes it by
 * the schema; validating it here again would put the schema library before the first paint.
 */
export async function initialData(): Promise<InitialData> {
  const given = document.getElementById(INITIAL_DATA_ID)?.textContent
  if (given) return JSON.parse(given)
  const response = await fetch('/config', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`the configuration request failed with status ${response.status}`)
  const body = (await response.json()) as { result: PublicConfig }
  return { config: body.result, namespaces: ['common'] }
}

export const ConfigContext = createContext<PublicConfig | null>(null)

export function useConfig(): PublicConfig {
  const config = useContext(ConfigContext)
  if (!config) throw new Error('useConfig outside of ConfigContext')
  return config
}

/** Origin of the account pages: this one when they are part of the application. */
export const accountOrigin = (config: PublicConfig): string =>
  config.hasEmbeddedAccount ? window.location.origin : config.accountUrl
