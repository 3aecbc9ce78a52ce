import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card/card'
import styles from './dashboard.module.css'

const Bone = ({ height, width = '100%' }: { height: number; width?: number | string }) => (
  <i className={styles.bone} style={{ height, width }} />
)

/** The card of the plan while it is on its way, as tall as it will be. */
export function DashboardSkeleton() {
  const { t } = useTranslation('common')
  return (
    <Card isPadded className="stack gap-9" role="status" aria-label={t('loading')}>
      <Bone height={22} width={140} />
      <Bone height={70} />
      <Bone height={66} width="45%" />
      <Bone height={146} />
    </Card>
  )
}

export const FormSkeleton = () => (
  <Card isPadded className="stack gap-9">
    <Bone height={44} width="70%" />
    <Bone height={64} />
    <Bone height={64} />
    <Bone height={64} />
    <Bone height={38} />
  </Card>
)
