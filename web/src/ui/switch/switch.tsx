import styles from './switch.module.css'

export interface SwitchProps {
  label: string
  /** Read out in place of the label, where only what is around it says what it is of. */
  name?: string
  /** Said after the label, and not a part of the name. */
  hint?: string
  /** Where what is beside it says what it is for. */
  hidesLabel?: boolean
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A row with the label at its start and the switch at its end. */
export function Switch({ label, name = label, hint, hidesLabel = false, isOn, onChange }: SwitchProps) {
  return (
    <label className={`row gap-6 ${styles.line}`}>
      <span className={hidesLabel ? 'visually-hidden' : `small ${styles.label}`}>
        {label}
        {hint !== undefined && <span className={styles.hint}> · {hint}</span>}
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state by itself
        role="switch"
        className={styles.switch}
        aria-label={name}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
