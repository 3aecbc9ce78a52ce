import { cleanLine } from '@scanleaf/qr'
import { useState } from 'react'
import { TextField } from '../field/text-field'
import styles from './list.module.css'

export interface SearchFormProps {
  label: string
  /** The current search text. */
  value: string
  /** `ltr` where ids and addresses are sought. */
  dir?: 'ltr'
  onSearch: (text: string) => void
}

/** Seeks in a list of the operators, with Enter. */
export function SearchField({ label, value, dir, onSearch }: SearchFormProps) {
  const [sought, setSought] = useState(value)
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(cleanLine(sought))
        }}
      >
        <TextField
          label={label}
          type="search"
          {...(dir && { dir })}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      </form>
    </search>
  )
}
