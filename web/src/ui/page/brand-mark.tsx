import { useConfig } from '../../lib/config'

/** The host's logo, or the mark of the product: three finder squares and a leaf. */
export function BrandMark({ size = 26 }: { size?: number }) {
  const { logo } = useConfig()
  if (logo !== '')
    return <img src={logo} width={size} height={size} alt="" style={{ objectFit: 'contain' }} />
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true">
      <rect width="26" height="26" rx="8" fill="#0C7D4B" />
      <g fill="none" stroke="#fff" strokeWidth="2">
        <rect x="6" y="6" width="5.5" height="5.5" rx="1.5" />
        <rect x="14.5" y="6" width="5.5" height="5.5" rx="1.5" />
        <rect x="6" y="14.5" width="5.5" height="5.5" rx="1.5" />
      </g>
      <path d="M14.5 20a5.5 5.5 0 0 1 5.5-5.5v2a3.5 3.5 0 0 1-3.5 3.5z" fill="#8FF0BE" />
    </svg>
  )
}
