import { useMediaQuery } from '@mantine/hooks'
import { formatNumber } from '@scanleaf/shared'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import { BottomBar } from '../bottom-bar/bottom-bar'
import { Button, IconButton } from '../button/button'
import { Menu, MenuItem } from '../menu/menu'
import { useDropdown } from '../menu/use-dropdown'
import styles from './selection-bar.module.css'

export interface SelectionAction {
  name: string
  label: string
  icon: ReactNode
  isDangerous?: boolean
  run: () => void
}

export interface SelectionBarProps {
  /** How many rows are selected, in words. */
  text: string
  count: number
  /** The way to more rows than those on screen. */
  more?: ReactNode
  /** The most frequent ones first. */
  actions: readonly SelectionAction[]
  isBusy?: boolean
  onClear: () => void
}

/**
 * In the head of a list, while rows of it are selected: how many, and what can be done with them. It takes the line of
 * the names of the columns, so that no row moves; a phone has the actions over its bottom.
 */
export function SelectionBar(props: SelectionBarProps) {
  const { t } = useTranslation('common')
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  return (
    <div className={`row gap-6 ${styles.bar}`}>
      <span role="status" className={styles.count}>
        {props.text}
      </span>
      {props.more}
      {isPhone ? (
        <PhoneActions {...props} />
      ) : (
        <>
          <WideActions {...props} />
          <IconButton
            aria-label={t('clear-selection')}
            title={t('clear-selection')}
            className={styles.icon ?? ''}
            onClick={props.onClear}
          >
            <IconX size={17} stroke={1.7} aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  )
}

/** In one line: what finds no room goes into a menu, from the end; what is dangerous stays. */
function WideActions({ actions, isBusy = false }: SelectionBarProps) {
  const line = actions.filter(({ isDangerous }) => !isDangerous)
  const dangerous = actions.filter(({ isDangerous }) => isDangerous)
  const { ref, fits } = useFitting(line.length)
  return (
    <>
      <div ref={ref} className={`fill ${styles.line}`}>
        {line.map((action, place) => (
          <ActionButton key={action.name} action={action} isBusy={isBusy} isOver={place >= fits} />
        ))}
      </div>
      {fits < line.length && <More actions={line.slice(fits)} isBusy={isBusy} />}
      {dangerous.map((action) => (
        <ActionButton key={action.name} action={action} isBusy={isBusy} />
      ))}
    </>
  )
}

interface ActionButtonProps {
  action: SelectionAction
  isBusy: boolean
  /** It found no room. */
  isOver?: boolean
}

const ActionButton = ({ action: { label, icon, isDangerous, run }, isBusy, isOver }: ActionButtonProps) => (
  <Button
    variant="subtle"
    size="sm"
    {...(isDangerous && { color: 'red' as const })}
    className={styles.action ?? ''}
    data-over={isOver || undefined}
    leftSection={icon}
    disabled={isBusy}
    onClick={run}
  >
    {label}
  </Button>
)

/** The first has words; the next and what is dangerous have an icon. */
function PhoneActions({ count, actions, isBusy = false, onClear }: SelectionBarProps) {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const [main, ...others] = actions
  const short = others.filter(({ isDangerous }, place) => isDangerous || place === 0)
  const rest = others.filter((action) => !short.includes(action))
  return (
    <BottomBar
      error={null}
      start={
        <div className="row gap-2">
          <IconButton size={44} aria-label={t('clear-selection')} onClick={onClear}>
            <IconX size={20} stroke={1.7} aria-hidden />
          </IconButton>
          <b aria-hidden="true">{formatNumber(count, language)}</b>
        </div>
      }
    >
      <div className={`row gap-2 ${styles.icons}`}>
        {short.map(({ name, label, icon, run }) => (
          <IconButton key={name} size={44} aria-label={label} disabled={isBusy} onClick={run}>
            {icon}
          </IconButton>
        ))}
        {rest.length > 0 && <More actions={rest} isBusy={isBusy} />}
        {main && (
          <Button
            {...(main.isDangerous && { variant: 'default' as const, color: 'red' as const })}
            leftSection={main.icon}
            disabled={isBusy}
            onClick={main.run}
          >
            {main.label}
          </Button>
        )}
      </div>
    </BottomBar>
  )
}

function More({ actions, isBusy }: { actions: readonly SelectionAction[]; isBusy: boolean }) {
  const { t } = useTranslation('common')
  const { isOpen, toggle, close, buttonRef, rootProps } = useDropdown()
  return (
    <div {...rootProps}>
      <IconButton
        ref={buttonRef}
        aria-label={t('more-actions')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={styles.icon ?? ''}
        disabled={isBusy}
        onClick={toggle}
      >
        <IconDots size={18} stroke={1.7} aria-hidden />
      </IconButton>
      {isOpen && (
        <Menu anchorRef={buttonRef} label={t('more-actions')} onClose={close}>
          {actions.map(({ name, label, icon, run }) => (
            <MenuItem
              key={name}
              icon={icon}
              onClick={() => {
                close()
                run()
              }}
            >
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}

/** How many of the children of a line that wraps stand in its first row. */
function useFitting(total: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(total)
  useLayoutEffect(() => {
    const line = ref.current
    if (!line) return
    const measure = () => {
      const tops = Array.from(line.children, (child) => child.getBoundingClientRect().top)
      setFits(tops.slice(0, total).filter((top) => top === tops[0]).length)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(line)
    return () => observer.disconnect()
  }, [total])
  return { ref, fits }
}
