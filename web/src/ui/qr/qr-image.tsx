export interface QrPictureProps {
  /** Markup of the QR engine. */
  svg: string
  label: string
  className?: string
}

/** Pixels of an image before its style sizes it; the browser takes its aspect ratio from them. */
const WIDTH = 256

/** Height of markup by the width of the image, from its `viewBox`. */
function heightOf(svg: string): number {
  const [, width = 1, height = 1] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg)?.map(Number) ?? []
  return Math.round((WIDTH * height) / width)
}

/** A drawn code. As an image of its own it shares no ids of gradients with the other codes of a page. */
export function QrImage({ svg, label, className }: QrPictureProps) {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={label}
      width={WIDTH}
      height={heightOf(svg)}
      draggable={false}
      {...(className !== undefined && { className })}
    />
  )
}
