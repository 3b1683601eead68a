import { describe, expect, it } from 'vitest'
import { chaosCommand } from '../../scripts/chaos/chaos-command.js'
import { parseOptions } from '../../scripts/chaos/options.js'
import { makePlan } from '../../scripts/chaos/plan.js'

describe('the flags of chaos', () => {
  it('has defaults, and a new seed each time', () => {
    const { seed, ...others } = parseOptions([])
    expect(others).toEqual({ events: 500, kills: 20, json: false })
    expect(parseOptions([]).seed).not.toBe(seed)
  })

  it('takes numbers', () => {
    expect(parseOptions(['--events', '60', '--kills=0', '--seed', '4294967295', '--json'])).toEqual({
      events: 60,
      kills: 0,
      seed: 4_294_967_295,
      json: true,
    })
  })

  it.each([
    [['--events', '9'], 'Expected `--events` to be a whole number from 10 to 20000, got `9`'],
    [['--events', ''], 'Expected `--events` to be a whole number from 10 to 20000, got ``'],
    [['--events', '1e3'], 'Expected `--events` to be a whole number from 10 to 20000, got `1e3`'],
    [['--kills', '-1'], 'Expected `--kills` to be a whole number from 0 to 1000, got `-1`'],
    [['--kills', '1.5'], 'Expected `--kills` to be a whole number from 0 to 1000, got `1.5`'],
    [['--seed=x'], 'Expected `--seed` to be a whole number from 0 to 4294967295, got `x`'],
    [['--seed'], "Option '--seed <value>' argument missing"],
    [['--event', '5'], "Unknown option '--event'"],
    [['500'], "Unexpected argument '500'. This command does not take positional arguments"],
  ])(
    '%j is refused with one clear line, the usage and exit code 2, before anything starts',
    async (args, line) => {
      const errors: string[] = []
      const code = await chaosCommand(
        args,
        { out: () => expect.unreachable(), error: (text) => errors.push(text) },
        { prepare: () => expect.unreachable() },
      )
      expect(code).toBe(2)
      expect(errors).toEqual([line, expect.stringMatching(/^usage: npm run chaos/)])
    },
  )
})

describe('the plan of chaos', () => {
  it('is the same for the same seed, and another one for another', () => {
    const options = { events: 500, kills: 20, seed: 11 }
    expect(makePlan(options)).toEqual(makePlan(options))
    expect(makePlan({ ...options, seed: 12 })).not.toEqual(makePlan(options))
  })

  it.each([0, 1, 5, 20, 300])('has %i kills in all', (kills) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const plan = makePlan({ events: 60, kills, seed })
      expect(plan.kills.length + plan.redriveKills.length).toBe(kills)
      expect(plan.repair).toBeLessThan(plan.waves)
      expect(plan.writerCrashes.has(plan.poison.broken)).toBe(false)
    }
  })
})
