/** A code out of which a leaf grows. */
export function EmptyArt() {
  return (
    <svg width="196" height="150" viewBox="0 0 196 150" aria-hidden="true">
      <rect
        x="38"
        y="14"
        width="120"
        height="120"
        rx="24"
        fill="var(--surface)"
        stroke="var(--line-strong)"
        strokeWidth="1.5"
      />
      <g fill="none" stroke="var(--green-5)" strokeWidth="7">
        <rect x="60.5" y="36.5" width="24" height="24" rx="7" />
        <rect x="111.5" y="36.5" width="24" height="24" rx="7" />
        <rect x="60.5" y="87.5" width="24" height="24" rx="7" />
      </g>
      <g fill="var(--green-5)">
        <rect x="69" y="45" width="7" height="7" rx="2" />
        <rect x="120" y="45" width="7" height="7" rx="2" />
        <rect x="69" y="96" width="7" height="7" rx="2" />
      </g>
      <g fill="var(--green-2)">
        <rect x="94" y="36" width="8" height="8" rx="2.5" />
        <rect x="94" y="54" width="8" height="8" rx="2.5" />
        <rect x="60" y="70" width="8" height="8" rx="2.5" />
        <rect x="77" y="70" width="8" height="8" rx="2.5" />
        <rect x="94" y="70" width="8" height="8" rx="2.5" />
      </g>
      <g
        fill="var(--green-1)"
        stroke="var(--green-6)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M112 116v-14c0-11 8-19 20-20h5c0 12-8 20-19 21" />
        <path d="M112 108c0-9-5-14-14-15 0 9 5 15 14 15z" />
      </g>
      <g fill="var(--green-1)">
        <rect x="10" y="34" width="12" height="12" rx="4" />
        <rect x="176" y="58" width="10" height="10" rx="3.5" />
        <rect x="20" y="112" width="8" height="8" rx="3" />
        <rect x="170" y="118" width="13" height="13" rx="4" />
      </g>
    </svg>
  )
}
