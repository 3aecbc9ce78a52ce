import styles from './sparkline.module.css'

export interface SparklineProps {
  /** Oldest first. */
  values: readonly number[]
  width?: number
  height?: number
}

/**
 * A line of a few values without axes, beside the number that it belongs to; it says nothing to screen readers. Where
 * texts run from right to left, so does time.
 */
export function Sparkline({ values, width = 64, height = 20 }: SparklineProps) {
  const most = Math.max(1, ...values)
  const step = width / Math.max(1, values.length - 1)
  const path = values
    .map((value, index) => `${round(index * step)} ${round(height - 2 - (value / most) * (height - 4))}`)
    .join('L')
  return (
    <svg
      className={`${styles.line} flip`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path d={`M${path}`} />
    </svg>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10
