import type { ReactNode } from 'react'

/** A cell that names its column itself where a phone shows the row as a card. */
export const TableCell = ({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) => (
  <td className={className} data-label={label}>
    <div>{children}</div>
  </td>
)
