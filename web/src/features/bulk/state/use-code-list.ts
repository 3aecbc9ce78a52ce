import { useLocation } from '@tanstack/react-router'
import type { CodeList } from './draft'

/** The list that a screen belongs to, by its address. */
export function useCodeList(): CodeList {
  const { pathname } = useLocation()
  return pathname.startsWith('/static-codes') ? 'static' : 'dynamic'
}
