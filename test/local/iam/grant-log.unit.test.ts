import { expect, it } from 'vitest'
import { GrantLog } from '../../../lib/local/iam/grant-log.js'

const BUCKET = 'arn:aws:s3:::photos'

const statement = {
  Effect: 'Allow',
  Action: ['s3:Get*', 's3:PutObject', 's3:DeleteObject'],
  Resource: [BUCKET, `${BUCKET}/*`],
}

it('remembers which of a statement’s own patterns were used, not each object', () => {
  const log = new GrantLog()
  for (let object = 0; object < 100; object += 1)
    log.record([statement], 's3:GetObject', `${BUCKET}/${object}`)
  log.record([statement], 'S3:putobject', `${BUCKET}/7`)
  const used = statement.Action.flatMap((action) =>
    statement.Resource.filter((resource) => log.used(statement, action, resource)).map((resource) => [
      action,
      resource,
    ]),
  )
  expect(used).toEqual([
    ['s3:Get*', `${BUCKET}/*`],
    ['s3:PutObject', `${BUCKET}/*`],
  ])
  expect(log.used(statement, 's3:GetObject', `${BUCKET}/7`)).toBe(false)
  expect(log.used({ ...statement }, 's3:Get*', `${BUCKET}/*`)).toBe(false)
})

it('a call on all of a kind uses the grant of one', () => {
  const log = new GrantLog()
  const one = { Effect: 'Allow', Action: 'cloudformation:DescribeStacks', Resource: 'arn:stack/Shop/id' }
  log.record([one], 'cloudformation:DescribeStacks', 'arn:stack/Shop/*')
  expect(log.used(one, one.Action, one.Resource)).toBe(true)
})
