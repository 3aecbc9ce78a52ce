import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import styles from '../../ui/list/list.module.css'
import { ActionForm, type ActionFormProps } from './action-form'

/** `refunds` only shows: it has no form. */
type OperatorAction = ActionFormProps['action'] | 'refunds'

export interface ActionButtonsProps<T extends OperatorAction> {
  actions: readonly T[]
  /** The one that is done most. */
  main: T
  /** The one whose form is open. */
  open: T | null
  /** The object of the action, for screen readers. */
  reference: string
  onOpen: (action: T | null) => void
}

/** What can be done with a row; a second press closes the form again. */
export function ActionButtons<T extends OperatorAction>({
  actions,
  main,
  open,
  reference,
  onOpen,
}: ActionButtonsProps<T>) {
  const { t } = useTranslation('billing-admin')
  const nameOf = (action: OperatorAction) => t(`act.${action}`)
  return (
    <td className={styles.acts}>
      {actions.map((action) => (
        <Button
          key={action}
          size="sm"
          variant={action === main ? 'light' : 'subtle'}
          aria-expanded={open === action}
          aria-label={t('act.of', { act: nameOf(action), reference })}
          onClick={() => onOpen(open === action ? null : action)}
        >
          {nameOf(action)}
        </Button>
      ))}
    </td>
  )
}

/** The form of an action in a row of its own, under the row that it applies to. */
export const ActionRow = ({ columns, ...form }: ActionFormProps & { columns: number }) => (
  <tr className={styles.formRow}>
    <td colSpan={columns}>
      <ActionForm key={form.action} {...form} />
    </td>
  </tr>
)
