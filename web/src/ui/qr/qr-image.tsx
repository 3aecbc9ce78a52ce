export interface QrPictureProps {
  /** Markup of the QR engine. */
  svg: string
  label: string
  className?: string
}

/** A drawn code. As an image of its own it shares no ids of gradients with the other codes of a page. */
export function QrImage({ svg, label, className }: QrPictureProps) {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={label}
      width={256}
      height={256}
      draggable={false}
      {...(className !== undefined && { className })}
    />
  )
}
