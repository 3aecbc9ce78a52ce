import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { languageOf } from '@scanleaf/shared'
import { useLanguage } from '../lib/i18n'
import styles from './segments.module.css'

export interface SegmentsProps<T extends string> {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few short choices side by side; a radio group with arrow keys. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  const { dir } = languageOf(useLanguage())
  return (
    <SegmentedControl<T>
      // The marker stays where it was when the direction changes.
      key={dir}
      fullWidth
      aria-label={label}
      data={[...options]}
      value={value}
      onChange={onChange}
      classNames={{
        root: styles.root ?? '',
        indicator: styles.marker ?? '',
        label: styles.segment ?? '',
      }}
    />
  )
}
