import { type ReactNode, useState } from 'react'
import { beforeAll, expect, test } from 'vitest'

import { page, userEvent } from 'vitest/browser'
import '../styles/base.css'
import { startI18n } from '../../lib/i18n/i18n'
import { render } from '../../testing/draw'
import { showToast, Toasts } from '../toast/toasts'
import { ConfirmDialog } from './confirm-dialog'
import { Dialog } from './dialog'

beforeAll(() => startI18n('en', 'browser'))

const dialog = (name: string) => page.getByRole('dialog', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

const topUp = (
  <Dialog title="Top up" onClose={() => {}}>
    How much?
  </Dialog>
)

/** A dialog that asks before it is left. */
function Design({ onLeft, onDiscarded }: { onLeft: (dialog: string) => void; onDiscarded?: () => void }) {
  const [asks, setAsks] = useState(false)
  const leave = (name: string, nowAsks: boolean) => () => {
    onLeft(name)
    setAsks(nowAsks)
  }
  return (
    <Dialog title="Design" onClose={leave('design', true)}>
      <p>Not saved</p>
      <input type="file" aria-label="Logo" />
      <input aria-label="Text" onKeyDown={(event) => event.stopPropagation()} />
      <ConfirmDialog
        isOpen={asks}
        title="Discard?"
        text="All of it."
        confirmLabel="Discard"
        onConfirm={() => onDiscarded?.()}
        onClose={leave('question', false)}
      />
    </Dialog>
  )
}

test('a dialog takes the place of the one that it was opened from, and gives it back', async () => {
  render(<Design onLeft={() => {}} />)
  await expect.element(page.getByText('Not saved')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Discard?')).toBeVisible()
  await expect.element(page.getByText('Not saved')).not.toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Not saved')).toBeVisible()
})

test('Esc leaves one dialog, the topmost, however often it is pressed and wherever the focus is', async () => {
  const left: string[] = []
  render(<Design onLeft={(name) => left.push(name)} />)
  await userEvent.click(page.getByText('Not saved'))
  for (let time = 0; time < 3; time++) {
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('Discard?')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('Discard?')).not.toBeInTheDocument()
  }
  expect(left).toEqual(['design', 'question', 'design', 'question', 'design', 'question'])

  await userEvent.click(page.getByRole('textbox', { name: 'Text' }))
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(dialog('Design')).toBeVisible()
  expect(left).toHaveLength(6)
})

test('a dialog asks also when the browser would close it, and not when a file field is left', async () => {
  const left: string[] = []
  render(<Design onLeft={(name) => left.push(name)} />)
  const element = dialog('Design').element() as HTMLDialogElement
  page
    .getByLabelText('Logo')
    .element()
    .dispatchEvent(new Event('cancel', { bubbles: true }))
  expect(left).toEqual([])
  expect(element.dispatchEvent(new Event('cancel', { cancelable: true }))).toBe(false)
  expect(left).toEqual(['design'])
  element.close()
  await expect.poll(() => element.open).toBe(true)
})

test('a dialog gives the focus to what it marks, else to its title', async () => {
  render(
    <Dialog title="Unit" onClose={() => {}}>
      <input aria-label="Name" data-autofocus />
    </Dialog>,
  )
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  render(topUp)
  await expect.element(page.getByRole('heading', { name: 'Top up' })).toHaveFocus()
})

test('Tab goes round in a dialog, and takes the radios of a group as one stop', async () => {
  render(
    <Dialog title="Method" onClose={() => {}}>
      {['a', 'b', 'c'].map((value) => (
        <input key={value} type="radio" name="method" aria-label={value} defaultChecked={value === 'b'} />
      ))}
    </Dialog>,
  )
  const stops = [button('Close'), page.getByRole('radio', { name: 'b' })]
  for (const key of ['{Tab}', '{Shift>}{Tab}{/Shift}']) {
    for (const stop of [...stops, ...stops]) {
      await userEvent.keyboard(key)
      await expect.element(stop).toHaveFocus()
    }
  }
})

/** Rows, of which each can be deleted after a question. */
function Rows() {
  const [rows, setRows] = useState(['one', 'two', 'three'])
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <>
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => setAsked(row)}>
          {row}
        </button>
      ))}
      <ConfirmDialog
        isOpen={asked !== null}
        title="Delete?"
        text="It is gone then."
        confirmLabel="Delete"
        onConfirm={() => {
          setRows(rows.filter((row) => row !== asked))
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

test('the focus returns to what opened a dialog, and to its neighbour when that is gone', async () => {
  render(<Rows />)
  const asked = async (row: string, answer: string) => {
    await userEvent.click(button(row))
    await userEvent.click(button(answer))
  }
  await asked('two', 'Cancel')
  await expect.element(button('two')).toHaveFocus()
  await asked('two', 'Delete')
  await expect.element(button('three')).toHaveFocus()
  await asked('three', 'Delete')
  await expect.element(button('one')).toHaveFocus()
})

test('a toast stands in the topmost dialog, where it can be read and pressed, and on the page after', async () => {
  const pressed: string[] = []
  const toast = (title: string) =>
    showToast({
      kind: 'success',
      title,
      action: { label: title, onClick: () => pressed.push(title) },
      visibleMs: 60_000,
    })
  const { redraw } = render(<Toasts />)
  const over = (
    <>
      <Toasts />
      {topUp}
    </>
  )
  redraw(over)
  toast('Undo')
  await userEvent.click(dialog('Top up').getByRole('status').getByRole('button', { name: 'Undo' }))
  toast('Redo')
  await expect.element(dialog('Top up').getByRole('status')).toBeVisible()
  redraw(<Toasts />)
  await userEvent.click(page.getByRole('status').getByRole('button', { name: 'Redo' }))
  expect(pressed).toEqual(['Undo', 'Redo'])
})

test('behind a dialog the page stands still, and keeps the room of its scroll bar', async () => {
  const long = (dialog?: ReactNode) => (
    <div style={{ height: '200vh' }}>
      <p>Long</p>
      {dialog}
    </div>
  )
  const { container, redraw } = render(long())
  const right = () => container.getBoundingClientRect().right
  const before = right()
  // Browsers without a window draw no bar.
  Object.defineProperty(window, 'innerWidth', {
    value: document.documentElement.clientWidth + 15,
    configurable: true,
  })
  redraw(long(topUp))
  const root = getComputedStyle(document.documentElement)
  expect([root.overflow, right()]).toEqual(['hidden', before - 15])
  Reflect.deleteProperty(window, 'innerWidth')
  redraw(long())
  expect([root.overflow, right()]).toEqual(['visible', before])
})

test('a press beside a dialog leaves it, the end of selecting text does not', async () => {
  const left: string[] = []
  render(<Design onLeft={(name) => left.push(name)} />)
  const screen = dialog('Design').element()
  const press = (from: Element, to: Element) => {
    from.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    to.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
  press(page.getByText('Not saved').element(), screen)
  expect(left).toEqual([])
  press(screen, screen)
  expect(left).toEqual(['design'])
})
