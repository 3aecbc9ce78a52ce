import type { FieldIssue } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { schemaCheck } from '../../../lib/forms/schema-validation'
import { type Form, type FormOptions, useForm } from '../../../lib/forms/use-form'
import { showToast } from '../../../ui/toast/toasts'
import { useSave } from '../api'
import type { Items } from '../resources'
import type { CatalogueView } from '../search'

export interface DataFormOptions<View extends CatalogueView, Name extends string> {
  view: View
  /** The item to edit; without it a new one is added. */
  item: Items[View] | undefined
  /** The texts of the fields, by the names that the server gives their errors. */
  initial: Record<Name, string>
  cleaners?: FormOptions<Name>['cleaners']
  schema: z.ZodType
  bodyOf: (values: Record<NoInfer<Name>, string>) => object
  onSaved: (saved: Items[View]) => void
}

/**
 * The form of a thing of the catalogue (billing-spec §4, "Data-form submit"): errors of fields beside the fields,
 * any other message as a toast; when it is saved, a toast says so and `onSaved` closes it.
 */
export function useDataForm<View extends CatalogueView, Name extends string>({
  view,
  item,
  initial,
  cleaners = {},
  schema,
  bodyOf,
  onSaved,
}: DataFormOptions<View, Name>): Form<Name> {
  const { t } = useTranslation(['catalogue', 'common'])
  const save = useSave(view)
  return useForm<Name>({
    initial,
    cleaners,
    check: (values) => schemaCheck(schema)(bodyOf(values)) as Partial<Record<Name, FieldIssue>>,
    submit: async (values) => {
      const seen = item && { updatedAt: item.updatedAt }
      try {
        const saved = await save.mutateAsync({ id: item?.id, body: { ...bodyOf(values), ...seen } })
        showToast({ kind: 'success', title: t('saved') })
        onSaved(saved)
      } catch (error) {
        if (error instanceof ApiError && Object.keys(error.fields).some((name) => name in values)) throw error
        showToast({ kind: 'error', title: messageOf(error, t('common:unreadable-answer')) })
      }
    },
  })
}
