import { expect, test } from 'vitest'
import { fullName, shortName, withFullName } from './full-name'
import type { Language } from './languages'

test.each<[firstName: string, lastName: string, written: string, language?: Language]>([
  ['Văn An', 'Nguyễn', 'Nguyễn Văn An'],
  ['Văn An', 'Nguye\u0302\u0303n', 'Nguye\u0302\u0303n Văn An'],
  ['Minh', 'Lê', 'Lê Minh'],
  ['Mai', 'Đỗ', 'Đỗ Mai', 'en'],
  ['Tuấn', 'Phan', 'Phan Tuấn'],
  ['Van An', 'Nguyen', 'Nguyen Van An', 'vi'],
  ['Van An', 'Nguyen', 'Van An Nguyen', 'en'],
  ['Van An', 'Nguyen', 'Van An Nguyen'],
  ['John', 'Smith', 'John Smith', 'vi'],
  ['Hélène', 'Le', 'Hélène Le', 'fr'],
  ['Ivo', 'Đoković', 'Ivo Đoković'],
  ['Ọlá', 'Adébáyọ̀', 'Ọlá Adébáyọ̀'],
  ['太郎', '山田', '山田太郎'],
  ['さくら', '佐々木', '佐々木さくら'],
  ['タロウ', 'ヤマダ', 'ヤマダ タロウ'],
  ['伟', '王', '王伟', 'en'],
  ['志明', '陳', '陳志明'],
  ['민수', '김', '김민수'],
  ['Taro', 'Yamada', 'Taro Yamada', 'ja'],
  ['សុខា', 'ចាន់', 'ចាន់ សុខា'],
  ['Jenő', 'Kovács', 'Kovács Jenő'],
  ['Анна', 'Иванова', 'Анна Иванова'],
  ['محمد', 'العلي', 'محمد العلي'],
  ['', 'Nguyễn', 'Nguyễn'],
  [' An ', '', 'An'],
])('%s, of the family %s, is written %s', (firstName, lastName, written, language) => {
  expect(fullName({ firstName, lastName }, language)).toBe(written)
})

test.each([
  ['太郎', '山田', '山田'],
  ['Văn An', 'Nguyễn', 'Văn An'],
  ['太郎', '', '太郎'],
])('%s %s goes by %s', (firstName, lastName, name) => {
  expect(shortName({ firstName, lastName })).toBe(name)
})

test('a card keeps the full name that was given, and none where the order is the usual one', () => {
  const an = { firstName: 'An', lastName: 'Trần' }
  expect(withFullName('VCard', an)).toEqual({ ...an, fullName: 'Trần An' })
  expect(withFullName('VCard', { ...an, fullName: 'Dr. An' })).toEqual({ ...an, fullName: 'Dr. An' })
  const ann = { firstName: 'Ann', lastName: 'Lee', fullName: '' }
  expect(withFullName('VCard', ann)).toBe(ann)
  expect(withFullName('Text', an)).toBe(an)
})
