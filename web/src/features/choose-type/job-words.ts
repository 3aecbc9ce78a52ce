import { type ContentField, contentTypes } from '@scanleaf/qr'
import type { TFunction } from 'i18next'
import { type ContentTab, typesOfTab } from '../../lib/content-types'

/** What a tab asks for and offers, in the words of its form: under them it is found, too. */
export const wordsOfForm = (tab: ContentTab, t: TFunction<'content-types'>): string[] =>
  typesOfTab(tab).flatMap((type) =>
    contentTypes[type].fields.flatMap(({ name, label = name, choices = [] }: ContentField) => [
      t(`content-types:field.${label}` as 'content-types:field.content'),
      ...choices.map((choice) =>
        t(`content-types:choice.${name}.${choice}` as 'content-types:field.content'),
      ),
    ]),
  )
