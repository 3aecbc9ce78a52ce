import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './button.module.css'

interface ButtonLook {
  /** `filled` is the one primary action of a view; `light` is soft, `subtle` a ghost. */
  variant?: 'filled' | 'default' | 'light' | 'subtle'
  /** Red: the action is destructive. */
  color?: 'red'
  /** 32, 38 (44 on phones) and 44 px. */
  size?: 'sm' | 'md' | 'lg'
  leftSection?: ReactNode
  rightSection?: ReactNode
  fullWidth?: boolean
}

/** The class of a button, for a link that looks like one. */
export function buttonClass({ variant = 'filled', color, size = 'md', fullWidth = false }: ButtonLook = {}) {
  return [styles.button, styles[variant], styles[size], color && styles[color], fullWidth && styles.wide]
    .filter(Boolean)
    .join(' ')
}

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'color'> {
  /** Keeps its width, shows a spinner and takes no press. */
  loading?: boolean
}

/** The button of the design language. */
export function Button(props: ButtonProps) {
  const { variant, color, size, leftSection, rightSection, fullWidth, loading, ...rest } = props
  const { className, children, disabled, type = 'button', ...others } = rest
  const look = buttonClass({
    ...(variant && { variant }),
    ...(color && { color }),
    ...(size && { size }),
    ...(fullWidth && { fullWidth }),
  })
  return (
    <button
      {...others}
      type={type}
      className={className ? `${look} ${className}` : look}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
    >
      {loading && <span className={styles.spinner} />}
      {leftSection}
      {children}
      {rightSection}
    </button>
  )
}

export interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  'aria-label': string
  /** Side in px; at least 44 where fingers press. */
  size?: number
}

/** A square that holds one icon. */
export function IconButton({ size = 32, className, style, type = 'button', ...props }: IconButtonProps) {
  return (
    <button
      {...props}
      type={type}
      className={className ? `${styles.icon} ${className}` : styles.icon}
      style={{ ...style, width: size, height: size }}
    />
  )
}
