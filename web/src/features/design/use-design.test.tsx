import { DEFAULT_QR_SETTINGS } from '@scanleaf/qr'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { imageProblem } from '../../lib/image-file'
import { render } from '../../testing/draw'
import { readColor } from './colors'
import { chosenLogo, type DesignEditor, useDesign } from './use-design'

function Editor({ onDraw }: { onDraw: (editor: DesignEditor) => void }) {
  onDraw(useDesign(null, null))
  return null
}

/** The editor as it was last drawn. */
function edited(): () => DesignEditor {
  const drawn: DesignEditor[] = []
  render(<Editor onDraw={(editor) => drawn.push(editor)} />)
  return () => {
    const last = drawn.at(-1)
    if (!last) throw new Error('not drawn')
    return last
  }
}

test('a code that was never designed begins with level M and 400 px', () => {
  const editor = edited()
  expect(editor().design.settings).toEqual({ ...DEFAULT_QR_SETTINGS, errorCorrectionLevel: 'M', size: 400 })
  expect(editor().isChanged).toBe(false)
})

test('a logo raises the level to H, and takes it back when it goes', () => {
  const editor = edited()
  flushSync(() => editor().changeLogo({ isImageLogo: false, text: 'Phở' }))
  expect(editor().design.settings.errorCorrectionLevel).toBe('H')
  expect(editor().isLevelRaised).toBe(true)
  flushSync(() => editor().changeLogo({ text: ' ' }))
  expect(editor().design.settings.errorCorrectionLevel).toBe('M')
  expect(chosenLogo(editor().design)).toBeNull()
})

test('a level that was chosen with the logo stays', () => {
  const editor = edited()
  flushSync(() => editor().changeLogo({ isImageLogo: false, text: 'Phở' }))
  flushSync(() => editor().changeSettings({ errorCorrectionLevel: 'Q' }))
  flushSync(() => editor().changeLogo({ text: '' }))
  expect(editor().design.settings.errorCorrectionLevel).toBe('Q')
})

test('an upload that ends late undoes nothing that was chosen meanwhile', () => {
  const editor = edited()
  const { changeLogo } = editor()
  flushSync(() => editor().changeLogo({ chooseBackground: true, background: '#FFFFFF' }))
  flushSync(() => changeLogo({ link: '/media/images/0123456789abcdef' }))
  expect(editor().design.logo).toMatchObject({ chooseBackground: true, background: '#FFFFFF' })
})

test('text logo and image logo are both kept while one is shown', () => {
  const editor = edited()
  flushSync(() => editor().changeLogo({ link: '/media/images/0123456789abcdef' }))
  flushSync(() => editor().changeLogo({ isImageLogo: false }))
  expect(chosenLogo(editor().design)).toBeNull()
  flushSync(() => editor().changeLogo({ isImageLogo: true }))
  expect(chosenLogo(editor().design)?.link).toBe('/media/images/0123456789abcdef')
})

test.each([
  ['#0c7d4b', '#0C7D4B'],
  ['0C7D4B', '#0C7D4B'],
  [' #abc ', '#AABBCC'],
  ['green', null],
  ['#0c7d4', null],
  ['#000"/><script>', null],
])('%j is read as the colour %j', (typed, color) => expect(readColor(typed)).toBe(color))

test.each([
  [[0x47, 0x49, 0x46, 0x38, 0x39, 0x61], null],
  [[0xff, 0xd8, 0xff, 0xe0], null],
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], null],
  [[0x89, 0x50, 0x4e, 0x47], 'invalid-image'],
  [[...new TextEncoder().encode('<svg xmlns=')], 'invalid-image'],
  [[], 'invalid-image'],
] as const)('an image is told by its first bytes: %j', async (bytes, problem) =>
  expect(await imageProblem(new File([Uint8Array.from(bytes)], 'logo.png'))).toBe(problem),
)

test('an image over 5 MiB is not sent', async () => {
  const large = new Uint8Array(5 * 1024 * 1024 + 1)
  large.set([0xff, 0xd8, 0xff])
  expect(await imageProblem(new File([large], 'logo.jpg'))).toBe('image-max-size')
})
