import { foldText, ownerTextFor, type PageOfCode } from '@scanleaf/shared'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Card } from '../../../ui/card/card'
import { TextField } from '../../../ui/field/text-field'
import { PageHeader } from '../../../ui/page/page-header'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import { LoadError } from '../../../ui/state/load-error'
import { pageQuery } from '../api'
import { FieldsContext } from '../fields/fields-context'
import styles from './kitchen.module.css'
import { KitchenItem } from './kitchen-item'
import { useLiveItems } from './use-live-items'

/** Others change the same menu from their phones. */
const REFRESH_MS = 15_000

/** /dynamic-codes/{id}/items: what is sold out today, and prices, on the phone of a kitchen. */
export function KitchenPage() {
  const { t } = useTranslation(['page-editor', 'pages', 'common', 'errors'])
  const { id } = useParams({ from: '/protected/dynamic-codes/$id/items' })
  const page = useQuery({ ...pageQuery(id), staleTime: 0, refetchInterval: REFRESH_MS })
  return (
    <div className={styles.screen}>
      <PageHeader
        title={t('kitchen')}
        subtitle={t('kitchen.text')}
        start={
          <Link to="/dynamic-codes" search={{ code: id }} aria-label={t('common:go-back')}>
            <IconArrowLeft className="flip" size={20} stroke={1.7} aria-hidden />
          </Link>
        }
      />
      {page.data && <Items page={page.data} />}
      {page.isError && !page.data && (
        <LoadError text={messageOf(page.error, '')} onRetry={() => page.refetch()} />
      )}
      {page.isPending && <p role="status" aria-label={t('common:loading')} />}
    </div>
  )
}

function Items({ page }: { page: PageOfCode }) {
  const { t } = useTranslation(['page-editor', 'pages'])
  const language = useLanguage()
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState<'all' | 'sold-out'>('all')
  const changeItem = useLiveItems(page)
  const { languages, blocks } = page.published ?? page.draft
  const say = (texts: Parameters<typeof ownerTextFor>[0]) =>
    ownerTextFor(texts, language, languages)?.text ?? ''
  const menus = blocks.flatMap((block) => (block.type === 'menu' ? [block] : []))
  const soldOut = menus
    .flatMap(({ sections }) => sections.flatMap(({ items }) => items))
    .filter(({ isSoldOut }) => isSoldOut).length
  const words = foldText(query)
  const sections = menus.flatMap(({ sections: all, currency }, menu) =>
    all.map(({ title, items }, at) => ({
      key: `${menu}.${at}`,
      title: say(title),
      currency,
      items: items.filter(
        (item) =>
          (shown === 'all' || item.isSoldOut) && foldText(Object.values(item.name).join(' ')).includes(words),
      ),
    })),
  )
  const found = sections.filter(({ items }) => items.length > 0)
  const fields = {
    language,
    languages,
    problems: {},
    hiddenPdfs: [],
    isLeft: () => false,
    leave: () => undefined,
    reportPrice: () => undefined,
    changeItem,
  }
  return (
    <FieldsContext value={fields}>
      <TextField
        label={t('kitchen.search')}
        type="search"
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <SegmentedControl
        label={t('kitchen')}
        options={[
          { value: 'all', label: t('kitchen.all') },
          { value: 'sold-out', label: `${t('pages:sold-out')} ${soldOut}` },
        ]}
        value={shown}
        onChange={setShown}
      />
      {found.length === 0 && <p className="muted">{t('kitchen.none')}</p>}
      {found.map(({ key, title, currency, items }) => (
        <section key={key} aria-label={title}>
          <h2>{title}</h2>
          <Card isList>
            <ul>
              {items.map((item) => (
                <KitchenItem key={item.id} item={item} name={say(item.name)} currency={currency} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
    </FieldsContext>
  )
}
