import { ERROR_CORRECTION_LEVELS, QR_EYE_SHAPES, QR_STYLES } from '@scanleaf/qr'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import type { CodeLabels } from '../../lib/qr/frame'
import { presetOf, withLooksOf } from '../../lib/qr/presets'
import { StyleGallery } from '../../ui/qr/style-gallery'
import { SegmentedControl } from '../../ui/segmented-control/segmented-control'
import { TabPanels } from '../../ui/tabs/tab-panels'
import { ColorChoice } from './color-choice'
import { BACKGROUND_COLORS, CODE_COLORS } from './colors'
import styles from './design-form.module.css'
import { FrameChoice } from './frame/frame-choice'
import type { FrameProblems } from './frame/frame-problems'
import { GradientChoice } from './gradient-choice'
import { LogoChoice } from './logo-choice'
import { ShapeChoice } from './shape-choice'
import type { DesignEditor } from './use-design'

/** Steps of the size slider in pixels (spec §5). */
const SIZE = { min: 200, max: 1000, step: 50 }

/** A part of the form. */
export type DesignTab = 'style' | 'colors' | 'logo' | 'frame'

export interface DesignFormProps {
  editor: DesignEditor
  labels: CodeLabels
  problems: FrameProblems
  tab: DesignTab
  onTab: (tab: DesignTab) => void
}

/** Everything that can be chosen of a design. */
export function DesignForm({ editor, labels, problems, tab, onTab }: DesignFormProps) {
  const { t } = useTranslation('design')
  const { settings, logo } = editor.design
  const { frame, ...unframed } = settings
  return (
    <div className={`stack gap-8 ${styles.form}`}>
      <TabPanels
        label={t('title')}
        value={tab}
        onChange={onTab}
        tabs={[
          { value: 'style', label: t('tab.style'), panel: <Shapes editor={editor} /> },
          { value: 'colors', label: t('tab.colors'), panel: <Colors editor={editor} /> },
          {
            value: 'logo',
            label: t('tab.logo'),
            panel: <LogoChoice logo={logo} onChange={editor.changeLogo} />,
          },
          {
            value: 'frame',
            label: t('frame'),
            panel: (
              <FrameChoice
                frame={frame}
                labels={labels}
                problems={problems}
                onChange={(next) => editor.replaceSettings(next ? { ...unframed, frame: next } : unframed)}
              />
            ),
          },
        ]}
      />
    </div>
  )
}

function Colors({ editor }: { editor: DesignEditor }) {
  const { t } = useTranslation('design')
  const { settings } = editor.design
  const changeCode = (color: string) => {
    const { gradient } = settings
    editor.changeSettings({
      foregroundColor: color,
      ...(gradient && { gradient: { ...gradient, colors: [color, gradient.colors[1]] } }),
    })
  }
  const { eyeColor, eyes: _, ...withoutEyeColors } = settings
  const changeEyeColor = (color: string) =>
    editor.replaceSettings(color === '' ? withoutEyeColors : { ...withoutEyeColors, eyeColor: color })
  return (
    <section className={`stack gap-8 ${styles.group}`}>
      <ColorChoice
        label={t('color.code')}
        presets={CODE_COLORS}
        value={settings.foregroundColor}
        onChange={changeCode}
      />
      <ColorChoice
        label={t('color.background')}
        presets={BACKGROUND_COLORS}
        value={settings.backgroundColor}
        special={{ value: 'transparent', label: t('color.transparent') }}
        onChange={(backgroundColor) => editor.changeSettings({ backgroundColor })}
      />
      <ColorChoice
        label={t('color.eyes')}
        presets={CODE_COLORS}
        value={eyeColor ?? ''}
        special={{ value: '', label: t('color.as-code') }}
        onChange={changeEyeColor}
      />
      <GradientChoice settings={settings} onChange={editor.replaceSettings} />
    </section>
  )
}

function Level({ editor }: { editor: DesignEditor }) {
  const { t } = useTranslation('design')
  const { errorCorrectionLevel } = editor.design.settings
  return (
    <div>
      <p className={`small ${styles.label}`}>{t('level')}</p>
      <SegmentedControl
        label={t('level')}
        options={ERROR_CORRECTION_LEVELS.map((value) => ({ value, label: value }))}
        value={errorCorrectionLevel}
        onChange={(level) => editor.changeSettings({ errorCorrectionLevel: level })}
      />
      <p className={`muted ${styles.hint}`} role="status">
        {editor.isLevelRaised ? t('level.raised') : t(`level.${errorCorrectionLevel}`)}
      </p>
    </div>
  )
}

function Size({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  const { t } = useTranslation('design')
  const id = useId()
  const share = Math.min(1, Math.max(0, (size - SIZE.min) / (SIZE.max - SIZE.min)))
  return (
    <div>
      <div className={`gap-6 ${styles.line}`}>
        <label htmlFor={id} className={`small ${styles.label}`}>
          {t('size')}
        </label>
        <output htmlFor={id} dir="ltr" className={styles.value}>
          {t('size.value', { size })}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className={styles.slider}
        {...SIZE}
        value={size}
        aria-valuetext={t('size.value', { size })}
        style={{ '--share': String(share) } as Record<string, string>}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <div className={styles.ends} aria-hidden>
        <span>{SIZE.min}</span>
        <span>{SIZE.max}</span>
      </div>
    </div>
  )
}

function Shapes({ editor }: { editor: DesignEditor }) {
  const { t } = useTranslation('design')
  const { qrPresets } = useConfig()
  const { settings } = editor.design
  return (
    <section className={`stack gap-8 ${styles.group}`}>
      <div>
        <p className={`small ${styles.label}`}>{t('style.presets')}</p>
        <StyleGallery
          presets={qrPresets}
          value={presetOf(qrPresets, settings)}
          onChoose={(preset) => editor.replaceSettings(withLooksOf(preset, settings))}
        />
      </div>
      <ShapeChoice
        label={t('style')}
        setting="style"
        options={QR_STYLES.map((value) => ({ value, label: t(`style.${value}`) }))}
        value={settings.style}
        onChange={(style) => editor.changeSettings({ style })}
      />
      <ShapeChoice
        label={t('eyes')}
        setting="eyeShape"
        options={QR_EYE_SHAPES.map((value) => ({ value, label: t(`eyes.${value}`) }))}
        value={settings.eyeShape ?? 'square'}
        onChange={(eyeShape) => editor.changeSettings({ eyeShape })}
      />
      <hr className={styles.rule} />
      <div className={`gap-10 ${styles.two}`}>
        <Level editor={editor} />
        <Size size={settings.size} onChange={(size) => editor.changeSettings({ size })} />
      </div>
    </section>
  )
}
