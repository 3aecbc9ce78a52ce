import { PublicConfig, resultOf } from '@scanleaf/shared'
import { createContext, useContext } from 'react'

/** Reads what this installation tells browsers; asked once, before the first screen. */
export async function fetchConfig(): Promise<PublicConfig> {
  const response = await fetch('/config', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`No configuration: status ${response.status}`)
  return resultOf(PublicConfig).parse(await response.json()).result
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
