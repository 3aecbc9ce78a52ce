import { useState } from 'react'
import { type Import, useIsPatching } from '../api'
import { ImportColumns } from './columns'
import { DryRunActions } from './dry-run-actions'
import { FileCard } from './file-card'
import { ImportRowsCard } from './rows-card'
import { VerdictCounts } from './verdict-counts'
import type { Group } from './verdict-groups'
import { WasOff } from './was-off'

/** What would become of each row; nothing is saved before the button is pressed. */
export function ImportDryRun({ item }: { item: Import }) {
  const [group, setGroup] = useState<Group>('all')
  const [isMapping, setIsMapping] = useState(false)
  const needsColumns = item.state === 'mapping'
  // what was checked by other columns or another host is not what would become of the rows
  const isJudging = useIsPatching(item.id)
  return (
    <>
      <FileCard item={item} {...(!needsColumns && { onColumns: () => setIsMapping(!isMapping) })} />
      {(needsColumns || isMapping) && <ImportColumns item={item} onDone={() => setIsMapping(false)} />}
      {!needsColumns && !isMapping && !isJudging && (
        <>
          <VerdictCounts item={item} group={group} onGroup={setGroup} />
          {item.wasOff > 0 && <WasOff item={item} />}
          <ImportRowsCard key={group} item={item} group={group} />
          <DryRunActions item={item} />
        </>
      )}
    </>
  )
}
