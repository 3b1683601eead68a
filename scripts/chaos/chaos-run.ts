import { Ledger } from 'serverless-outbox/local'
import { seededRandom } from '../../lib/local/time/seeded-random.js'
import { Operator } from '../demo/operator.js'
import type { ChaosCloud } from './chaos-cloud.js'
import { FUNCTIONS } from './chaos-stack.js'
import { FailingEntries } from './failing-entries.js'
import { Killer } from './killer.js'
import { Load } from './load.js'
import type { ChaosOptions } from './options.js'
import { Outage } from './outage.js'
import type { ChaosPlan } from './plan.js'
import { judge, type Verdict } from './verdict.js'
import { noticedEvent } from './wire.js'
import { Witness } from './witness.js'
import type { Written } from './writer.js'
import { Writers } from './writers.js'

/** Numbers of its own. */
const PAUSES = 0x9a5e
const SHORTEST_PAUSE_SECONDS = 15
const LONGEST_PAUSE_SECONDS = 90

/** What goes wrong all the time: shares of calls. */
const PARTIAL_SHARE = 0.05
const LOST_ANSWER_SHARE = 0.01
const THROTTLED_MARK_SHARE = 0.01

/** After so much of the cloud's time what is missing will not come: several times the longest wait there is. */
const PATIENCE_MINUTES = 240
/** How often the table is looked at while events are missing: they may never come. Minutes. */
const LOOK_EVERY = 5

const POISON_EVENTS = 2

/** Beside the schedule, in a row. */
const MOST_SWEEPS = 20
/** So many kills can wait for sweeps of the schedule. */
const FEW_KILLS = 3

type Say = (line: string) => void

/** One run: waves of writes and pauses, then time until nothing is left to do. */
export class ChaosRun {
  readonly #chaos: ChaosCloud
  readonly #plan: ChaosPlan
  readonly #options: ChaosOptions
  readonly #say: Say
  readonly #ledger: Ledger
  readonly #witness: Witness
  readonly #killer: Killer
  readonly #failing: FailingEntries
  readonly #outage: Outage
  readonly #writers: Writers
  readonly #operator: Operator
  readonly #load: Load
  #broken: readonly Written[] = []
  #isRepaired = false

