import { hashKey, type UseMutationResult } from '@tanstack/react-query'

interface Answer<Data> {
  data: Data | undefined
  error: Error | null
}

/**
 * What a call answered, while it was asked with one of the inputs that are on screen: what it said of another input is
 * no longer true, and is not shown.
 * @param inputs of plain values, compared by what they hold
 */
export function answerTo<Data, Input>(
  { data, error, variables, isIdle }: UseMutationResult<Data, Error, Input>,
  ...inputs: NoInfer<Input>[]
): Answer<Data> {
  const asked = isIdle ? null : hashKey([variables])
  return inputs.some((input) => hashKey([input]) === asked)
    ? { data, error }
    : { data: undefined, error: null }
}
