import type { ReactNode } from 'react'

/** A picture that says nothing its card does not say. */
const Art = ({ children }: { children: ReactNode }) => (
  <svg width="150" height="84" viewBox="0 0 150 84" aria-hidden="true">
    {children}
  </svg>
)
const edge = { stroke: 'var(--line-strong)', strokeWidth: 1.5 } as const
const lines = { stroke: 'var(--line-strong)', strokeWidth: 4, strokeLinecap: 'round' } as const

export const CardArt = () => (
  <Art>
    <g transform="translate(0 -6)">
      <rect x="27" y="18" width="96" height="60" rx="10" fill="var(--surface)" {...edge} />
      <g stroke="var(--blue-ink)" strokeWidth="1.7" strokeLinecap="round">
        <circle cx="50" cy="41" r="9" fill="var(--blue-bg)" />
        <path d="M38 63c2-7 6-10 12-10s10 3 12 10" fill="none" />
      </g>
      <path d="M74 37h34M74 47h26M74 57h18" {...lines} />
    </g>
  </Art>
)

export const EventArt = () => (
  <Art>
    <path
      d="M25 28a8 8 0 0 1 8-8h84a8 8 0 0 1 8 8v6a9 9 0 0 0 0 18v6a8 8 0 0 1-8 8H33a8 8 0 0 1-8-8v-6a9 9 0 0 0 0-18z"
      fill="var(--surface)"
      {...edge}
    />
    <path d="M44 36h34M44 47h26" {...lines} />
    <g stroke="var(--violet-ink)" strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round">
      <path d="M92 22v6M92 34v6M92 46v6M92 58v6" />
      <path
        d="M108 37l1.8 3.8 4.2.5-3.1 2.9.8 4.1-3.7-2-3.7 2 .8-4.1-3.1-2.9 4.2-.5z"
        fill="var(--violet-bg)"
      />
    </g>
  </Art>
)

export const AssetArt = () => (
  <Art>
    <path d="M75 14l30 15v28L75 72 45 57V29z" fill="var(--surface)" strokeLinejoin="round" {...edge} />
    <path d="M45.5 29.5L75 44l29.5-14.5M75 44v27.5" fill="none" {...edge} />
    <g stroke="var(--amber-ink)" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round">
      <circle cx="104" cy="59" r="13" fill="var(--amber-bg)" />
      <path d="M98.5 59l4 4 7-8" fill="none" />
    </g>
  </Art>
)

export const MenuArt = () => (
  <Art>
    <rect x="49" y="12" width="52" height="78" rx="9" fill="var(--surface)" {...edge} />
    <g stroke="var(--red-ink)" strokeWidth="1.4" strokeLinecap="round">
      <circle cx="75" cy="31" r="10" fill="var(--red-bg)" />
      <path
        d="M71.5 26v10M70 26v3.5a1.5 1.5 0 0 0 3 0V26M78.5 36v-5c-1.5 0-2-1-2-2.5 0-1.5.7-2.5 2-2.5z"
        fill="none"
      />
    </g>
    <path d="M58 52h22M58 62h18M58 72h24" {...lines} />
    <path d="M91 52h2M91 62h2M91 72h2" {...lines} stroke="var(--green-3)" />
  </Art>
)

export const PromotionArt = () => (
  <Art>
    <g fill="var(--surface)" {...edge}>
      <rect x="50" y="32" width="50" height="40" rx="6" />
      <rect x="46" y="24" width="58" height="14" rx="5" />
    </g>
    <path
      d="M75 24v48M75 24c-5 0-13-2-13-7a4.5 4.5 0 0 1 5-5c5 0 8 7 8 12zM75 24c5 0 13-2 13-7a4.5 4.5 0 0 0-5-5c-5 0-8 7-8 12z"
      fill="none"
      stroke="var(--icon)"
      strokeWidth="1.6"
    />
  </Art>
)
