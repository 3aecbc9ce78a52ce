import { graphemesOf } from '@scanleaf/qr'
import { type LogoInput, MAX_LOGO_TEXT_LENGTH } from '@scanleaf/shared'
import IconLetterT from '@tabler/icons-react/dist/esm/icons/IconLetterT.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../ui/segmented-control/segmented-control'
import { Switch } from '../../ui/switch/switch'
import { ColorChoice } from './color-choice'
import { LOGO_BACKGROUND_COLORS } from './colors'
import styles from './design-form.module.css'
import { ImageLogo } from './image-logo'

export interface LogoChoiceProps {
  logo: LogoInput
  onChange: (change: Partial<LogoInput>) => void
}

/** Image or text, and the colour behind it. */
export function LogoChoice({ logo, onChange }: LogoChoiceProps) {
  const { t } = useTranslation('design')
  const modes = [
    { value: 'image', label: t('logo.image'), icon: <IconPhoto size={16} stroke={1.7} aria-hidden /> },
    { value: 'text', label: t('logo.text'), icon: <IconLetterT size={16} stroke={1.7} aria-hidden /> },
  ] as const
  return (
    <section className={`stack gap-8 ${styles.group}`}>
      <SegmentedControl
        label={t('logo.kind')}
        options={modes}
        value={logo.isImageLogo ? 'image' : 'text'}
        onChange={(mode) => onChange({ isImageLogo: mode === 'image' })}
      />
      {logo.isImageLogo ? (
        <ImageLogo link={logo.link} onChange={(link) => onChange({ link })} />
      ) : (
        <TextLogo text={logo.text} onChange={(text) => onChange({ text })} />
      )}
      <Switch
        label={t('logo.background')}
        isOn={logo.chooseBackground}
        // On begins with white, off clears the colour (spec §4).
        onChange={(isOn) => onChange({ chooseBackground: isOn, background: isOn ? '#FFFFFF' : '' })}
      />
      {logo.chooseBackground && (
        <ColorChoice
          label={t('logo.background-color')}
          presets={LOGO_BACKGROUND_COLORS}
          value={logo.background}
          onChange={(background) => onChange({ background })}
        />
      )}
    </section>
  )
}

function TextLogo({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('design')
  const id = useId()
  const count = graphemesOf(text).length
  return (
    <div>
      <div className={`gap-6 ${styles.line}`}>
        <label htmlFor={id} className={`small ${styles.label}`}>
          {t('logo.text-field')}
        </label>
        <span className={`muted ${styles.hint}`} id={`${id}-count`}>
          {t('logo.text-count', { used: count, most: MAX_LOGO_TEXT_LENGTH })}
        </span>
      </div>
      <input
        id={id}
        className={styles.text}
        dir="auto"
        value={text}
        autoComplete="off"
        aria-describedby={`${id}-count`}
        onChange={(event) => {
          // Whole grapheme clusters: no mark is separated from its letter.
          const kept = graphemesOf(event.currentTarget.value).slice(0, MAX_LOGO_TEXT_LENGTH)
          onChange(kept.join(''))
        }}
      />
    </div>
  )
}