  constructor(chaos: ChaosCloud, plan: ChaosPlan, options: ChaosOptions, say: Say) {
    const { cloud, outputs } = chaos
    this.#chaos = chaos
    this.#plan = plan
    this.#options = options
    this.#say = say
    this.#ledger = new Ledger(cloud, outputs.LedgerQueueUrl)
    this.#killer = new Killer(cloud, ({ victim, when }, call) => {
      this.#witness.killed(call)
      say(`  the ${victim} dies ${when} its ${call.operation}`)
    })
    // From outside to inside: the witness must see what took effect before the caller died.
    cloud.intercept(this.#killer.interceptor)
    this.#witness = new Witness(cloud, {
      workers: [FUNCTIONS.relay, FUNCTIONS.sweeper].map((path) => cloud.logicalId(path)),
      deadLetterQueueUrl: outputs.DeadLetterQueueUrl,
    })
    this.#failing = new FailingEntries(() => cloud.clock.now())
    cloud.intercept(this.#failing.interceptor)
    this.#outage = new Outage(cloud.clock)
    cloud.intercept(this.#outage.interceptor)
    this.#writers = new Writers(cloud)
    this.#operator = new Operator(cloud, outputs)
    this.#load = new Load(options.seed, options.events)
  }

  async run(): Promise<Verdict> {
    const { cloud } = this.#chaos
    const began = { real: Date.now(), virtual: cloud.clock.now() }
    this.#injectFaults()
    await this.#writeAll()
    await this.#settle()
    const { committed, notices, invocations } = this.#witness
    const remaining = await this.#operator.emptyDeadLetterQueue()
    this.#operator.close()
    const minutes = Math.round((cloud.clock.now() - began.virtual) / 60_000)
    this.#say(`${minutes} min of the cloud's time took ${Math.round((Date.now() - began.real) / 1_000)} s`)
    return judge(
      {
        committed,
        arrivals: this.#ledger.arrivals(),
        notices: new Map([...notices].map(([eventId, { at }]) => [eventId, at])),
        inDeadLetterQueue: new Set(remaining.flatMap((body) => noticedEvent(body) ?? [])),
        invocations,
        kills: this.#killer.struck,
      },
      this.#options,
    )
  }

  #injectFaults(): void {
    const { faults } = this.#chaos.cloud
    const putEvents = { service: 'events', operation: 'PutEvents' }
    const marks = { service: 'dynamodb', operation: 'BatchExecuteStatement' }
    faults.inject({ ...putEvents, kind: 'partial', share: PARTIAL_SHARE })
    faults.inject({ ...putEvents, kind: 'lost-answer', share: LOST_ANSWER_SHARE })
    faults.inject({ ...marks, kind: 'throttle', share: THROTTLED_MARK_SHARE })
  }

  async #writeAll(): Promise<void> {
    const { waves, outage } = this.#plan
    const { clock } = this.#chaos.cloud
    const random = seededRandom(this.#options.seed ^ PAUSES)
    for (let wave = 0; wave < waves; wave += 1) {
      if (wave === outage.wave) {
        this.#outage.begin(outage.kind, outage.minutes)
        this.#say(`EventBridge is down for ${outage.minutes} min (${outage.kind})`)
      }
      this.#killer.release(this.#killsOf(wave))
      await this.#writeWave(wave)
      const seconds = SHORTEST_PAUSE_SECONDS + random() * (LONGEST_PAUSE_SECONDS - SHORTEST_PAUSE_SECONDS)
      await clock.advance(`${Math.round(seconds)}s`)
      this.#killer.endRound()
      // The schedule alone would be too slow for many kills.
      await this.#sweepMore(FEW_KILLS)
      if (wave >= this.#plan.repair) await this.#repair()
      this.#tell(`wave ${wave + 1} of ${waves}`)
    }
    // What a crash of the writer kept from being committed.
    while (this.#remaining > 0) await this.#writers.write(this.#load.take(this.#remaining))
  }

  #killsOf(wave: number): ChaosPlan['kills'] {
    const { kills, waves } = this.#plan
    const until = (waveEnd: number): number => Math.ceil((kills.length * waveEnd) / waves)
    return kills.slice(until(wave), until(wave + 1))
  }

  async #writeWave(wave: number): Promise<void> {
    const { waves, poison, writerCrashes } = this.#plan
    if (wave === poison.broken) this.#broken = await this.#writers.write([this.#load.poison('broken')])
    if (wave === poison.refused) await this.#writers.write([this.#load.poison('refused')])
    const crash = writerCrashes.get(wave)
    const cancel = crash === undefined ? undefined : this.#writers.crash(crash)
    await this.#writers.write(this.#load.take(Math.ceil(this.#remaining / (waves - wave))))
    cancel?.()
  }

  /** Repairs the causes and sends the dead letters back, once both are told. */
  async #repair(): Promise<void> {
    const { notices } = this.#witness
    if (this.#isRepaired || notices.size < POISON_EVENTS) return
    this.#isRepaired = true
    for (const row of this.#broken) {
      await this.#operator.mend(row.key, row.detail)
      this.#witness.mended(row.key.sk, row.detail)
    }
    this.#failing.mend()
    this.#killer.release(this.#plan.redriveKills)
    await this.#operator.redriveAll()
    this.#say('The causes are repaired, the dead letters are redriven')
  }

  async #settle(): Promise<void> {
    const { clock } = this.#chaos.cloud
    for (let minute = 1; minute <= PATIENCE_MINUTES; minute += 1) {
      await clock.advance('1m')
      this.#killer.endRound()
      await this.#repair()
      if (await this.#isSettled(minute)) return
      await this.#keepBusy()
      if (minute % LOOK_EVERY === 0) this.#tell('waiting for the rest')
    }
    this.#say(`Given up after ${PATIENCE_MINUTES} min of the cloud's time`)
  }

  /** True when nothing can happen any more. */
  async #isSettled(minute: number): Promise<boolean> {
    if (this.#killer.left > 0 || !this.#isRepaired) return false
    if (this.#missing > 0 && minute % LOOK_EVERY !== 0) return false
    return !(await this.#operator.seesPendingRow()) && !(await this.#operator.isRedriving())
  }

  /** Kills that are left need calls to hit. */
  async #keepBusy(): Promise<void> {
    // The relay has work only while there are new events.
    if (this.#missing === 0) this.#killer.spare('relay', 'sweeper')
    await this.#sweepMore(0)
    if (this.#killer.leftOf('redrive') === 0) return
    // As somebody who does not trust the console does: sends the notice once more.
    for (const { body } of this.#witness.notices.values()) await this.#operator.redrive(body)
  }

  /** Somebody invokes the sweeper beside its schedule, until so few kills are left for it. */
  async #sweepMore(left: number): Promise<void> {
    for (let sweeps = 0; sweeps < MOST_SWEEPS && this.#killer.leftOf('sweeper') > left; sweeps += 1) {
      await this.#chaos.cloud.invoke(FUNCTIONS.sweeper, {})
      this.#killer.endRound('sweeper')
    }
  }

  get #remaining(): number {
    return this.#options.events - this.#witness.committed.size
  }

  get #missing(): number {
    let missing = 0
    for (const eventId of this.#witness.committed.keys())
      if (this.#ledger.arrivalsOf(eventId).length === 0) missing += 1
    return missing
  }

  #tell(what: string): void {
    const { committed } = this.#witness
    const { events, kills } = this.#options
    const arrived = committed.size - this.#missing
    this.#say(
      `${what}: ${committed.size} of ${events} committed, ${arrived} arrived, ${this.#killer.struck} of ${kills} kills`,
    )
  }
}
