import type { QrCustomSettings, QrGradient } from '@scanleaf/qr'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../ui/segmented-control/segmented-control'
import { Switch } from '../../ui/switch/switch'
import { ColorChoice } from './color-choice'
import { CODE_COLORS } from './colors'
import styles from './design-form.module.css'

const DIRECTIONS = ['across', 'diagonal', 'down', 'radial'] as const
type Direction = (typeof DIRECTIONS)[number]

const SHAPES: Readonly<Record<Direction, Pick<QrGradient, 'type' | 'angle'>>> = {
  across: { type: 'linear', angle: 0 },
  diagonal: { type: 'linear', angle: 45 },
  down: { type: 'linear', angle: 90 },
  radial: { type: 'radial' },
}

function directionOf({ type, angle = 0 }: QrGradient): Direction {
  if (type === 'radial') return 'radial'
  return DIRECTIONS.find((direction) => SHAPES[direction].angle === angle) ?? 'across'
}

/** Where a gradient begins to lead: dark enough to be read on white. */
const SECOND_COLOR = '#0C7D4B'

export interface GradientChoiceProps {
  settings: QrCustomSettings
  onChange: (settings: QrCustomSettings) => void
}

/** A second colour that the first changes into; off by default. */
export function GradientChoice({ settings, onChange }: GradientChoiceProps) {
  const { t } = useTranslation('design')
  const { gradient, ...plain } = settings
  const change = (part: Partial<QrGradient>) =>
    gradient && onChange({ ...plain, gradient: { ...gradient, ...part } })
  return (
    <>
      <Switch
        label={t('gradient')}
        isOn={gradient !== undefined}
        onChange={(isOn) =>
          onChange(
            isOn
              ? {
                  ...plain,
                  gradient: {
                    ...SHAPES.diagonal,
                    type: 'linear',
                    colors: [plain.foregroundColor, SECOND_COLOR],
                  },
                }
              : plain,
          )
        }
      />
      {gradient && (
        <div className={`stack gap-8 ${styles.group}`}>
          <ColorChoice
            label={t('gradient.to')}
            presets={CODE_COLORS}
            value={gradient.colors[1]}
            onChange={(color) => change({ colors: [gradient.colors[0], color] })}
          />
          <SegmentedControl
            label={t('gradient.direction')}
            options={DIRECTIONS.map((value) => ({ value, label: t(`gradient.${value}`) }))}
            value={directionOf(gradient)}
            onChange={(direction) => {
              const { angle: _, ...rest } = gradient
              onChange({ ...plain, gradient: { ...rest, ...SHAPES[direction] } })
            }}
          />
        </div>
      )}
    </>
  )
}
