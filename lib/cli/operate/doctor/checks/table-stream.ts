import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'

const NEW_IMAGES: ReadonlySet<string | undefined> = new Set(['NEW_IMAGE', 'NEW_AND_OLD_IMAGES'])

export const tableStream: Check = {
  name: 'stream',
  run: async ({ table }) => {
    const { StreamSpecification: stream } = await table()
    if (stream?.StreamEnabled !== true)
      return problem(
        'The table has no stream: the relay gets nothing',
        'dynamoStream: StreamViewType.NEW_IMAGE',
      )
    return NEW_IMAGES.has(stream.StreamViewType)
      ? ok(`with ${stream.StreamViewType}`)
      : problem(
          `The stream has ${stream.StreamViewType}, no new images: the relay cannot read the events`,
          'dynamoStream: StreamViewType.NEW_IMAGE on the table',
        )
  },
}
