import { createContext, useContext } from 'react'
import { useConfig } from './config'

/** The prefix of the account's short links, as `https://qr.shop.example.vn`; null for the code host. */
export const LinkBaseContext = createContext<string | null>(null)

/** Base of the links of codes that do not exist yet; those that do carry theirs. */
export function useLinkBase(): string {
  const { codeHost } = useConfig()
  return useContext(LinkBaseContext) ?? codeHost
}
