import { DEFAULT_QR_SETTINGS, type QrCustomSettings } from '@scanleaf/qr'
import type { LogoInput } from '@scanleaf/shared'
import { useState } from 'react'
import { logoSource } from '../../lib/qr/logo'

/** Where the dialog begins with a code that was never designed (spec §9). */
export const DIALOG_SETTINGS: QrCustomSettings = {
  ...DEFAULT_QR_SETTINGS,
  errorCorrectionLevel: 'M',
  size: 400,
}

export const NO_LOGO: LogoInput = {
  isImageLogo: true,
  background: '',
  chooseBackground: false,
  link: '',
  text: '',
}

export interface DesignState {
  settings: QrCustomSettings
  /** The current choice; its image or text may still be missing. */
  logo: LogoInput
}

export interface DesignEditor {
  design: DesignState
  isChanged: boolean
  /** The level went up to H with the logo, and goes back with it. */
  isLevelRaised: boolean
  changeSettings: (change: Partial<QrCustomSettings>) => void
  /** Settings of which some may be gone, such as the gradient. */
  replaceSettings: (settings: QrCustomSettings) => void
  changeLogo: (change: Partial<LogoInput>) => void
  replace: (design: DesignState) => void
}

/** The logo of a design; null while its image or text is missing. */
export const chosenLogo = ({ logo }: DesignState): LogoInput | null => (logoSource(logo) === '' ? null : logo)

type Level = QrCustomSettings['errorCorrectionLevel']

interface Edited {
  design: DesignState
  /** The level before a logo raised it; null when none did. */
  levelBefore: Level | null
}

const withLevel = ({ settings, logo }: DesignState, errorCorrectionLevel: Level): DesignState => ({
  settings: { ...settings, errorCorrectionLevel },
  logo,
})

/** Only level H bears a logo of the usual size in all conditions (design: scannability). */
function withLogo({ design, levelBefore }: Edited, change: Partial<LogoInput>): Edited {
  const isAnother = change.link !== undefined || change.isImageLogo !== undefined
  const usualSize = isAnother ? { share: undefined } : {}
  const next = { settings: design.settings, logo: { ...design.logo, ...usualSize, ...change } }
  const [had, has] = [design, next].map((state) => chosenLogo(state) !== null)
  const level = design.settings.errorCorrectionLevel
  if (has && !had && level !== 'H') return { design: withLevel(next, 'H'), levelBefore: level }
  if (had && !has && levelBefore !== null) return { design: withLevel(next, levelBefore), levelBefore: null }
  return { design: next, levelBefore }
}

function withSettings({ design, levelBefore }: Edited, settings: QrCustomSettings): Edited {
  const isLevelKept = settings.errorCorrectionLevel === design.settings.errorCorrectionLevel
  return { design: { ...design, settings }, levelBefore: isLevelKept ? levelBefore : null }
}

/** Changes build on each other: an upload that ends late undoes nothing that was chosen meanwhile. */
export function useDesign(settings: QrCustomSettings | null, logo: LogoInput | null): DesignEditor {
  const [initial] = useState<DesignState>(() => ({
    settings: settings ?? DIALOG_SETTINGS,
    logo: logo ? ownLogo(logo) : NO_LOGO,
  }))
  const [{ design, levelBefore }, edit] = useState<Edited>({ design: initial, levelBefore: null })
  return {
    design,
    isChanged: design !== initial,
    isLevelRaised: levelBefore !== null,
    changeSettings: (change) =>
      edit((before) => withSettings(before, { ...before.design.settings, ...change })),
    replaceSettings: (next) => edit((before) => withSettings(before, next)),
    changeLogo: (change) => edit((before) => withLogo(before, change)),
    replace: (next) => edit({ design: next, levelBefore: null }),
  }
}

/** A stored logo without the fields that the server adds. */
const ownLogo = ({ isImageLogo, background, chooseBackground, link, text, share }: LogoInput): LogoInput => ({
  isImageLogo,
  background,
  chooseBackground,
  link,
  text,
  share,
})
