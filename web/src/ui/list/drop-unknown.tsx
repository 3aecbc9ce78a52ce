import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../lib/api/api-error'

export interface DropUnknownProps {
  /** Why the list failed. */
  error: unknown
  /** Takes values out of the address, by the names that the server refused. */
  drop: (names: string[]) => void
}

/** A filter or order of the address that the server does not know falls back to none, as if it had not been given. */
export function DropUnknown({ error, drop }: DropUnknownProps) {
  const names = error instanceof ApiError ? Object.keys(error.fields).join() : ''
  const dropAll = useEffectEvent(drop)
  useEffect(() => {
    if (names !== '') dropAll(names.split(','))
  }, [names])
  return null
}
