import type { QrLogo } from '@scanleaf/qr'
import type { LogoInput } from '@scanleaf/shared'
import { useEffect, useState } from 'react'
import { loadLogo } from './logo'

export interface DrawableLogo {
  /** Null while there is none, while it loads and when it failed to load. */
  logo: QrLogo | null
  isLoading: boolean
  /** Why it did not load. */
  error: unknown
}

const NONE: DrawableLogo = { logo: null, isLoading: false, error: null }

/** The logo of a design, ready to be drawn; it is loaded again when the input changes. */
export function useLogo(input: LogoInput | null): DrawableLogo {
  const [loaded, setLoaded] = useState<DrawableLogo & { of: LogoInput | null }>({ ...NONE, of: null })
  useEffect(() => {
    let isWanted = true
    loadLogo(input).then(
      (logo) => isWanted && setLoaded({ ...NONE, logo, of: input }),
      (error: unknown) => isWanted && setLoaded({ ...NONE, error, of: input }),
    )
    return () => {
      isWanted = false
    }
  }, [input])
  if (input === null) return NONE
  // Until the new one is there the old one stays, so that nothing flickers.
  return loaded.of === input ? loaded : { logo: loaded.logo, isLoading: true, error: null }
}
