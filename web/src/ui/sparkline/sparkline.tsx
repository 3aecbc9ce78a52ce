import styles from './sparkline.module.css'

export interface SparklineProps {
  /** Oldest first; the last one still grows and is drawn fainter. */
  values: readonly number[]
  /** The value at the top, so that lines under each other can be compared; the largest of its own without it. */
  max?: number
  width?: number
  height?: number
}

/**
 * A line of a few values without axes, beside the number that it belongs to; it says nothing to screen readers. Where
 * texts run from right to left, so does time.
 */
export function Sparkline({ values, max = Math.max(...values), width = 64, height = 20 }: SparklineProps) {
  const most = Math.max(1, max)
  const step = width / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) => `${round(index * step)} ${round(height - 2 - (value / most) * (height - 4))}`,
  )
  return (
    <svg
      className={`${styles.line} flip`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path d={`M${points.slice(0, -1).join('L')}`} />
      <path d={`M${points.slice(-2).join('L')}`} className={styles.running} />
    </svg>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10
