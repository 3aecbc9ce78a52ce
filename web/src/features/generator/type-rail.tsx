import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { useTranslation } from 'react-i18next'
import styles from './type-rail.module.css'

/** The content types: a rail beside the form, a row of chips on a phone. */
export function TypeRail() {
  const { t } = useTranslation('generator')
  return (
    <fieldset className={styles.rail}>
      <legend className={styles.legend}>{t('types')}</legend>
      <label className={styles.type}>
        <input type="radio" name="content-type" value="Website" className={styles.input} defaultChecked />
        <IconWorld size={18} stroke={1.7} aria-hidden />
        <span>{t('type.Website')}</span>
      </label>
    </fieldset>
  )
}
