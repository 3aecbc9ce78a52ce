import type { FrameTextOutline, QrCustomSettings, QrDesign, QrLogo } from '@scanleaf/qr'
import type { LogoInput } from '@scanleaf/shared'
import { useEffect, useMemo, useState } from 'react'
import { type CodeLabels, frameWordsOf, loadFrameLines } from './frame'
import { loadLogo } from './logo'

const designOf = (
  settings: QrCustomSettings,
  logo: QrLogo | null,
  frameLines: readonly FrameTextOutline[] | null,
): QrDesign => ({ ...settings, ...(logo && { logo }), ...(settings.frame && frameLines && { frameLines }) })

/**
 * The design of a code with its logo and the words of its frame.
 * @throws Error when the logo or the words cannot be loaded
 */
export async function loadDesign(
  settings: QrCustomSettings,
  logo: LogoInput | null,
  labels: CodeLabels,
): Promise<QrDesign> {
  const words = frameWordsOf(settings.frame, labels)
  const [drawable, lines] = await Promise.all([loadLogo(logo), words && loadFrameLines(words)])
  return designOf(settings, drawable, lines)
}

export interface DrawableDesign {
  /** The same object while nothing changes; what is still loading, or failed to load, is left out. */
  design: QrDesign
  isLoading: boolean
  /** Why the logo did not load. */
  logoError: unknown
  /** Why the words of the frame did not load. */
  frameError: unknown
}

/** The design of a code for drawing; logo and words of the frame are loaded again when they change. */
export function useDrawableDesign(
  settings: QrCustomSettings,
  logo: LogoInput | null,
  labels: CodeLabels,
): DrawableDesign {
  const wanted = JSON.stringify(frameWordsOf(settings.frame, labels))
  const words = useMemo<ReturnType<typeof frameWordsOf>>(() => JSON.parse(wanted), [wanted])
  const drawable = useLoaded(logo, loadLogo)
  const lines = useLoaded(words, loadFrameLines)
  const design = useMemo(
    () => designOf(settings, drawable.value, lines.value),
    [settings, drawable.value, lines.value],
  )
  return {
    design,
    isLoading: drawable.isLoading || lines.isLoading,
    logoError: drawable.error,
    frameError: lines.error,
  }
}

interface Loaded<Value> {
  /** Null while there is none, while it loads and when it failed to load. */
  value: Value | null
  isLoading: boolean
  error: unknown
}

const NONE = { value: null, isLoading: false, error: null }

/** @param load the same function on every call */
function useLoaded<Input, Value>(
  input: Input | null,
  load: (input: Input) => Promise<Value | null>,
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value> & { of: Input | null }>({ ...NONE, of: null })
  useEffect(() => {
    if (input === null) return
    let isWanted = true
    load(input).then(
      (value) => isWanted && setLoaded({ ...NONE, value, of: input }),
      (error: unknown) => isWanted && setLoaded({ ...NONE, error, of: input }),
    )
    return () => {
      isWanted = false
    }
  }, [input, load])
  if (input === null) return NONE
  // Until the new one is there the old one stays, so that nothing flickers.
  return loaded.of === input ? loaded : { value: loaded.value, isLoading: true, error: null }
}
