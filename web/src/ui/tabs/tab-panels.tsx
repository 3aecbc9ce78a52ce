import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './tabs.module.css'

export interface TabPanelsProps<T extends string> {
  label: string
  tabs: readonly { value: T; label: string; panel: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/**
 * Panels of which one is shown, under a row of tabs (WAI-ARIA tabs pattern: arrow keys, Home, End). The others stay
 * mounted: what runs in them, such as an upload, continues.
 */
export function TabPanels<T extends string>({ label, tabs, value, onChange }: TabPanelsProps<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.value === value)
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const places: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at - 1,
      [forward]: at + 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    const next = (place + tabs.length) % tabs.length
    onChange((tabs[next] as (typeof tabs)[number]).value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }

  return (
    <div className={styles.panels}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={`gap-10 ${styles.tabs}`}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className={`row muted gap-4 ${styles.tab}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-${tab.value}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-panel`}
          aria-labelledby={`${id}-${tab.value}`}
          hidden={tab.value !== value}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  )
}
