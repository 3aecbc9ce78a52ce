import { useState } from 'react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startI18n } from '../../lib/i18n/i18n'
import { render } from '../../testing/draw'
import { ConfirmDialogBox } from './confirm-dialog-content'
import { Dialog } from './dialog'

beforeAll(() => startI18n('en', 'browser'))

const NAMES = ['aria-label', 'aria-labelledby']
const dialogs = {
  'a dialog': (
    <Dialog title="Top up" onClose={() => {}}>
      How much?
    </Dialog>
  ),
  'a question': (
    <ConfirmDialogBox
      isOpen
      title="Suspend?"
      text="Its sessions end."
      confirmLabel="Suspend"
      onConfirm={() => {}}
      onClose={() => {}}
    />
  ),
}

test.each(Object.entries(dialogs))('%s has its name from the moment it is there', async (_, dialog) => {
  const insert = Node.prototype.appendChild
  const nameless: string[] = []
  Node.prototype.appendChild = function appendChild<T extends Node>(node: T): T {
    const added = insert.call(this, node) as T
    for (const found of document.querySelectorAll('[role=dialog]'))
      if (!NAMES.some((name) => found.hasAttribute(name))) nameless.push(found.outerHTML)
    return added
  }
  render(dialog)
  await expect.element(page.getByRole('dialog', { name: /^(Top up|Suspend\?)$/ })).toBeVisible()
  Node.prototype.appendChild = insert
  expect(nameless).toEqual([])
})

/** A dialog that asks before it is left. */
function ChatRequest({ onLeft }: { onLeft: (dialog: string) => void }) {
  const [asks, setAsks] = useState(false)
  const leave = (dialog: string, nowAsks: boolean) => () => {
    onLeft(dialog)
    setAsks(nowAsks)
  }
  return (
    <>
      <Dialog title="Design" onClose={leave('design', true)}>
        Not saved
      </Dialog>
      <ConfirmDialogBox
        isOpen={asks}
        title="Discard?"
        text="All of it."
        confirmLabel="Discard"
        onConfirm={() => {}}
        onClose={leave('question', false)}
      />
    </>
  )
}

test('Esc leaves one dialog, the topmost, however often it is pressed', async () => {
  const left: string[] = []
  render(<ChatRequest onLeft={(dialog) => left.push(dialog)} />)
  const question = page.getByRole('dialog', { name: 'Discard?' })
  await expect.element(page.getByRole('dialog', { name: 'Design' })).toBeVisible()
  for (let time = 0; time < 3; time++) {
    await userEvent.keyboard('{Escape}')
    await expect.element(question).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
  }
  expect(left).toEqual(['design', 'question', 'design', 'question', 'design', 'question'])
})

test('who has gone on in a dialog stays there, though the focus trap asks for the focus twice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  render(dialogs['a question'])
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await expect.element(cancel).toBeVisible()
  expect(vi.getTimerCount()).toBeGreaterThan(1)

  vi.advanceTimersToNextTimer()
  await expect.element(cancel).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  const suspend = page.getByRole('button', { name: 'Suspend' })
  await expect.element(suspend).toHaveFocus()
  vi.runAllTimers()
  await expect.element(suspend).toHaveFocus()
})

test('a dialog gives the focus to what it marks, else to its title', async () => {
  render(
    <Dialog title="Unit" onClose={() => {}}>
      <input aria-label="Name" data-autofocus />
    </Dialog>,
  )
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  render(dialogs['a dialog'])
  await expect.element(page.getByRole('heading', { name: 'Top up' })).toHaveFocus()
})
