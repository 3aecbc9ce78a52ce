import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import styles from '../../ui/list/list.module.css'
import { type ActFormProps, ActionForm } from './action-form'

/** `refunds` only shows: it has no form. */
type Act = ActFormProps['act'] | 'refunds'

export interface ActButtonsProps<T extends Act> {
  acts: readonly T[]
  /** The one that is done most. */
  main: T
  /** The one whose form is open. */
  open: T | null
  /** What it is done with, for those who only hear the button. */
  reference: string
  onOpen: (act: T | null) => void
}

/** What can be done with a row; a second press closes the form again. */
export function ActionButtons<T extends Act>({ acts, main, open, reference, onOpen }: ActButtonsProps<T>) {
  const { t } = useTranslation('billing-admin')
  const nameOf = (act: Act) => t(`act.${act}`)
  return (
    <td className={styles.acts}>
      {acts.map((act) => (
        <Button
          key={act}
          size="sm"
          variant={act === main ? 'light' : 'subtle'}
          aria-expanded={open === act}
          aria-label={t('act.of', { act: nameOf(act), reference })}
          onClick={() => onOpen(open === act ? null : act)}
        >
          {nameOf(act)}
        </Button>
      ))}
    </td>
  )
}

/** The form of an act in a row of its own, under the row that it is done with. */
export const ActRow = ({ columns, ...form }: ActFormProps & { columns: number }) => (
  <tr className={styles.formRow}>
    <td colSpan={columns}>
      <ActionForm key={form.act} {...form} />
    </td>
  </tr>
)
