import { SOURCE_NAMES } from '@scanleaf/shared'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../../lib/i18n/bidi-isolate'
import { Card } from '../../../../ui/card/card'
import { Tile } from '../../../../ui/tile/tile'
import type { Import } from '../api'
import styles from './dry-run.module.css'
import { HostChoice } from './host-choice'

/** The file as it was understood, and the domain that its codes are printed with. */
export function FileCard({ item, onColumns }: { item: Import; onColumns?: () => void }) {
  const { t } = useTranslation('bulk')
  const { fileName, source, state, total, encoding, headers } = item
  const facts = [
    state === 'mapping'
      ? t('state.mapping')
      : source === 'other'
        ? t('import.recognised.other')
        : t('import.recognised', { source: bidiIsolate(SOURCE_NAMES[source]) }),
    t('rows', { count: total }),
    encoding && bidiIsolate(encoding),
  ].filter(Boolean)
  return (
    <Card isPadded className={`wrap ${styles.file}`}>
      <Tile tone="blue">
        <IconFileText size={20} stroke={1.7} />
      </Tile>
      <div className={styles.fileText}>
        <h2>
          <bdi>{fileName}</bdi>
        </h2>
        <p>
          {facts.join(' · ')}
          {onColumns && headers.length > 0 && (
            <>
              {' · '}
              <button type="button" className={styles.inlineButton} onClick={onColumns}>
                {t('import.columns.change')}
              </button>
            </>
          )}
        </p>
      </div>
      <HostChoice key={item.host} item={item} />
    </Card>
  )
}
