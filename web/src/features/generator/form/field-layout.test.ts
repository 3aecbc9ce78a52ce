import { type ContentField, contentTypes } from '@scanleaf/qr'
import { expect, test } from 'vitest'
import type { FormType } from '../state/tabs'
import { FIELD_GROUPS } from './field-layout'

test.each(Object.keys(FIELD_GROUPS) as FormType[])(
  'the form of %s asks for each of its fields once',
  (type) => {
    const rules: readonly ContentField[] = contentTypes[type].fields
    const asked = FIELD_GROUPS[type].flatMap(({ fields }) => fields.map(({ name }): string => name))
    const typed = rules.filter(({ isDerived }) => !isDerived).map(({ name }) => name)
    expect(asked.sort()).toEqual(typed.sort())
  },
)
