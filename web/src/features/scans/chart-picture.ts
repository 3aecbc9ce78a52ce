const EDGE = 24
const HEAD = 64
/** Pixels of the picture for each of the screen, at least: a slide is larger than a card. */
const MIN_SCALE = 2

export interface ChartPicture {
  title: string
  /** Days and time zone. */
  subtitle: string
  /** Series by name, each with its colour. */
  legend: readonly { name: string; color: string }[]
}

/**
 * A drawn chart with its title and legend as a PNG, in the colours and the direction of the screen.
 * @throws Error when the browser makes no picture
 */
export async function chartPicture(chart: HTMLCanvasElement, words: ChartPicture): Promise<Blob> {
  const { width: shown } = chart.getBoundingClientRect()
  const scale = Math.max(MIN_SCALE, chart.width / shown)
  const height = (chart.height / chart.width) * shown
  const canvas = document.createElement('canvas')
  canvas.width = (shown + 2 * EDGE) * scale
  canvas.height = (height + HEAD + 2 * EDGE) * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const { fontFamily, color, direction } = getComputedStyle(chart.closest('figure') ?? chart)
  const isRtl = direction === 'rtl'
  const style = getComputedStyle(document.documentElement)
  context.scale(scale, scale)
  context.fillStyle = style.getPropertyValue('--surface')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(chart, EDGE, EDGE + HEAD, shown, height)
  context.direction = isRtl ? 'rtl' : 'ltr'
  context.textAlign = 'start'
  const start = isRtl ? shown + EDGE : EDGE
  context.fillStyle = color
  context.font = `650 17px ${fontFamily}`
  context.fillText(words.title, start, EDGE + 14)
  context.font = `13px ${fontFamily}`
  context.fillStyle = style.getPropertyValue('--ink-2')
  context.fillText(words.subtitle, start, EDGE + 34)
  const step = isRtl ? -1 : 1
  let at = start
  for (const { name, color: mark } of words.legend) {
    context.fillStyle = mark
    context.fillRect(isRtl ? at - 10 : at, EDGE + 45, 10, 10)
    context.fillStyle = style.getPropertyValue('--ink-2')
    context.fillText(name, at + step * 16, EDGE + 54)
    at += step * (context.measureText(name).width + 36)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}
