import type { FieldNameOf } from '@scanleaf/qr'
import type { FormType } from '../state/tabs'

/** Layout of a field's input, and its autofill. */
export interface FieldLayout<Name extends string = string> {
  name: Name
  /** Default off: the field is about somebody else. */
  autoComplete?: string
  /** Over the whole width of the form. */
  isWide?: boolean
  placeholder?: string
  /** Under the input, or a switch: what it does. */
  hint?:
    | 'generator:hidden.hint'
    | 'generator:amount.hint'
    | 'generator:chat.hint'
    | 'generator:place-name.hint'
  /** Technical text, from left to right in every language. */
  isLtr?: boolean
  /** A moment without a time of day. */
  isDay?: boolean
  /** A text that a payment code holds in ASCII; the note says how. */
  isPaymentText?: boolean
  /** A number that gets a message instead of a call. */
  isMessage?: boolean
}

export interface FieldGroup<Name extends string = string> {
  /** Key of the heading; a short form has none. */
  title?: 'generator:group.person' | 'generator:group.contact' | 'generator:group.more'
  /** Rarely filled: opened by a press on its title. */
  isFolded?: boolean
  fields: readonly FieldLayout<Name>[]
}

/** Fields of the forms in the order they are asked for; a type that is missing does not compile. A card is mostly one's own, so the browser may fill it in. */
export const FIELD_GROUPS: {
  readonly [Type in FormType]: readonly FieldGroup<FieldNameOf<Type>>[]
} = {
  Website: [{ fields: [{ name: 'content', autoComplete: 'url', isWide: true, placeholder: 'https://' }] }],
  VCard: [
    {
      title: 'generator:group.person',
      fields: [
        { name: 'lastName', autoComplete: 'family-name' },
        { name: 'firstName', autoComplete: 'given-name' },
        { name: 'companyName', autoComplete: 'organization' },
        { name: 'jobTitle', autoComplete: 'organization-title' },
      ],
    },
    {
      title: 'generator:group.contact',
      fields: [
        { name: 'mobilePhone', autoComplete: 'mobile tel' },
        { name: 'email', autoComplete: 'email' },
        { name: 'websiteUrl', autoComplete: 'url', isWide: true, placeholder: 'https://' },
      ],
    },
    {
      title: 'generator:group.more',
      isFolded: true,
      fields: [
        { name: 'homePhone', autoComplete: 'home tel' },
        { name: 'companyEmail', autoComplete: 'work email' },
        { name: 'fax', autoComplete: 'fax tel' },
        { name: 'street', autoComplete: 'address-line1', isWide: true },
        { name: 'ward', autoComplete: 'address-level3' },
        { name: 'province', autoComplete: 'address-level1' },
        { name: 'country', autoComplete: 'country-name' },
        { name: 'zipcode', autoComplete: 'postal-code' },
      ],
    },
  ],
  Text: [{ fields: [{ name: 'plainText', isWide: true }] }],
  Email: [
    {
      fields: [
        { name: 'emailTabE', autoComplete: 'email', isWide: true },
        { name: 'titleTabE', isWide: true },
        { name: 'contentTabE', isWide: true },
      ],
    },
  ],
  'Facebook Url': [
    { fields: [{ name: 'facebookUrl', isWide: true, placeholder: 'https://www.facebook.com/' }] },
  ],
  'Facebook share': [{ fields: [{ name: 'shareFacebook', isWide: true, placeholder: 'https://' }] }],
  Wifi: [
    {
      fields: [
        { name: 'ssid', isWide: true },
        { name: 'encrypWifi', isWide: true },
        { name: 'passWifi', isWide: true },
        { name: 'hidden', isWide: true, hint: 'generator:hidden.hint' },
      ],
    },
  ],
  Phone: [{ fields: [{ name: 'phoneNumber', autoComplete: 'tel', isWide: true }] }],
  SMS: [
    {
      fields: [
        { name: 'smsNumber', autoComplete: 'tel', isWide: true, isMessage: true },
        { name: 'smsContent', isWide: true },
      ],
    },
  ],
  VietQR: [
    {
      fields: [
        { name: 'bank', isWide: true },
        { name: 'number', isLtr: true },
        { name: 'accountName', isPaymentText: true },
        { name: 'amount', isLtr: true, hint: 'generator:amount.hint' },
        { name: 'memo', isPaymentText: true },
        { name: 'use', isWide: true },
      ],
    },
    {
      title: 'generator:group.more',
      isFolded: true,
      fields: [
        { name: 'service', isWide: true },
        { name: 'cardAnyway', isWide: true },
        { name: 'store', isPaymentText: true },
        { name: 'bill', isPaymentText: true },
      ],
    },
  ],
  PaymentCode: [{ fields: [{ name: 'text', isWide: true, isLtr: true }] }],
  PromptPay: [
    {
      fields: [
        { name: 'idKind', isWide: true },
        { name: 'id', isWide: true, isLtr: true },
        { name: 'amount', isWide: true, isLtr: true, hint: 'generator:amount.hint' },
        { name: 'use', isWide: true },
      ],
    },
  ],
  PayNow: [
    {
      fields: [
        { name: 'idKind', isWide: true },
        { name: 'id', isWide: true, isLtr: true },
        { name: 'accountName', isWide: true, isPaymentText: true },
        { name: 'amount', isLtr: true, hint: 'generator:amount.hint' },
        { name: 'reference', isPaymentText: true },
        { name: 'mayChange', isWide: true },
        { name: 'use', isWide: true },
      ],
    },
    { title: 'generator:group.more', isFolded: true, fields: [{ name: 'expiry', isDay: true }] },
  ],
  KHQR: [
    {
      fields: [
        { name: 'account', isWide: true, isLtr: true, placeholder: 'name@bank' },
        { name: 'accountName', isPaymentText: true },
        { name: 'city', isPaymentText: true },
        { name: 'currency' },
        { name: 'amount', isLtr: true, hint: 'generator:amount.hint' },
      ],
    },
    {
      title: 'generator:group.more',
      isFolded: true,
      fields: [
        { name: 'number', isPaymentText: true },
        { name: 'bankName', isPaymentText: true },
      ],
    },
  ],
  FPS: [
    {
      fields: [
        { name: 'idKind', isWide: true },
        { name: 'id', isWide: true, isLtr: true },
        { name: 'amount', isWide: true, isLtr: true, hint: 'generator:amount.hint' },
        { name: 'use', isWide: true },
      ],
    },
  ],
  Chat: [
    {
      fields: [
        { name: 'app', isWide: true },
        { name: 'account', isWide: true, isLtr: true, hint: 'generator:chat.hint' },
        { name: 'text', isWide: true },
      ],
    },
  ],
  Event: [
    {
      fields: [
        { name: 'title', isWide: true },
        { name: 'start' },
        { name: 'end' },
        { name: 'isAllDay', isWide: true },
        { name: 'place', isWide: true },
      ],
    },
    {
      title: 'generator:group.more',
      isFolded: true,
      fields: [
        { name: 'zone', isWide: true, isLtr: true },
        { name: 'description', isWide: true },
        { name: 'url', isWide: true, placeholder: 'https://' },
      ],
    },
  ],
  Place: [
    {
      fields: [
        { name: 'link', isWide: true, placeholder: 'https://maps.app.goo.gl/' },
        { name: 'latitude', isLtr: true, placeholder: '21.0285, 105.8542' },
        { name: 'longitude', isLtr: true },
        { name: 'format', isWide: true },
        { name: 'name', isWide: true, hint: 'generator:place-name.hint' },
      ],
    },
  ],
  Review: [
    {
      fields: [
        { name: 'service', isWide: true },
        { name: 'url', isWide: true, placeholder: 'https://g.page/r/' },
        { name: 'placeId', isWide: true, isLtr: true },
      ],
    },
  ],
}
