import { AwsError } from '../aws-error.js'
import type { RunLocation } from '../run-location.js'
import type { Schedule, ScheduleGroup, ScheduleSettings } from './schedule.js'
import type { ScheduleRunner } from './schedule-runner.js'

export const DEFAULT_GROUP = 'default'

/** The schedules and their groups of one account in one Region. The default group always exists. */
export class Schedules {
  readonly #home: RunLocation
  readonly #now: () => number
  readonly #runner: ScheduleRunner
  readonly #groups = new Map<string, ScheduleGroup>()
  /** By ARN. */
  readonly #schedules = new Map<string, Schedule>()

  constructor(home: RunLocation, now: () => number, runner: ScheduleRunner) {
    this.#home = home
    this.#now = now
    this.#runner = runner
    this.createGroup(DEFAULT_GROUP)
  }

  /** @throws AwsError ConflictException */
  createGroup(name: string): ScheduleGroup {
    if (this.#groups.has(name)) throw conflict(`Schedule group ${name} already exists.`)
    const group = { name, arn: this.#arn(`schedule-group/${name}`), createdAt: this.#now() }
    this.#groups.set(name, group)
    return group
  }

  /** @throws AwsError ResourceNotFoundException */
  getGroup(name: string): ScheduleGroup {
    const group = this.#groups.get(name)
    if (group !== undefined) return group
    throw notFound(`Schedule group ${name} does not exist.`)
  }

  /** With its schedules. @throws AwsError ResourceNotFoundException */
  deleteGroup(name: string): void {
    this.getGroup(name)
    for (const schedule of this.list(name)) this.#remove(schedule)
    this.#groups.delete(name)
  }

  listGroups(): readonly ScheduleGroup[] {
    return [...this.#groups.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** @throws AwsError ConflictException, ResourceNotFoundException */
  create(name: string, groupName: string, settings: ScheduleSettings): Schedule {
    this.getGroup(groupName)
    const arn = this.#arn(`schedule/${groupName}/${name}`)
    if (this.#schedules.has(arn)) throw conflict(`Schedule ${name} already exists.`)
    const createdAt = this.#now()
    return this.#run({ ...settings, name, groupName, arn, createdAt, modifiedAt: createdAt })
  }

  /** Replaces all settings. @throws AwsError ResourceNotFoundException */
  update(name: string, groupName: string, settings: ScheduleSettings): Schedule {
    const { arn, createdAt } = this.get(name, groupName)
    return this.#run({ ...settings, name, groupName, arn, createdAt, modifiedAt: this.#now() })
  }

  /** @throws AwsError ResourceNotFoundException */
  get(name: string, groupName: string): Schedule {
    const schedule = this.#schedules.get(this.#arn(`schedule/${groupName}/${name}`))
    if (schedule !== undefined) return schedule
    throw notFound(`Schedule ${name} does not exist.`)
  }

  /** @throws AwsError ResourceNotFoundException */
  delete(name: string, groupName: string): void {
    this.#remove(this.get(name, groupName))
  }

  /** @param groupName @default - all groups */
  list(groupName?: string): readonly Schedule[] {
    return [...this.#schedules.values()]
      .filter((schedule) => groupName === undefined || schedule.groupName === groupName)
      .sort((a, b) => (a.arn < b.arn ? -1 : 1))
  }

  #run(schedule: Schedule): Schedule {
    this.#schedules.set(schedule.arn, schedule)
    this.#runner.start(schedule, () => {
      // Else it was changed or deleted meanwhile.
      if (this.#schedules.get(schedule.arn) === schedule) this.#remove(schedule)
    })
    return schedule
  }

  #remove({ arn }: Schedule): void {
    this.#schedules.delete(arn)
    this.#runner.end(arn)
  }

  #arn(resource: string): string {
    return `arn:aws:scheduler:${this.#home.region}:${this.#home.accountId}:${resource}`
  }
}

function conflict(message: string): AwsError {
  return new AwsError('ConflictException', message, 409)
}

function notFound(message: string): AwsError {
  return new AwsError('ResourceNotFoundException', message, 404)
}
