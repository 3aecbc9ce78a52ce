import { beforeEach, expect, test } from 'vitest'
import { render } from '../../testing/draw'
import { Allowed } from './allowed'
import { saveSession } from './session'
import { type ChosenWorkspace, rememberWorkspace } from './workspace'

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  await saveSession({ sid: 'sid', email: 'lan@example.test', userId: 'lan', isAdmin: false })
})

test('what a role may not do is offered no longer once the role is known, and again when it changes', async () => {
  const { container } = render(
    <>
      <Allowed to="codes:read">See</Allowed>
      <Allowed to="codes:write">Create</Allowed>
      <Allowed to="billing:write">Pay</Allowed>
    </>,
  )
  const offers = async (choice: ChosenWorkspace | null, ...texts: string[]) => {
    rememberWorkspace(choice)
    await expect.poll(() => container.textContent).toBe(texts.join(''))
  }
  await offers(null, 'See', 'Create', 'Pay')
  await offers({ id: 'team' }, 'See', 'Create', 'Pay')
  await offers({ id: 'team', role: 'viewer' }, 'See')
  await offers({ id: 'team', role: 'editor' }, 'See', 'Create')
  await offers({ id: 'team', role: 'billing' }, 'See', 'Pay')
  await offers(null, 'See', 'Create', 'Pay')
})
