import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import styles from './checkbox.module.css'

export interface CheckBoxProps {
  label: string
  isChecked: boolean
  /** Some of the rows are selected, not all. */
  isMixed?: boolean
  /** `isRange` when Shift was held. */
  onToggle: (isRange: boolean) => void
}

/** The selection mark of a row or of all rows. */
export function Checkbox({ label, isChecked, isMixed = false, onToggle }: CheckBoxProps) {
  const Mark = isMixed ? IconMinus : IconCheck
  return (
    <label
      className={`centred ${styles.box}`}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <input
        type="checkbox"
        className={styles.input}
        aria-label={label}
        checked={isChecked}
        ref={(input) => {
          if (input) input.indeterminate = isMixed
        }}
        onClick={(event) => onToggle(event.shiftKey)}
        // The click above does the work: a change event does not know of Shift.
        onChange={() => undefined}
      />
      <Mark className={styles.mark} size={12} stroke={3} aria-hidden />
    </label>
  )
}
