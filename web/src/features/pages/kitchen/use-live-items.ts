import { ownerTextFor, type Page, type PageOfCode } from '@scanleaf/shared'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { putData } from '../../../lib/api/query-client'
import { useLanguage } from '../../../lib/i18n/i18n'
import { showToast } from '../../../ui/toast/toasts'
import { changeItems, pageQuery } from '../api'
import { itemsOf, type LiveValues, withLive } from '../state/live-values'

const UNDO_MS = 5000

/**
 * Changes an item for visitors immediately: optimistic on screen, rolled back when the server refuses. A
 * toast says what became of it, and undoes it.
 */
export function useLiveItems({
  id,
  draft,
  published,
}: PageOfCode): (item: string, values: LiveValues) => void {
  const { t } = useTranslation(['page-editor', 'pages', 'common'])
  const client = useQueryClient()
  const language = useLanguage()
  const { queryKey } = pageQuery(id)
  const show = (item: string, values: LiveValues) =>
    putData<typeof queryKey, PageOfCode>(client, queryKey, (page) => page && withItem(page, item, values))
  const change = useMutation({
    mutationFn: ({ item, values }: { item: string; values: LiveValues }) =>
      changeItems(id, [{ id: item, ...values }]),
    onSuccess: (page) => putData<typeof queryKey, PageOfCode>(client, queryKey, page),
  })

  function send(item: string, values: LiveValues, canUndo: boolean) {
    const shown = published ?? draft
    const before = itemsOf(shown).find((each) => each.id === item)
    if (!before) return
    const old: LiveValues = {
      ...(values.price !== undefined && { price: before.price ?? null }),
      ...(values.isSoldOut !== undefined && { isSoldOut: before.isSoldOut ?? false }),
    }
    show(item, values)
    change.mutate(
      { item, values },
      {
        onError: (error) => {
          show(item, old)
          showToast({ kind: 'error', title: messageOf(error, t('common:no-answer')) })
        },
      },
    )
    if (!canUndo || values.isSoldOut === undefined) return
    const name = ownerTextFor(before.name, language, shown.languages)?.text ?? ''
    showToast({
      kind: 'success',
      title: `${name}: ${t(values.isSoldOut ? 'pages:sold-out' : 'available')}`,
      action: { label: t('undo'), onClick: () => send(item, old, false) },
      visibleMs: UNDO_MS,
    })
  }

  return (item, values) => send(item, values, true)
}

function withItem(page: PageOfCode, item: string, values: LiveValues): PageOfCode {
  const live = new Map([[item, values]])
  return {
    ...page,
    draft: withLive(page.draft, live) as Page,
    published: page.published && (withLive(page.published, live) as Page),
  }
}
