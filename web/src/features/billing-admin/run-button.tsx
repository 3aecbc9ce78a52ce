import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import type { UseMutationResult } from '@tanstack/react-query'
import { Button } from '../../ui/button/button'
import { showToast } from '../../ui/toast/toasts'

export interface RunButtonProps {
  text: string
  run: UseMutationResult<unknown, Error, void>
}

/** Runs a nightly job now. */
export const RunButton = ({ text, run }: RunButtonProps) => (
  <Button
    size="sm"
    loading={run.isPending}
    leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
    onClick={() =>
      run.mutate(undefined, { onError: (error) => showToast({ kind: 'error', title: error.message }) })
    }
  >
    {text}
  </Button>
)
