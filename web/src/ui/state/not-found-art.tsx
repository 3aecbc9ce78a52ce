const MODULES: readonly [x: number, y: number][] = [
  [0, 0],
  [3, 0],
  [0, 1],
  [3, 1],
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 2],
  [3, 3],
  [3, 4],
]

const digitFour = (offset: number) =>
  MODULES.map(([x, y]) => (
    <rect key={`${x} ${y}`} x={offset + x * 30} y={4 + y * 30} width="28" height="28" rx="8" />
  ))

/** The figure 404 out of the modules and the finder square of a code. */
export function NotFoundArt({ className }: { className?: string }) {
  return (
    <svg
      className={className}
      width="444"
      height="156"
      viewBox="0 0 444 156"
      aria-hidden="true"
      fill="var(--brand)"
    >
      {digitFour(1)}
      <rect
        x="160"
        y="17"
        width="124"
        height="124"
        rx="34"
        fill="none"
        stroke="var(--brand)"
        strokeWidth="26"
      />
      <rect x="197" y="54" width="50" height="50" rx="15" fill="var(--green-4)" />
      {digitFour(325)}
    </svg>
  )
}
