import { encodeSymbol, highestLevelThatFits, QR_PRESETS, renderSvg } from '@scanleaf/qr'

const SETTINGS = { ...QR_PRESETS.soft, foregroundColor: '#095434', eyeColor: '#095434', margin: 0 } as const

/** A real code of this installation's own address. */
export function QrArt({ address }: { address: string }) {
  const level = highestLevelThatFits(address) ?? 'L'
  const svg = renderSvg(encodeSymbol(address, { level }), { ...SETTINGS, backgroundColor: 'transparent' })
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" width={96} height={96} />
}
