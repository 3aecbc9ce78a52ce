import { cleanText } from '@scanleaf/qr'
import { CreateProduct, type Product } from '@scanleaf/shared'
import { amountBody, formatDecimal, STORED_DECIMALS } from '../../../lib/format/decimal'
import type { Form } from '../../../lib/forms/use-form'
import { useLanguage } from '../../../lib/i18n/i18n'
import { joinWithCommas } from './comma-list'
import { useDataForm } from './use-item-form'

type Name =
  | 'title'
  | 'description'
  | 'detail'
  | 'price.value'
  | 'price.currency'
  | 'price.unit'
  | 'quantity'
  | 'image'
  | 'categories'
  | 'keywords'

export type ProductForm = Form<Name>

/** The form of a product: of a new one, or of one that is changed. */
export function useProductForm(product: Product | undefined, onSaved: () => void): ProductForm {
  const language = useLanguage()
  const digitsOf = (text: string) => amountBody(text, language, STORED_DECIMALS)
  return useDataForm<'products', Name>({
    view: 'products',
    item: product,
    initial: {
      title: product?.title ?? '',
      description: product?.description ?? '',
      detail: product?.detail ?? '',
      'price.value': product ? formatDecimal(product.price.value, language) : '',
      'price.currency': product?.price.currency ?? '',
      'price.unit': product?.price.unit ?? '',
      quantity: product ? formatDecimal(product.quantity, language) : '',
      image: product?.image ?? '',
      categories: joinWithCommas(product?.categories ?? []),
      keywords: joinWithCommas(product?.keywords ?? []),
    },
    cleaners: { description: cleanText, detail: cleanText },
    schema: CreateProduct,
    bodyOf: ({
      'price.value': value,
      'price.currency': currency,
      'price.unit': unit,
      quantity,
      ...texts
    }) => ({
      ...texts,
      price: { value: digitsOf(value), currency, unit },
      quantity: digitsOf(quantity),
    }),
    onSaved,
  })
}
